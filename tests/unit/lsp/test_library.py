"""The protocol library comes for the first request that needs it, and not before."""

from __future__ import annotations

import asyncio
import gc
from typing import Any, cast

import pytest

from hookwright.lsp.library import Library
from hookwright.lsp.protocol import HookProtocol


class Known:
    """A protocol that keeps what it was asked for."""

    def __init__(self) -> None:
        self.served: list[Any] = []

    async def serve(self, asked_by: Any, method: str, params: Any) -> Any:
        self.served.append((asked_by, method, params))
        return f"{asked_by} served"


def library(built: list[Known]) -> Library:
    def build() -> HookProtocol:
        built.append(Known())
        return cast("HookProtocol", built[0])

    return Library(build)


async def test_a_notification_needs_it_not() -> None:
    built: list[Known] = []
    served = library(built)
    for method in ("initialized", "$/setTrace", "workspace/didChangeConfiguration", "any/other"):
        assert await asyncio.wait_for(served.serve(None, method, {}), 5) is None
    assert served._thread is None
    assert not built


async def test_the_first_request_fetches_it_once_and_it_is_told_what_it_missed() -> None:
    built: list[Known] = []
    served = library(built)
    await served.serve(None, "$/setTrace", {"value": "messages"})
    await served.serve(None, "initialized", {})
    await served.serve(None, "$/setTrace", {"value": "verbose"})
    first, second = served.serve(1, "any", {"a": 1}), served.serve(2, "any", None)
    assert tuple(await asyncio.gather(first, second)) == ("1 served", "2 served")
    await served.serve(None, "$/setTrace", {"value": "off"})
    (known,) = built
    assert known.served == [
        (None, "$/setTrace", {"value": "verbose"}),
        (1, "any", {"a": 1}),
        (2, "any", None),
        (None, "$/setTrace", {"value": "off"}),
    ]
    assert gc.isenabled()


async def test_where_it_cannot_be_imported_each_request_is_told() -> None:
    def fail() -> HookProtocol:
        raise ImportError("no library")

    served = Library(fail)
    for asked_by in (1, 2):
        with pytest.raises(RuntimeError, match="could not be imported"):
            await served.serve(asked_by, "any", {})
    assert await served.serve(None, "$/setTrace", {}) is None
