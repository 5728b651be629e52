"""The guards of a project as `hookwright doctor` shows them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from hookwright.config.workspace import Snapshot
from hookwright.host import Host
from hookwright.workflows.checks import Check, State
from hookwright.workflows.guarding.guard import Guard, GuardState
from hookwright.workflows.guarding.guards import Guards, Known, nothing_known

_STATES = {
    GuardState.HOLDS: State.OK,
    GuardState.LEAKS: State.NOTE,
    GuardState.UNKNOWN: State.NOTE,
    GuardState.DEAD: State.BROKEN,
}
_LONGEST = 80


async def guards_of(snapshots: Sequence[Snapshot], host: Host, known: Known = nothing_known) -> tuple[Guard, ...]:
    """The guards of every agent whose hooks are not switched off, and the other hooks that would not start."""
    looking, found = Guards(host, known=known), list[Guard]()
    for snapshot in snapshots:
        for file in snapshot.files if snapshot.switched_off is None else ():
            found += await looking.of(file)
    return tuple(found)


def guard_checks(guards: Sequence[Guard]) -> Iterator[Check]:
    """Each guard as a thing that was looked at, then the other hooks: a dead one is broken."""
    for it in sorted(guards, key=lambda it: not it.is_guard):
        area = "Guards" if it.is_guard else "Hooks that do not run here"
        says = f"{it.state}: {it.decided.says}" if it.is_guard else it.decided.says
        where = f" ({it.where})" if it.where else ""
        yield Check(area, _named(it), _STATES[it.state], f"{says}{where}", it.decided.repair or None)


def _named(it: Guard) -> str:
    command = " ".join(it.command.split())
    short = command if len(command) <= _LONGEST else command[: _LONGEST - 1] + "…"
    return f"{it.event} of {it.agent}, {os.path.basename(it.source)}: {short}"
