"""Has a cancellation reach the command that is run for a request.

pygls runs a command as a generator: cancelling it ends the answer, but not the command nor the hooks that it runs.
"""

from __future__ import annotations

import inspect
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method

from hookwright.errors import UsageError


class Cancellation(LanguageServerProtocol):
    """The part of the protocol that runs commands."""

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
