"""For the handlers that still read plain values: unstructures what pygls has made."""

from __future__ import annotations

import json
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from hookwright.lsp.server import Handler, HookwrightServer


class JsonText(str):
    """A result that is JSON already."""

    __slots__ = ()


def untyped(server: HookwrightServer, handler: Handler) -> Handler:
    """The handler, called with plain values."""

    def call(session: Any, params: Any) -> Any:  # noqa: ANN401  of the method
        converter = server.protocol.converter
        plain = converter.unstructure(params) if attrs.has(type(params)) else params
        outcome = handler(session, plain)
        return _later(outcome) if isawaitable(outcome) else _read(outcome)

    return call


async def _later(outcome: Any) -> Any:  # noqa: ANN401  of the method
    return _read(await outcome)


def _read(outcome: Any) -> Any:  # noqa: ANN401  of the method
    return json.loads(outcome) if isinstance(outcome, JsonText) else outcome
