"""What has to change in hook files when scripts get other paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.ide.references import named_scripts, renamed
from hookwright.lsp.convert import range_json
from hookwright.lsp.hook_files import hook_files
from hookwright.lsp.session import Session
from hookwright.paths import is_in, uri_of


def moved_edits(session: Session, paths: Mapping[str, str]) -> dict[str, list[dict[str, Any]]]:
    """The text edits by URI; a folder that moves takes what is below it along."""
    found: dict[str, list[dict[str, Any]]] = {}
    for file in hook_files(session):
        edits: list[dict[str, Any]] = []
        for it in named_scripts(file, session.options.home):
            new = _new_path(it.path, paths)
            change = renamed(it, new) if new is not None else None
            if change is not None:
                edits.append({"range": range_json(file.tree.lines, change[0]), "newText": change[1]})
        if edits:
            found[uri_of(file.path)] = edits
    return found


def _new_path(path: str, moves: Mapping[str, str]) -> str | None:
    for old, new in moves.items():
        if is_in(path, old):
            return new + path[len(old) :]
    return None
