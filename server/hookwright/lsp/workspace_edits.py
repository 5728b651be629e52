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


def _version(session: Session, uri: str) -> int | None:
    document = session.documents.get(uri)
    return document.version if document is not None else None
