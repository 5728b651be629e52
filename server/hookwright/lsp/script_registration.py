"""Has the client open scripts of hooks with the server, and no other script: for clients that are told so as it goes.

What a client was told once, it is not told otherwise: a script that no hook runs any more is ignored here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from hookwright.lsp.hook_scripts import HookScripts
from hookwright.lsp.options import Options
from hookwright.patterns import late_pattern

_GLOB = late_pattern(r"[*?\[\]{}]")
_TRIGGERS = (".", '"', "'")


class ScriptRegistration:
    """The scripts of one session that its client was told of."""

    def __init__(self, server: LanguageServer, scripts: HookScripts, options: Options) -> None:
        self._server, self._scripts, self._options = server, scripts, options
        self._told = set[str]()
        self._telling = asyncio.Lock()

    async def tell(self) -> None:
        """Tells the client which scripts there are that it does not know of yet."""
        if not self._options.client.opens_as_told:
            return
        async with self._telling:
            new = sorted(await self._scripts.paths() - self._told)
            if new:
                self._told.update(new)
                made = _registrations(new, len(self._told), pulls=self._options.client.diagnostics.pulls)
                await self._server.client_register_capability_async(types.RegistrationParams(made))


def _registrations(paths: Iterable[str], number: int, *, pulls: bool) -> list[types.Registration]:
    """What the server answers in the scripts; documents come last, so that all else is there before they are open."""
    chosen = types.TextDocumentRegistrationOptions(
        [types.TextDocumentFilterPattern(pattern=_pattern(it), scheme="file") for it in paths]
    )
    selector = chosen.document_selector
    wanted: dict[str, Any] = {
        types.TEXT_DOCUMENT_HOVER: chosen,
        types.TEXT_DOCUMENT_REFERENCES: chosen,
        types.TEXT_DOCUMENT_CODE_LENS: chosen,
        types.TEXT_DOCUMENT_COMPLETION: types.CompletionRegistrationOptions(
            trigger_characters=_TRIGGERS, resolve_provider=False, document_selector=selector
        ),
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionRegistrationOptions(
            code_action_kinds=["quickfix", "source.fixAll", "hookwright.run"], document_selector=selector
        ),
    }
    if pulls:
        wanted[types.TEXT_DOCUMENT_DIAGNOSTIC] = types.DiagnosticRegistrationOptions(
            inter_file_dependencies=True,
            workspace_diagnostics=False,
            identifier="hookwright-scripts",
            document_selector=selector,
        )
    wanted |= {
        types.TEXT_DOCUMENT_DID_CLOSE: chosen,
        types.TEXT_DOCUMENT_DID_SAVE: types.TextDocumentSaveRegistrationOptions(document_selector=selector),
        types.TEXT_DOCUMENT_DID_CHANGE: types.TextDocumentChangeRegistrationOptions(
            types.TextDocumentSyncKind.Incremental, selector
        ),
        types.TEXT_DOCUMENT_DID_OPEN: chosen,
    }
    return [types.Registration(f"hookwright-script-{number}-{method}", method, it) for method, it in wanted.items()]


def _pattern(path: str) -> str:
    """A glob that matches the path."""
    return _GLOB.sub("?", path.replace("\\", "/"))
