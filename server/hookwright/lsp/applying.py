"""Has the editor change a document, and says whether it has done so."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hookwright.config.view import HookFile
from hookwright.lsp.convert import edits_json
from hookwright.lsp.session import Session
from hookwright.lsp.workspace_edits import workspace_edit
from hookwright.text import Edit


async def applied(session: Session, label: str, uri: str, file: HookFile, edits: Iterable[Edit]) -> bool:
    """Whether the editor has made these edits of the file, which it need not have open; False where it has changed."""
    if (document := session.documents.get(uri)) is not None and document.text != file.tree.text:
        return False
    edit = session.server.protocol.converter.structure(
        workspace_edit(session, {uri: edits_json(file.tree.lines, edits)}), types.WorkspaceEdit
    )
    try:
        answer = await session.server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label))
    except JsonRpcException:
        return False
    return answer.applied
