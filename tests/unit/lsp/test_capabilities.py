"""What is promised is what is registered."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.lsp.wires import INITIALIZE, Wire

PULLS = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}

# capability -> the methods that answer it
METHODS = {
    "textDocumentSync": (
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didSave",
        "textDocument/didClose",
    ),
    "completionProvider": ("textDocument/completion", "completionItem/resolve"),
    "hoverProvider": ("textDocument/hover",),
    "definitionProvider": ("textDocument/definition",),
    "referencesProvider": ("textDocument/references",),
    "documentLinkProvider": ("textDocument/documentLink",),
    "documentSymbolProvider": ("textDocument/documentSymbol",),
    "workspaceSymbolProvider": ("workspace/symbol",),
    "semanticTokensProvider": ("textDocument/semanticTokens/full", "textDocument/semanticTokens/range"),
    "inlayHintProvider": ("textDocument/inlayHint",),
    "foldingRangeProvider": ("textDocument/foldingRange",),
    "selectionRangeProvider": ("textDocument/selectionRange",),
    "documentFormattingProvider": ("textDocument/formatting",),
    "documentRangeFormattingProvider": ("textDocument/rangeFormatting",),
    "renameProvider": ("textDocument/prepareRename", "textDocument/rename"),
    "codeLensProvider": ("textDocument/codeLens",),
    "diagnosticProvider": ("textDocument/diagnostic", "workspace/diagnostic"),
    "codeActionProvider": ("textDocument/codeAction",),
    "executeCommandProvider": ("workspace/executeCommand",),
    "workspace": ("workspace/didChangeWorkspaceFolders", "workspace/willRenameFiles"),
}
UNPROMISED = {"initialized", "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles"}


async def _promised(capabilities: Any) -> dict[str, Any]:
    wire = Wire()
    wire.server.protocol.is_initialized = False
    wire.request(1, "initialize", {**INITIALIZE, "capabilities": capabilities})
    found: dict[str, Any] = wire.result()["capabilities"]
    return found


async def test_what_is_promised_is_what_is_registered() -> None:
    registered = set(Wire().server.protocol.fm.features) - {"initialize", "shutdown"}
    promised = {method for methods in METHODS.values() for method in methods} - {"workspace/executeCommand"}
    own = {method for method in registered if method.startswith("hookwright/")}
    running = {
        "launch",
        "prove",
        "attack",
        "dangers",
        "createAttackTest",
        "dispatch",
        "explain",
        "fire",
        "replay",
        "tests",
        "runTests",
    }
    telling = {"plan", "explainHook", "samples", "saveSample", "keepSample", "createTest", "addGuards", "convert"}
    telling |= {"status", "list", "hooks", "history", "moduleTypes", "record", "seen"}
    agents = {f"session/{it}" for it in ("open", "close", "append", "messages", "entries")}
    agents |= {"commands/list", "commands/invoke"}
    assert own == {f"hookwright/{it}" for it in running | telling | agents}
    offered = (await _promised({}))["experimental"]["hookwright"]["methods"]
    assert sorted(offered) == sorted(own)
    assert registered == promised | UNPROMISED | own
    assert set(await _promised(PULLS)) - {"positionEncoding", "experimental"} == set(METHODS)


async def test_a_client_that_is_pushed_to_is_promised_no_diagnostics_to_ask_for() -> None:
    assert "diagnosticProvider" not in await _promised({})
    assert "diagnosticProvider" in await _promised(PULLS)


@pytest.mark.parametrize(("prepares", "promised"), [(True, {"prepareProvider": True}), (False, True)])
async def test_renames_are_promised_as_the_client_understands_it(prepares: bool, promised: object) -> None:
    found = await _promised({"textDocument": {"rename": {"prepareSupport": prepares}}})
    assert found["renameProvider"] == promised
