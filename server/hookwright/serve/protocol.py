"""The protocol that agents speak: JSON-RPC 2.0 as pygls does it, from `engine/initialize` to `engine/shutdown`."""

from __future__ import annotations

from typing import Any

from hookwright.transport.messages import CheckedMessages

INITIALIZE, SHUTDOWN = "engine/initialize", "engine/shutdown"


class EngineProtocol(CheckedMessages):
    """One client's side of it."""

    opening = INITIALIZE
    closing = SHUTDOWN

    def completed(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message with the empty params that clients leave out."""
        made = super().completed(message)
        return made if made.get("params") is not None else {**made, "params": {}}
