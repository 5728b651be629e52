"""The promise that is sent before pygls is there is one that pygls would make for the same methods."""

from __future__ import annotations

import pkgutil
from typing import Any

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder
from pygls.protocol import default_converter
from tests.unit.lsp.wires import Wire

from hookwright.lsp import commands
from hookwright.lsp.build import build_protocol
from hookwright.lsp.capabilities import CAPABILITIES, COMMANDS
from hookwright.lsp.commands import command

REGISTERED = build_protocol(Wire().session).fm.features
CONVERTER = default_converter()  # type: ignore[no-untyped-call]

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
UNPROMISED = {"window/workDoneProgress/cancel", "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles"}


def as_pygls_would(capabilities: dict[str, Any]) -> dict[str, Any]:
    """What pygls works out from the methods that are registered, with the promised options."""
    promised = CONVERTER.structure(capabilities, types.ServerCapabilities)
    options = {
        "textDocument/completion": promised.completion_provider,
        "textDocument/codeLens": promised.code_lens_provider,
        "textDocument/semanticTokens/full": promised.semantic_tokens_provider.legend
        if promised.semantic_tokens_provider
        else None,
        "textDocument/inlayHint": promised.inlay_hint_provider,
        "textDocument/diagnostic": promised.diagnostic_provider,
        "textDocument/codeAction": promised.code_action_provider,
        "textDocument/rename": promised.rename_provider,
        "textDocument/documentLink": promised.document_link_provider,
        "workspace/willRenameFiles": promised.workspace.file_operations.will_rename
        if promised.workspace and promised.workspace.file_operations
        else None,
    }
    computed = ServerCapabilitiesBuilder(
        types.ClientCapabilities(
            text_document=types.TextDocumentClientCapabilities(
                rename=types.RenameClientCapabilities(prepare_support=True)
            ),
            workspace=types.WorkspaceClientCapabilities(
                file_operations=types.FileOperationClientCapabilities(will_rename=True)
            ),
        ),
        set(REGISTERED),
        {method: it for method, it in options.items() if it is not None},
        capabilities["executeCommandProvider"]["commands"],
        types.TextDocumentSyncKind(capabilities["textDocumentSync"]["change"]),
    ).build()  # type: ignore[no-untyped-call]
    plain: dict[str, Any] = CONVERTER.unstructure(computed)
    return plain


def without_refusals(capabilities: dict[str, Any]) -> dict[str, Any]:
    """Saying no and saying nothing are the same."""
    return {
        key: without_refusals(value) if isinstance(value, dict) else value
        for key, value in capabilities.items()
        if value is not False and value is not None and value != {}
    }


def test_pygls_would_promise_the_same() -> None:
    computed = as_pygls_would(CAPABILITIES)
    # No options are a promise too.
    assert computed["workspaceSymbolProvider"] == {"resolveProvider": False}
    computed["workspaceSymbolProvider"] = True
    assert without_refusals(computed) == without_refusals(CAPABILITIES)


def test_every_promise_is_known_to_the_protocol() -> None:
    assert set(CAPABILITIES) - {"positionEncoding"} == set(METHODS)
    structured = CONVERTER.structure(CAPABILITIES, types.ServerCapabilities)
    assert CONVERTER.unstructure(structured) == CAPABILITIES


def test_what_is_promised_is_what_is_registered() -> None:
    promised = {method for methods in METHODS.values() for method in methods}
    own = {method for method in REGISTERED if method.startswith("hookwright/")}
    running = {"launch", "dispatch", "explain", "fire", "replay", "tests", "runTests"}
    telling = {"plan", "explainHook", "samples", "saveSample", "keepSample", "createTest", "convert"}
    telling |= {"status", "list", "hooks", "history"}
    assert own == {f"hookwright/{it}" for it in running | telling}
    assert set(REGISTERED) == promised | UNPROMISED | own


def test_every_command_has_its_handler_and_every_file_its_command() -> None:
    assert all(callable(command(name)) for name in COMMANDS)
    files = {it.name for it in pkgutil.iter_modules(commands.__path__)}
    assert files == set(COMMANDS.values())
