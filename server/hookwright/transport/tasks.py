"""Work that takes time: begun, cancelled and waited for so that it always cleans up."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable
from contextlib import closing
from time import monotonic
from typing import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import Task
    from typing import Any

Found = TypeVar("Found")

_CLEAN_UP_SECONDS = 2.0
# So long work goes on before others have their turn, and so long they have it: to be served, a request takes several
# rounds of the loop.
_TURN_SECONDS = 0.02
_TURN_OF_OTHERS_SECONDS = 0.001


def begin(work: Coroutine[Any, Any, Any], done: Callable[[Task[Any]], None]) -> Task[Any]:
    """Runs it as a task of the running loop; `done` is called with that task at its end."""
    import asyncio

    task = asyncio.get_running_loop().create_task(work)
    task.add_done_callback(done)
    return task


def cancel(task: Task[Any]) -> None:
    """Once only, so that nothing interrupts the cleaning up, and not before its first step."""

    def once() -> None:
        if not task.cancelling():
            task.cancel()

    task.get_loop().call_soon(once)


async def stop(tasks: Iterable[Task[Any]]) -> None:
    """Cancels what is not done, and waits, bounded, until it has cleaned up."""
    import asyncio

    running = [it for it in tasks if not it.done()]
    for it in running:
        cancel(it)
    if running:
        await asyncio.wait(running, timeout=_CLEAN_UP_SECONDS)


async def in_turns(steps: Generator[None, None, Found]) -> Found:
    """Does work that takes long step by step, so that requests are served in between."""
    import asyncio

    until = monotonic() + _TURN_SECONDS
    with closing(steps):
        while True:
            try:
                next(steps)
            except StopIteration as done:
                found: Found = done.value
                return found
            if monotonic() >= until:
                await asyncio.sleep(_TURN_OF_OTHERS_SECONDS)
                until = monotonic() + _TURN_SECONDS
