"""A hook file after an edit, by reading again only the group, or the members of an object, that the edit is in."""

from __future__ import annotations

from dataclasses import replace

from hookwright.config.read import group_at, view_events
from hookwright.config.view import EventView, HookFile
from hookwright.model.dialect import Dialect
from hookwright.syntax.mend import Change, Mended, mend
from hookwright.syntax.nodes import Kind
from hookwright.text import LineIndex


def reread(file: HookFile, change: Change, lines: LineIndex) -> HookFile | None:
    """The file whose text is now that of the lines; None where all of it is to be read again.

    The file that is given is spent, as its tree is.
    """
    mended = mend(file.tree, change, lines)
    if mended is None:
        return None
    for place, event in enumerate(file.events):
        changed = _changed(file.dialect, event, mended)
        if changed is not None:
            events = (*file.events[:place], changed, *file.events[place + 1 :])
            return replace(file, tree=mended.tree, events=events)
    if any(it.value.kind is Kind.OBJECT and mended.route[: len(it.route)] == it.route for it in file.events):
        # It stands in place of a group, and a group that has changed must be another node.
        return None
    seen = view_events(mended.tree, file.dialect, file.events, manifest=file.manifest)
    return replace(
        file, tree=mended.tree, hooks_node=seen.hooks_node, bases=seen.bases, events=seen.events, frame=object()
    )


def _changed(dialect: Dialect, event: EventView, mended: Mended) -> EventView | None:
    """The event with the new group; None where the old one, which may stand under an equal key, is not in it."""
    if mended.before is mended.after or event.route != mended.route[:-1]:
        return None
    for index, it in enumerate(event.groups):
        if it.node is mended.before:
            group = group_at(dialect, event.name, event.row, mended.route, mended.after)
            return replace(event, groups=(*event.groups[:index], group, *event.groups[index + 1 :]))
    return None
