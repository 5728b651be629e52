"""The guards of a project as `hookwright doctor` shows them."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.engine.plan import named_off
from hookwright.host import Host
from hookwright.model.codes import Code
from hookwright.paths import is_in
from hookwright.text import to_pointer
from hookwright.workflows.checks import GUARDS, OTHER_HOOKS, Check, State
from hookwright.workflows.guarding.guard import Guard, GuardState
from hookwright.workflows.guarding.guards import Guards, Known, nothing_known
from hookwright.workflows.guarding.unasked import never

_STATES = {
    GuardState.HOLDS: State.OK,
    GuardState.LEAKS: State.NOTE,
    GuardState.UNKNOWN: State.NOTE,
    GuardState.DEAD: State.BROKEN,
}
_LONGEST = 80


async def guards_of(
    snapshots: Sequence[Snapshot], host: Host, known: Known = nothing_known, *, plugins: Sequence[HookFile] = ()
) -> tuple[Guard, ...]:
    """The guards of every agent, and the other hooks that would not start; `plugins` are hook files of plugins.

    Guards that are switched off are dead; of other hooks that are, nothing is said.
    """
    looking, found = Guards(host, known=known), list[Guard]()
    for snapshot in snapshots:
        for file in snapshot.files:
            off = _switched_off(snapshot, file)
            for it in await looking.of(file):
                why = off.get(it.pointer, off.get(""))
                if why is None:
                    found.append(it)
                elif it.is_guard:
                    repair = f"hookwright check {shlex.quote(file.path)}"
                    found.append(replace(it, decided=never(why, repair)))
    for file in plugins:
        found += await looking.of(file)
    return tuple(found)


def _switched_off(snapshot: Snapshot, file: HookFile) -> dict[str, str]:
    """Why hooks of a file do not run, by their pointers; the empty one stands for all of them."""
    if snapshot.switched_off is not None and not (snapshot.spares_managed and file.scope.is_of_machine):
        return {"": snapshot.switched_off}
    for it in snapshot.problems:
        if it.code is Code.PLUGIN_LEFT_OUT and it.source is not None and is_in(file.path, it.source):
            return {"": it}
    own = (it for it in snapshot.hooks if it.source == file.path)
    named = ((it, named_off(snapshot.dialect, it, snapshot.knobs)) for it in own)
    return {to_pointer(it.route): why for it, why in named if why is not None}


def guard_checks(guards: Sequence[Guard]) -> Iterator[Check]:
    """Each guard as a thing that was looked at, then the other hooks: a dead one is broken."""
    for it in sorted(guards, key=lambda it: not it.is_guard):
        area = GUARDS if it.is_guard else OTHER_HOOKS
        says = f"{it.state}: {it.decided.says}" if it.is_guard else it.decided.says
        yield Check(area, _named(it), _STATES[it.state], says, it.decided.repair or None, it.where)


def _named(it: Guard) -> str:
    command = " ".join(it.command.split())
    short = command if len(command) <= _LONGEST else command[: _LONGEST - 1] + "…"
    return f"{it.event} of {it.agent}, {os.path.basename(it.source)}: {short}"
