"""Which events handlers may name, and on which event of a dialect each fires (E2)."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from hookwright.dialects.outlines import OUTLINES
from hookwright.engine.modules.seams import CONTEXT
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import equivalents
from hookwright.model.hook import MODULE, Hook, Scope


@cache
def event_names() -> frozenset[str]:
    """Every event of every dialect, and `context`.

    Of one agent's names that differ in their case alone, only the first counts: in another case, a handler for other
    agents would never be called.
    """
    known = {CONTEXT}
    for it in OUTLINES:
        first = {name.casefold(): name for name in reversed(it.events)}
        known.update(first.values(), equivalents(it.events), it.former_events)
    return frozenset(known)


def unknown_event(name: str) -> str | None:
    """What is wrong with an event's name, with the nearest that there is; None if it is known."""
    return None if name in event_names() else f"`{name}` is not an event: {nearest_event(name)}"


def nearest_event(name: str) -> str:
    """What to do about a name that no event has."""
    # Of names that differ in their case alone, the one that begins with a capital letter is the usual one.
    by_folded = {it.casefold(): it for it in sorted(event_names(), reverse=True)}
    nearest = get_close_matches(name.casefold(), by_folded, n=1)
    return f"did you mean `{by_folded[nearest[0]]}`?" if nearest else "use an event of your agent, or `context`"


def fires_on(dialect: Dialect, name: str, event: str) -> bool:
    """Whether a handler of the event of that name fires on this event of the dialect, under whichever name."""
    row = dialect.event(event)
    names = {event} if row is None else {it.name for it in dialect.spellings(row)}
    return dialect.own_event(name) in names


def handler_hook(scope: Scope, path: str, event: str, name: str, index: int, function: str, seconds: float) -> Hook:
    """A handler as a hook: the `index`-th of those that the module has for the event it calls `name`."""
    return Hook(
        event=event,
        source=path,
        scope=scope,
        route=("handlers", name, index),
        type=MODULE,
        # The same function in two modules is not the same hook.
        body=f"{path}:{function}",
        values={},
        name=function,
        timeout=seconds,
    )
