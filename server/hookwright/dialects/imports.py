"""The files of Claude Code that other agents read where a setting of theirs says so."""

from __future__ import annotations

from hookwright.model.hook import Scope
from hookwright.model.location import Import, Location

_SETTINGS = (
    Location(Scope.USER, ".claude/settings.json", borrowed=True),
    Location(Scope.PROJECT, ".claude/settings.json", borrowed=True),
    Location(Scope.LOCAL, ".claude/settings.local.json", borrowed=True),
)


def of_claude_code(where: str, *, is_usual: bool = False) -> tuple[Import, ...]:
    """Claude Code's settings, read on a condition, which usually holds or does not."""
    return tuple(Import(it, where, is_usual) for it in _SETTINGS)
