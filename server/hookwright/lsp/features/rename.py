"""`textDocument/rename`: an event, a name in all matchers of the file, or a script with every hook that names it."""

from __future__ import annotations

import os.path
from typing import Any

from hookwright.errors import UsageError
from hookwright.ide.references import NamedScript, event_key_at, matcher_names, name_at, require_event_name, script_at
from hookwright.lsp.convert import range_json
from hookwright.lsp.documents import Document
from hookwright.lsp.script_moves import moved_edits
from hookwright.lsp.session import Session
from hookwright.paths import uri_of


def rename(session: Session, params: dict[str, Any]) -> dict[str, Any] | None:
    """A workspace edit; raises UsageError where the new name cannot be one."""
    document = session.document(params)
    file = document.file if document is not None else None
    if document is None or file is None:
        return None
    offset, new = document.offset(params["position"]), params["newName"]
    event = event_key_at(file, offset)
    if event is not None:
        require_event_name(file, new)
        return {"changes": {document.uri: [{"range": range_json(document.lines, event[1]), "newText": new}]}}
    script = script_at(file, offset, session.options.home)
    if script is None:
        return _matchers(document, offset, new)
    return _script(session, script, new) if script.file_name is not None else None


def _script(session: Session, script: NamedScript, new: str) -> dict[str, Any]:
    target = os.path.join(os.path.dirname(script.path), new)
    if not new or "/" in new or not all(char.isalnum() or char in "._-+@%" for char in new):
        raise UsageError(
            f"`{new}` is not a valid name for a script", "use letters, digits and `._-+@%`, without a folder"
        )
    if os.path.exists(target):
        raise UsageError(f"`{target}` already exists", "choose another name")
    changes = moved_edits(session, {script.path: target})
    if not os.path.isfile(script.path):
        return {"changes": changes}
    if not _renames_files(session):
        raise UsageError(
            "This editor does not let servers rename files", "rename the script, then the path in the command"
        )
    documents: list[dict[str, Any]] = [
        {"textDocument": {"uri": uri, "version": _version(session, uri)}, "edits": edits}
        for uri, edits in changes.items()
    ]
    return {
        "documentChanges": [
            *documents,
            {"kind": "rename", "oldUri": uri_of(script.path), "newUri": uri_of(target)},
        ]
    }


def _renames_files(session: Session) -> bool:
    capabilities: Any = session.initialize_params.get("capabilities")
    for key in ("workspace", "workspaceEdit", "resourceOperations"):
        capabilities = capabilities.get(key) if isinstance(capabilities, dict) else None
    return isinstance(capabilities, list) and "rename" in capabilities


def _version(session: Session, uri: str) -> int | None:
    document = session.documents.get(uri)
    return document.version if document is not None else None


def _matchers(document: Document, offset: int, new: str) -> dict[str, Any] | None:
    file = document.file
    found = name_at(file, offset) if file is not None else None
    if file is None or found is None:
        return None
    if not new or any(char in ' \t"\\|,()*' for char in new):
        raise UsageError(
            f"`{new}` is not a valid name in a matcher", "use one without spaces, quotes, `|`, `,`, `*` or brackets"
        )
    spans = [span for text, span in matcher_names(file) if text == found[0]]
    return {"changes": {document.uri: [{"range": range_json(document.lines, it), "newText": new} for it in spans]}}
