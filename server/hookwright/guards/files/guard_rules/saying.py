"""How rules name what they refuse."""

from __future__ import annotations

from shell_reader import UNKNOWN, Command

ONLY_THE_USER = "only the user may do that"
_LONGEST = 80


def named(word: str) -> str:
    """A word as a reason shows it, with dots for what only a run can tell."""
    shown = word.replace(UNKNOWN, "…")
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def shown(command: Command) -> str:
    """A command as a reason shows it."""
    return named(" ".join(command.words))
