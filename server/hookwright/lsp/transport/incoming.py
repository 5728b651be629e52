"""The part of the checks on messages that only the language server protocol needs."""

from __future__ import annotations

from typing import Any

from cattrs import transform_error
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

from hookwright.lsp.transport.initialize_params import readable_params
from hookwright.transport.messages import CheckedMessages


class IncomingMessages(CheckedMessages, LanguageServerProtocol):
    """A session from `initialize` to `shutdown`; `exit` counts at any time."""

    opening = types.INITIALIZE
    closing = types.SHUTDOWN

    def hears(self, method: str) -> bool:
        """As every session, and `exit`, which ends also one that has not begun."""
        return method == types.EXIT or super().hears(method)

    def completed(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message with the params that its method has, and an `initialize` that can be read."""
        made = super().completed(message)
        method = message["method"]
        known = types.METHOD_TO_TYPES.get(method)
        if method == types.INITIALIZE:
            made["params"] = readable_params(made.get("params"), self.converter)
        elif made.get("params") is None:
            made["params"] = {} if known is None or known[2] is not None else None
        return made

    def invalid_params(self, method: str, error: JsonRpcException) -> str:
        """The first three members that do not fit."""
        cause = error.__cause__
        if cause is None:
            return super().invalid_params(method, error)
        faults = transform_error(cause, path="params")
        wrong = "; ".join(str(it).replace("params.params", "params") for it in faults[:3])
        return f"Invalid params for `{method}`: {wrong}"
