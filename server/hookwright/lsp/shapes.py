"""How the type checker sees the transport's values; nothing that has to start fast imports this while running."""

from __future__ import annotations

from typing import Any, TypeAlias

from hookwright.lsp.wire import EndOfInput, Malformed

# A JSON value, or a protocol type of lsprotocol that becomes one.
Payload: TypeAlias = Any
Message: TypeAlias = dict[str, Any]
MessageId: TypeAlias = int | str | None
Item: TypeAlias = Message | Malformed | EndOfInput
