"""Work that takes time: begun, cancelled and waited for so that it always cleans up."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import Task
    from typing import Any

_CLEAN_UP_SECONDS = 2.0


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
