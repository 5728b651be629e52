"""The protocol that agents speak: JSON-RPC 2.0 as pygls does it, from `engine/initialize` to `engine/shutdown`."""

from __future__ import annotations

from typing import Any

from hookwright.transport.messages import CheckedMessages, Fault

INITIALIZE, SHUTDOWN = "engine/initialize", "engine/shutdown"
TOO_MANY_OPEN = -32015
"""The error of a request that comes while too many others wait for their answers."""

_MOST_OPEN = 10_000


class EngineProtocol(CheckedMessages):
    """One client's side of it; `count_open` says how many requests wait for their answers."""

    opening = INITIALIZE
    closing = SHUTDOWN
    most_open = _MOST_OPEN

    @staticmethod
    def count_open() -> int:
        return 0

    def out_of_turn(self, method: str, request_id: int | str) -> Fault | None:
        """As everywhere, and too many at once."""
        if self.count_open() >= self.most_open:
            return TOO_MANY_OPEN, f"More than {self.most_open} requests are open: wait for answers first"
        return super().out_of_turn(method, request_id)

    def completed(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message with the empty params that clients leave out."""
        made = super().completed(message)
        return made if made.get("params") is not None else {**made, "params": {}}
