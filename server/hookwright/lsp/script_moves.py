"""What has to change in hook files when scripts get other paths."""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types

from hookwright.ide.references import named_scripts, renamed
from hookwright.lsp.convert import lsp_range
from hookwright.lsp.hook_files import hook_files
from hookwright.lsp.services import Services
from hookwright.paths import is_in, uri_of


def moved_edits(services: Services, paths: Mapping[str, str]) -> dict[str, list[types.TextEdit]]:
    """The text edits by URI; a folder that moves takes what is below it along."""
    found: dict[str, list[types.TextEdit]] = {}
    for file in hook_files(services):
        edits: list[types.TextEdit] = []
        for it in named_scripts(file, services.options.home):
            new = _new_path(it.path, paths)
            change = renamed(it, new) if new is not None else None
            if change is not None:
                edits.append(types.TextEdit(lsp_range(file.tree.lines, change[0]), change[1]))
        if edits:
            found[uri_of(file.path)] = edits
    return found


def _new_path(path: str, moves: Mapping[str, str]) -> str | None:
    for old, new in moves.items():
        if is_in(path, old):
            return new + path[len(old) :]
    return None
