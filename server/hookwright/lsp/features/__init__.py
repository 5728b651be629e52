"""What the server answers: one file a method, listed here in the order of the specification."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hookwright.lsp.features import (
    code_action,
    code_lens,
    completion,
    did_change,
    did_change_watched_files,
    did_change_workspace_folders,
    did_close,
    did_open,
    did_save,
    dispatch,
    execute_command,
    explain,
    fire,
    hover,
    initialize,
    samples,
)

FEATURES: tuple[tuple[str, Callable[..., Any]], ...] = (
    ("initialize", initialize.initialize),
    ("textDocument/didOpen", did_open.did_open),
    ("textDocument/didChange", did_change.did_change),
    ("textDocument/didSave", did_save.did_save),
    ("textDocument/didClose", did_close.did_close),
    ("textDocument/hover", hover.hover),
    ("textDocument/codeLens", code_lens.code_lens),
    ("textDocument/completion", completion.completion),
    ("textDocument/codeAction", code_action.code_action),
    ("workspace/didChangeWatchedFiles", did_change_watched_files.did_change_watched_files),
    ("workspace/didChangeWorkspaceFolders", did_change_workspace_folders.did_change_workspace_folders),
    ("workspace/executeCommand", execute_command.execute_command),
    ("hookwright/dispatch", dispatch.dispatch),
    ("hookwright/explain", explain.explain),
    ("hookwright/fire", fire.fire),
    ("hookwright/samples", samples.samples),
)
