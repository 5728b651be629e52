"""Edits of several documents as the client takes them: with versions where it can."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.session import Session

Changes = dict[str, list[dict[str, Any]]]


def workspace_edit(session: Session, changes: Changes) -> dict[str, Any]:
    """An LSP workspace edit: `documentChanges`, which fit one version of a document only, else `changes`."""
    if not session.client_can("workspace", "workspaceEdit", "documentChanges"):
        return {"changes": changes}
    documents = [
        {"textDocument": {"uri": uri, "version": _version(session, uri)}, "edits": edits}
        for uri, edits in changes.items()
    ]
    return {"documentChanges": documents}


def can_create(session: Session) -> bool:
    """Whether the client creates the files that an edit names."""
    capabilities: Any = session.initialize_params.get("capabilities")
    for key in ("workspace", "workspaceEdit", "resourceOperations"):
        capabilities = capabilities.get(key) if isinstance(capabilities, dict) else None
    listed = isinstance(capabilities, list) and "create" in capabilities
    return listed and session.client_can("workspace", "workspaceEdit", "documentChanges")


def created(uri: str, text: str) -> dict[str, Any]:
    """An LSP workspace edit that creates a file; it fails where there is one."""
    beginning = {"line": 0, "character": 0}
    edits = [{"range": {"start": beginning, "end": beginning}, "newText": text}]
    document = {"textDocument": {"uri": uri, "version": None}, "edits": edits}
    return {"documentChanges": [{"kind": "create", "uri": uri}, document]}


def _version(session: Session, uri: str) -> int | None:
    document = session.documents.get(uri)
    return document.version if document is not None else None
