"""`workspace/willRenameFiles`: hooks follow the scripts that the user renames or moves in the editor."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.script_moves import moved_edits
from hookwright.lsp.session import Session
from hookwright.paths import path_of


def will_rename_files(session: Session, params: dict[str, Any]) -> dict[str, Any] | None:
    """The edits of every hook file that names one of the files; nothing where none does."""
    moves = {path_of(it["oldUri"]): path_of(it["newUri"]) for it in params["files"]}
    changes = moved_edits(session, {old: new for old, new in moves.items() if old is not None and new is not None})
    return {"changes": changes} if changes else None
