"""Edits of several documents as the client takes them: with versions if it can, or asked of it by the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hookwright.config.view import HookFile
from hookwright.lsp.convert import BEGINNING, text_edits
from hookwright.lsp.options import Options
from hookwright.lsp.services import Services
from hookwright.lsp.session import Session
from hookwright.text import Edit

Changes = Mapping[str, Sequence[types.TextEdit]]


def workspace_edit(session: Session, changes: Changes) -> types.WorkspaceEdit:
    """The edits by URI: as document changes, which fit one version of a document only, where the client takes these."""
    if not session.options.client.edits.versions:
        return types.WorkspaceEdit(changes=dict(changes))
    return types.WorkspaceEdit(document_changes=document_edits(session, changes))


def document_edits(session: Session, changes: Changes) -> list[types.TextDocumentEdit]:
    """The edits by URI, with the version of each document that is open."""
    return [_edit(uri, _version(session, uri), edits) for uri, edits in changes.items()]


def can_create(options: Options) -> bool:
    """Whether the client creates the files that an edit names."""
    return options.client.edits.versions and "create" in options.client.edits.file_operations


def created(uri: str, text: str) -> types.WorkspaceEdit:
    """An edit that creates a file; it fails if there is one."""
    return types.WorkspaceEdit(
        document_changes=[types.CreateFile(uri), _edit(uri, None, [types.TextEdit(BEGINNING, text)])]
    )


def _edit(uri: str, version: int | None, edits: Sequence[types.TextEdit]) -> types.TextDocumentEdit:
    return types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), list(edits))


def _version(session: Session, uri: str) -> int | None:
    document = session.documents.get(uri)
    return document.version if document is not None else None


async def applied(services: Services, label: str, uri: str, file: HookFile, edits: Iterable[Edit]) -> bool:
    """Whether the editor has made these edits of the file, which it need not have open; False if it has changed."""
    if (document := services.session.documents.get(uri)) is not None and document.text != file.tree.text:
        return False
    edit = workspace_edit(services.session, {uri: text_edits(file.tree.lines, edits)})
    try:
        answer = await services.server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label))
    except JsonRpcException:
        return False
    return answer.applied
