"""Runs pygls' handlers of every kind: plain, asynchronous, in a thread, or generators that hand over to others."""

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
Steps = Generator[tuple[Handler, Any, Any], Any, Any]
Pool = Callable[[], ThreadPoolExecutor]


async def call(handler: Handler, arguments: Iterable[Any], named: dict[str, Any] | None, pool: Pool) -> Payload:
    """The handler's result; cancelling it cancels what runs inside, and it ends when that has cleaned up."""
    bound = partial(handler, *arguments, **(named or {}))
    if getattr(handler, ATTR_EXECUTE_IN_THREAD, False):
        return await asyncio.wrap_future(pool().submit(contextvars.copy_context().run, bound))
    result = bound()
    if inspect.isawaitable(result):
        return await result
    if not inspect.isgenerator(result):
        return result
    steps: Steps = result  # type: ignore[assignment]
    return await _finish(steps, pool)


async def _finish(steps: Steps, pool: Pool) -> Payload:
    value = None
    while True:
        try:
            inner, inner_arguments, inner_named = steps.send(value)
        except StopIteration as stop:
            return stop.value
        value = await call(inner, inner_arguments or (), inner_named, pool)
