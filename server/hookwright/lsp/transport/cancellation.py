"""Has a cancellation reach what is done for a request, on both sides.

pygls runs a command as a generator: cancelling it ends the answer, but not the command nor the hooks that it runs.  A
request to the client that is given up is not withdrawn by pygls.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from hookwright.errors import UsageError


class Cancellation(LanguageServerProtocol):
    """The part of the protocol that runs commands and sends requests."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self._numbers = count(1)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """The result of a command; raises UsageError, with all that there are, where there is none of that name."""
        handler = self.fm.commands.get(params.command)
        if handler is None:
            remedy = f"use one of {', '.join(self.fm.commands)}"
            raise JsonRpcInvalidParams(str(UsageError(f"`{params.command}` is not a command", remedy)))
        result = handler(*(params.arguments or [{}])[:1])
        return await result if inspect.isawaitable(result) else result

    def send_request(
        self,
        method: str,
        params: Any | None = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: int | str | None = None,
    ) -> Future[Any]:
        """As pygls does it; cancelling the future tells the client."""
        number = f"hookwright-{next(self._numbers)}" if msg_id is None else msg_id
        future: Future[Any] = super().send_request(method, params, callback, number)
        future.add_done_callback(lambda it: self._withdraw(number) if it.cancelled() else None)
        return future

    def _withdraw(self, number: int | str) -> None:
        self.notify(types.CANCEL_REQUEST, types.CancelParams(number))
