"""Tables that decide who reads a file: functions that yield their rows in order.

A row is why, and the answer, None if the row does not apply.  The first row with an answer decides, and those behind it
are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from hookwright.readers.case import Found

Answer = tuple[Found, ...]
Said = TypeVar("Said")
Rows = Iterable[tuple[str, Said | None]]


def first(rows: Rows[Said], nothing: Said) -> Said:
    """The answer of the first row that has one; else `nothing`."""
    return next((said for _, said in rows if said is not None), nothing)


def nobody(holds: bool) -> Answer | None:
    """That no agent reads the file, if that holds."""
    return () if holds else None


def answer_if(found: Answer, holds: bool = True) -> Answer | None:
    """The agents that were found, if that holds and there are some."""
    return found if found and holds else None
