"""`workspace/didChangeWorkspaceFolders`: the folders follow the editor's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookwright.lsp.session import Session
from hookwright.paths import path_of


def did_change_workspace_folders(session: Session, params: dict[str, Any]) -> None:
    """Adds and removes folders, and judges the documents again, as it may be another project that they are in."""
    event, options = params["event"], session.options
    removed = {path_of(it["uri"]) for it in event["removed"]}
    added = (path_of(it["uri"]) for it in event["added"])
    kept = [it for it in options.folders if it not in removed]
    folders = tuple(dict.fromkeys([*kept, *(it for it in added if it is not None)]))
    session.options = replace(options, folders=folders)
    for document in session.documents.values():
        document.use(session.options)
    session.publish_soon(*session.documents)
    session.hooks_changed()
