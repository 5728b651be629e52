"""The fix of a key that is meant to be another event: its new name, or its groups moved to the key that is there."""

from __future__ import annotations

from hookwright.analysis.event_names import misnomer
from hookwright.analysis.moves import merged
from hookwright.analysis.rule import Fix
from hookwright.config.view import EventView, HookFile
from hookwright.syntax.edit import rename_key


def event_fixes(file: HookFile, event: EventView, meant: str | None, *, safe: bool = True) -> tuple[Fix, ...]:
    """The preferred fix, where there is one; never one that would make a second key of the same name."""
    if meant is None or _comes_later(file, event, meant):
        return ()
    there = next((it for it in file.events if it.name == meant), None)
    if there is None:
        title, edits = f"Change to `{meant}`", rename_key(file.tree, event.route, meant)
    else:
        title, edits = f"Move into `{meant}`", merged(file.tree, event.route, there.route)
    return (Fix(title, tuple(edits), preferred=True, safe=safe),) if edits else ()


def _comes_later(file: HookFile, event: EventView, meant: str) -> bool:
    """Whether an earlier key means the same event, so that its fix has to be made first."""
    before = file.events[: next(index for index, it in enumerate(file.events) if it is event)]
    slips = (misnomer(file.dialect, it) for it in before)
    return any(it is not None and it.meant == meant for it in slips) and all(it.name != meant for it in file.events)
