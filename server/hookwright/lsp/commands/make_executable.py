"""`hookwright.makeExecutable`: sets the x bits of a script, which no text edit can."""

from __future__ import annotations

from typing import Any

from hookwright.errors import UsageError
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.paths import path_of
from hookwright.workflows.file_writing import make_executable as change


def make_executable(session: Session, argument: dict[str, Any]) -> dict[str, Any]:
    """Nothing; the open documents are judged again.  Untrusted: -32010."""
    session.require_trust()
    uri = read_params(FireParams, argument).uri
    path = path_of(uri)
    if path is None:
        raise UsageError(f"`{uri}` is not a file", "give the `file:` URI of the script")
    change(path)
    session.publish_soon(*session.documents)
    return {}
