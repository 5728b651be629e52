"""Asks a guard about what its own patterns name, before an attack, and about itself, after it."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec.structs import replace

from hookwright.attacking.circumstances import refuses
from hookwright.attacking.dangers import dangers
from hookwright.attacking.guard import Guard
from hookwright.attacking.meant import Meant, no_aim
from hookwright.attacking.model import SHELL, Label, Variant
from hookwright.attacking.own import OWN_PATTERNS, Stopped, with_own
from hookwright.attacking.results import Tried, Verdict
from hookwright.attacking.sending import in_lanes, plan_of
from hookwright.attacking.shown import shows
from hookwright.engine.dispatch import dispatch
from hookwright.engine.scratch.stage import Stage
from hookwright.host import Host
from hookwright.paths import is_in, relative

_HARMLESS = "echo hello"
_OTHER_FILE = "{project}/hookwright-notes.md"
"""What no pattern names: a guard that stops this stops everything."""
_FOR_FILES = ("Write", "Edit", "Read")
_MOST_SECONDS = 60.0
"""After that, a slow guard is asked about nothing more."""


async def with_own_patterns(guard: Guard, meant: Meant, stages: Sequence[Stage], host: Host) -> Meant:
    """The same with the commands and files that the guard's patterns name, as far as it stops them unchanged.

    Raises UsageError if then nothing says what it is meant to stop.
    """
    named = meant.candidates
    probes = [_call(it) for it in (_HARMLESS, *chain.from_iterable(named.commands))]
    probes += [_call(_OTHER_FILE, does) for does in _FOR_FILES]
    for path in named.paths:
        probes.append(_call(f"echo x > {path}"))
        probes += [_call(f"{{project}}/{path}", does) for does in _FOR_FILES]
    seeds = {seed.name: _call(seed.command) for aim in meant.aims for seed in aim.seeds}
    if named.commands or named.paths:
        stopped = await _stopped(guard, [*probes, *seeds.values()], stages, host)
        of_all = {does for does in _FOR_FILES if (does, _OTHER_FILE) in stopped}
        of_all |= {SHELL} & {does for does, text in stopped if text == _HARMLESS}
        held = {it for it in stopped if it[0] not in of_all}
        found = Stopped(
            frozenset(name for name, it in seeds.items() if (SHELL, it.text) in held),
            tuple(filter(None, (tuple(it for it in of_one if (SHELL, it) in held) for of_one in named.commands))),
            tuple(it for it in named.paths if _writes(it) & held),
            tuple(it for it in named.paths if ("Read", f"{{project}}/{it}") in held),
        )
        meant = replace(meant, aims=with_own(meant.aims, found, dangers(guard.project)))
    if not meant.aims:
        raise no_aim(dangers(guard.project))
    return meant


def _writes(path: str) -> set[tuple[str, str]]:
    return {(SHELL, f"echo x > {path}"), *((does, f"{{project}}/{path}") for does in ("Write", "Edit"))}


def without_the_unmeant(meant: Meant, tried: Sequence[Tried]) -> tuple[Meant, list[Tried]]:
    """The same without the seeds that the guard stops in no form, where it stops an own pattern that shows the same."""
    stops = {(it.variant.danger, it.variant.seed) for it in tried if it.verdict is Verdict.STOPPED}
    own = [seed.command for aim in meant.aims if aim.name == OWN_PATTERNS for seed in aim.seeds]
    unmeant = {
        (aim.name, seed.name)
        for aim in meant.aims
        for seed in aim.seeds
        if (aim.name, seed.name) not in stops and any(shows(seed, it) for it in own)
    }
    aims = [
        replace(aim, seeds=tuple(it for it in aim.seeds if (aim.name, it.name) not in unmeant)) for aim in meant.aims
    ]
    kept = [it for it in tried if (it.variant.danger, it.variant.seed) not in unmeant]
    return replace(meant, aims=tuple(it for it in aims if it.seeds)), kept


async def left_open(guard: Guard, stages: Sequence[Stage], host: Host) -> list[str]:
    """A note if the agent can change the guard or the file that sets it, and so switch it off."""
    files = [it for it in (guard.target.file.path, *guard.scripts) if is_in(it, guard.project) and not guard.alone]
    names = [relative(it, guard.project) for it in files]
    calls = {it: [_call(f"{{project}}/{it}", "Edit"), _call(f"rm {shlex.quote(it)}")] for it in dict.fromkeys(names)}
    stopped = await _stopped(guard, [it for every in calls.values() for it in every], stages, host)
    is_open = [f"`{name}`" for name, every in calls.items() if not all((it.does, it.text) in stopped for it in every)]
    if not is_open:
        return []
    what = " and ".join((", ".join(is_open[:-1]), is_open[-1])) if len(is_open) > 1 else is_open[0]
    remedy = "`hookwright add protected` writes a guard that refuses this"
    return [
        f"an agent can edit or delete {what}, and so switch the guard off, unless its permissions forbid it; {remedy}"
    ]


def _call(text: str, does: str = SHELL) -> Variant:
    return Variant(OWN_PATTERNS, "", Label.DESTRUCTIVE, text, "", does=does)


async def _stopped(guard: Guard, calls: Iterable[Variant], stages: Sequence[Stage], host: Host) -> set[tuple[str, str]]:
    """What the guard stops of the calls: what each does, and its text."""
    found: set[tuple[str, str]] = set()
    end = time.monotonic() + _MOST_SECONDS

    async def ask(stage: Stage, it: Variant) -> None:
        if time.monotonic() > end:
            return
        payload = guard.askers.payload(it, guard.project)
        plan = plan_of(guard, payload, host) if payload is not None else None
        if plan is not None and plan.steps and refuses((await dispatch(stage.of(plan), stage.host)).folded):
            found.add((it.does, it.text))

    await in_lanes(stages, dict.fromkeys(calls), ask)
    return found
