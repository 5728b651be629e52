"""Runs handlers of every kind: plain, asynchronous, in a thread, or pygls' generators that hand over to others."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from pygls.constants import ATTR_EXECUTE_IN_THREAD

from hookwright.lsp.shapes import Payload

Handler = Callable[..., Any]
Pool = Callable[[], ThreadPoolExecutor]
Steps = Generator[tuple[Handler, Any, Any], Any, Any]


def start(handler: Handler, arguments: Iterable[Any], named: dict[str, Any] | None, pool: Pool) -> Payload:
    """The handler's result, or an asyncio future of it where it takes time.

    Everything that need not wait is done before this returns, so that messages take effect in their order.
    Cancelling the future cancels what runs inside, and the future is done only when that has cleaned up.
    """
    call = partial(handler, *arguments, **(named or {}))
    if inspect.iscoroutinefunction(handler):
        return asyncio.get_running_loop().create_task(call())
    if getattr(handler, ATTR_EXECUTE_IN_THREAD, False):
        return asyncio.wrap_future(pool().submit(contextvars.copy_context().run, call))
    if inspect.isgeneratorfunction(handler):
        steps: Steps = call()
        finished, value = _advance(steps, None, pool)
        return value if finished else asyncio.get_running_loop().create_task(_continue(steps, value, pool))
    return call()


def _advance(steps: Steps, value: Payload, pool: Pool) -> tuple[bool, Any]:
    """Up to the end (True and the result) or to the first handler that takes time (False and its future)."""
    while True:
        try:
            handler, arguments, named = steps.send(value)
        except StopIteration as stop:
            return True, stop.value
        value = start(handler, arguments or (), named, pool)
        if isinstance(value, asyncio.Future):
            return False, value


async def _continue(steps: Steps, value: Payload, pool: Pool) -> Payload:
    finished = False
    while not finished:
        finished, value = _advance(steps, await value, pool)
    return value


def cancel(future: asyncio.Future[Any]) -> None:
    """Cancels what runs, once it has begun: a task that never began would leave the handler inside it running."""
    future.get_loop().call_soon(future.cancel)


async def stop(futures: Iterable[asyncio.Future[Any]], seconds: float) -> None:
    """Cancels and waits until all have cleaned up, for that long at most."""
    running = [future for future in futures if not future.done()]
    for future in running:
        cancel(future)
    if running:
        await asyncio.wait(running, timeout=seconds)
