"""What the server answers: one file a method, with a handler of the same name, imported when it is first needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hookwright.lsp.capabilities import COMMANDS, OPTIONS
from hookwright.lsp.untyped import untyped

if TYPE_CHECKING:
    from hookwright.lsp.server import Handler, HookwrightServer

# In the order of the specification.
NOTIFICATIONS = {
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL: "work_done_progress_cancel",
    types.TEXT_DOCUMENT_DID_OPEN: "did_open",
    types.TEXT_DOCUMENT_DID_CHANGE: "did_change",
    types.TEXT_DOCUMENT_DID_SAVE: "did_save",
    types.TEXT_DOCUMENT_DID_CLOSE: "did_close",
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: "did_change_configuration",
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: "did_change_watched_files",
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: "did_change_workspace_folders",
}
REQUESTS = {
    types.TEXT_DOCUMENT_DEFINITION: "definition",
    types.TEXT_DOCUMENT_REFERENCES: "references",
    types.TEXT_DOCUMENT_DOCUMENT_LINK: "document_link",
    types.TEXT_DOCUMENT_HOVER: "hover",
    types.TEXT_DOCUMENT_CODE_LENS: "code_lens",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: "semantic_tokens_full",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: "semantic_tokens_range",
    types.TEXT_DOCUMENT_INLAY_HINT: "inlay_hint",
    types.TEXT_DOCUMENT_FOLDING_RANGE: "folding_range",
    types.TEXT_DOCUMENT_SELECTION_RANGE: "selection_range",
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: "document_symbol",
    types.TEXT_DOCUMENT_COMPLETION: "completion",
    types.COMPLETION_ITEM_RESOLVE: "completion_item_resolve",
    types.TEXT_DOCUMENT_DIAGNOSTIC: "diagnostic",
    types.WORKSPACE_DIAGNOSTIC: "workspace_diagnostic",
    types.TEXT_DOCUMENT_CODE_ACTION: "code_action",
    types.TEXT_DOCUMENT_FORMATTING: "formatting",
    types.TEXT_DOCUMENT_RANGE_FORMATTING: "range_formatting",
    types.TEXT_DOCUMENT_PREPARE_RENAME: "prepare_rename",
    types.TEXT_DOCUMENT_RENAME: "rename",
    types.WORKSPACE_SYMBOL: "workspace_symbol",
    types.WORKSPACE_WILL_RENAME_FILES: "will_rename_files",
    "hookwright/dispatch": "dispatch",
    "hookwright/explain": "explain",
    "hookwright/explainHook": "explain_hook",
    "hookwright/plan": "plan",
    "hookwright/fire": "fire",
    "hookwright/samples": "samples",
    "hookwright/saveSample": "save_sample",
    "hookwright/keepSample": "keep_sample",
    "hookwright/status": "status",
    "hookwright/list": "list",
    "hookwright/hooks": "hooks",
    "hookwright/history": "history",
    "hookwright/replay": "replay",
    "hookwright/tests": "tests",
    "hookwright/runTests": "run_tests",
    "hookwright/createTest": "create_test",
    "hookwright/launch": "launch",
    "hookwright/convert": "convert",
}


def register(server: HookwrightServer) -> None:
    """Registers every feature and every command with pygls."""
    for method, name in NOTIFICATIONS.items():
        server.hear(method, untyped(server, _lazy(__name__, name)), OPTIONS.get(method))
    for method, name in REQUESTS.items():
        server.answer(method, untyped(server, _lazy(__name__, name)), OPTIONS.get(method))
    for method, name in COMMANDS.items():
        server.run(method, _lazy("hookwright.lsp.commands", name))


def _lazy(package: str, name: str) -> Handler:
    """The handler of that name, whose module is imported when it is first called: a start has no time for all."""

    def call(session: Any, params: Any) -> Any:  # noqa: ANN401  of the method
        return getattr(import_module(f"{package}.{name}"), name)(session, params)

    return call
