"""The protocol that agents speak: JSON-RPC 2.0 as pygls does it, from `engine/initialize` to `engine/shutdown`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattrs import Converter
from pygls.server import JsonRPCServer

from hookwright.transport.messages import CheckedMessages, Fault

INITIALIZE, SHUTDOWN = "engine/initialize", "engine/shutdown"
TOO_MANY_OPEN = -32015
"""The error of a request that comes while too many others wait for their answers."""


class EngineProtocol(CheckedMessages):
    """One client's side of it; `overload` says why no other request is taken now, None where one is."""

    opening = INITIALIZE
    closing = SHUTDOWN

    def __init__(self, server: JsonRPCServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.overload: Callable[[], str | None] = lambda: None

    def out_of_turn(self, method: str, request_id: int | str) -> Fault | None:
        """As everywhere, and too many at once; the session can always be ended."""
        why = self.overload() if method != self.closing else None
        return (TOO_MANY_OPEN, why) if why is not None else super().out_of_turn(method, request_id)

    def completed(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message with the empty params that clients leave out."""
        made = super().completed(message)
        return made if made.get("params") is not None else {**made, "params": {}}
