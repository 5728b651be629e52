"""`hookwright.changeScript`: creates a script, or has its lines end in LF, which editors undo in their own edits."""

from __future__ import annotations

from typing import Any

from hookwright.analysis.rule import ScriptChange
from hookwright.errors import UsageError
from hookwright.lsp.methods import ChangeScriptParams, read_params
from hookwright.lsp.session import Session
from hookwright.paths import path_of
from hookwright.workflows.file_writing import change_script as change


def change_script(session: Session, argument: dict[str, Any]) -> dict[str, Any]:
    """Nothing; the open documents are judged again.  A file that is there is not created.  Untrusted: -32010."""
    session.require_trust()
    params = read_params(ChangeScriptParams, argument)
    path = path_of(params.uri)
    if path is None:
        raise UsageError(f"`{params.uri}` is not a file", "give the `file:` URI of the script")
    change(ScriptChange(path, executable=params.executable, create=params.create, line_feeds=params.line_feeds))
    session.publish_soon(*session.documents)
    return {}
