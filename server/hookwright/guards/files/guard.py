#!/usr/bin/env python3
"""Refuses what its rules refuse, and lets everything else go on.

Each rule is a file in `guard_rules`, which begins with what the rule does not stop.  A guard that reads text keeps an
agent from mistakes.  It is no wall: for that, use the sandbox and the permissions of your agent.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

try:
    from guard_rules import deletion, downloads, history
    from guard_rules.places import Places
    from hook_event import Event, allow, read_event, refuse
    from shell_reader import Unreadable, commands
except Exception as fault:
    # Any other exit code would let every command pass.
    said = f"The guard does not start, so it refuses everything: {fault}. Tell the user."
    print(said, file=sys.stderr)
    sys.exit(2)

# The rules in force.  Take one out to switch it off; `hookwright add` lists more.
RULES = (
    deletion,
    history,
    downloads,
)


def judgments(event: Event) -> Iterator[str | None]:
    """What each rule says of each file and each command that the event is about: a reason to refuse it, or None."""
    places = Places(event.project)
    for rule in RULES:
        if not hasattr(rule, "refusal") and not hasattr(rule, "file_refusal"):
            raise TypeError(f"`{getattr(rule, '__name__', rule)}` has neither `refusal` nor `file_refusal`")
    for path in event.paths:
        for rule in RULES:
            if hasattr(rule, "file_refusal"):
                yield rule.file_refusal(path, places, writes=event.writes)
    for command in commands(event.command, event.folder) if event.command is not None else ():
        for rule in RULES:
            if hasattr(rule, "refusal"):
                yield rule.refusal(command, places)


def reason(event: Event) -> str:
    """Why the event is refused; empty if it is not."""
    try:
        return next(filter(None, judgments(event)), "")
    except Unreadable as wrong:
        return f"the guard cannot read this command ({wrong}); write it in a simpler way"


def main() -> None:
    """Reads the event and answers it; whatever goes wrong is a refusal."""
    try:
        why = reason(read_event())
    except Exception as fault:
        refuse(f"the guard failed ({type(fault).__name__}: {fault}), so it refuses; tell the user")
    if why:
        refuse(why)
    allow()


main()
