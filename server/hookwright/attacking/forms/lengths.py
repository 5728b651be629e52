"""Very long calls: what makes a command very long, and how much of it a report shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hookwright.attacking.forms.model import Change
from hookwright.attacking.forms.spelling import Spelled

_COMMENTS = "\n".join(["#" + 4_000 * "\tx"] * 15)
"""Comments of 120,000 characters.

A pipe holds 64 KiB, so a guard's `echo` waits until all is read, and fails if `grep -q` ends at the first line.  Linux
starts no program with an argument of 128 KiB: the command is shorter, and the payload, where a tab is written as two
characters, is longer.
"""
_LONGEST, _BEGINNING = 4_000, 100
"""How many characters of a text are shown as they are, and how many of a longer one."""
_WHY = "Comments change nothing, however long they are. A guard that fails on a call lets it pass."


def very_long(command: str) -> Iterator[Spelled]:
    """The command with comments of 120,000 characters behind it."""
    if "\n" not in command and not command.endswith("\\"):
        yield f"{command}\n{_COMMENTS}", Change("long command", _WHY)


def is_long(text: str) -> bool:
    """Whether a report does not show the whole text, and no hook test has it."""
    return len(text) > _LONGEST


def shown(text: str) -> str:
    """The text as a report shows it: of a very long one the beginning, and its length."""
    return f"{text[:_BEGINNING].expandtabs(1)}... ({len(text):,} characters)" if is_long(text) else text


def shown_in(payload: Mapping[str, Any]) -> dict[str, Any]:
    """A payload as a report shows it."""
    return {key: _shown(it) for key, it in payload.items()}


def _shown(value: Any) -> Any:  # noqa: ANN401  any JSON value
    if isinstance(value, Mapping):
        return shown_in(value)
    if isinstance(value, list | tuple):
        return [_shown(it) for it in value]
    return shown(value) if isinstance(value, str) else value
