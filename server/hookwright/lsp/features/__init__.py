"""What the server answers: one file a method, with a handler of the same name, imported when it is first needed.

A handler is called as `handler(session, params)` with plain JSON values and gives one; where that takes time it gives
a coroutine, having done all that the order of messages matters for.
"""

from __future__ import annotations

import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.session import Feature

# In the order of the specification.
FEATURES = {
    "window/workDoneProgress/cancel": "work_done_progress_cancel",
    "textDocument/didOpen": "did_open",
    "textDocument/didChange": "did_change",
    "textDocument/didSave": "did_save",
    "textDocument/didClose": "did_close",
    "textDocument/definition": "definition",
    "textDocument/references": "references",
    "textDocument/documentLink": "document_link",
    "textDocument/hover": "hover",
    "textDocument/codeLens": "code_lens",
    "textDocument/semanticTokens/full": "semantic_tokens_full",
    "textDocument/semanticTokens/range": "semantic_tokens_range",
    "textDocument/inlayHint": "inlay_hint",
    "textDocument/foldingRange": "folding_range",
    "textDocument/selectionRange": "selection_range",
    "textDocument/documentSymbol": "document_symbol",
    "textDocument/completion": "completion",
    "completionItem/resolve": "completion_item_resolve",
    "textDocument/diagnostic": "diagnostic",
    "workspace/diagnostic": "workspace_diagnostic",
    "textDocument/codeAction": "code_action",
    "textDocument/formatting": "formatting",
    "textDocument/rangeFormatting": "range_formatting",
    "textDocument/prepareRename": "prepare_rename",
    "textDocument/rename": "rename",
    "workspace/symbol": "workspace_symbol",
    "workspace/willRenameFiles": "will_rename_files",
    "workspace/didChangeConfiguration": "did_change_configuration",
    "workspace/didChangeWatchedFiles": "did_change_watched_files",
    "workspace/didChangeWorkspaceFolders": "did_change_workspace_folders",
    "workspace/executeCommand": "execute_command",
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

_found: dict[str, Feature] = {}
_finding = threading.Lock()


def feature(method: str) -> Feature | None:
    """The handler of the method; None where hookwright has none.  From any thread."""
    name = FEATURES.get(method)
    if name is None:
        return None
    if method not in _found:
        from importlib import import_module

        # Two threads that import the same packages from two ends would see them half made.
        with _finding:
            _found[method] = getattr(import_module(f"{__name__}.{name}"), name)
    return _found[method]
