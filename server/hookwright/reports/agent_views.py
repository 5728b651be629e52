"""What agents make of a hook, as lines of text: a line for each agent that matters here, and the others by verdict."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from hookwright.reports.across_agents import AgentView
from hookwright.visible import visible_line

_VERDICTS = {True: "fires in", None: "may fire in", False: "does not fire in"}


def view_lines(views: Sequence[AgentView], near: Collection[str]) -> Iterator[str]:
    """The lines for a hook.

    The agents of the ids in `near`, and those that read the hook's file, have a line each.  The names of the others
    follow, with what shows more about one of them.
    """
    rows = [it for it in views if it.dialect.id in near or it.reads is not None]
    others = [it for it in views if it not in rows]
    width = max((len(it.dialect.title) for it in rows), default=0)
    for it in rows:
        yield f"{it.dialect.title:<{width}}  {visible_line(it.line.replace('`', ''))}"
    for fires, words in _VERDICTS.items():
        if names := [it.dialect.title for it in others if it.fires is fires]:
            yield f"{words} {', '.join(names)}"
    if others:
        yield "`--agent ID` says more about one of these; `hookwright dialects` lists the IDs"
