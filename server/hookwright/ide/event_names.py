"""Renaming an event: the key at a place, and whether it may have another name."""

from __future__ import annotations

from hookwright.analysis.suggest import nearest
from hookwright.config.view import EventView, HookFile
from hookwright.errors import UsageError
from hookwright.text import Span


def event_key_at(file: HookFile, offset: int) -> tuple[EventView, Span] | None:
    """The event whose name is at an offset, with the place of that between the quotes; an empty name is none."""
    for event in file.events:
        inner = Span(event.key.start + 1, max(event.key.start + 1, event.key.end - 1))
        if inner.start <= offset <= inner.end:
            named = event.name.strip() and file.tree.text[inner.start : inner.end] == event.name
            return (event, inner) if named else None
    return None


def require_event_name(file: HookFile, new: str) -> None:
    """Raises UsageError where the dialect has no such event, or the file has it already."""
    known = [it.name for it in file.dialect.events]
    if new not in known:
        guess = nearest(new, known)
        remedy = f"did you mean `{guess}`?" if guess else f"use one of {', '.join(known)}"
        raise UsageError(f"{file.dialect.title} has no event `{new}`", remedy)
    if any(it.name == new for it in file.events):
        raise UsageError(f"`{new}` is in this file already", "move the groups below it instead")
