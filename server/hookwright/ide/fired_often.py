"""How often a group has fired lately, in words for its matcher."""

from __future__ import annotations

from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.engine.journal.statistics import HookKey, key_of
from hookwright.model.outcome import identity
from hookwright.text import Route

DAYS = 7


def hooks_of_group(file: HookFile, route: Route) -> tuple[HookKey, ...]:
    """The hooks of the group at a route that can be run, as the journal knows them."""
    for event in file.events:
        for group in event.groups:
            if group.route == route:
                return tuple(key_of(identity(it)) for it in runnable_hooks(file.alone(event, group))[0])
    return ()


def fired_words(times: int) -> str:
    """A sentence; empty where it has not fired, which may only mean that nobody has recorded it."""
    if times <= 0:
        return ""
    return f"Fired {'once' if times == 1 else f'{times} times'} in the last {DAYS} days."
