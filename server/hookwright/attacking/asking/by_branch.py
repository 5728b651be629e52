"""Forms that do harm only where one branch is checked out, and such as a guard only stops there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.other_branch import Branches
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Rewording, Seed
from hookwright.attacking.texts.meant import Meant


def with_forms(meant: Meant, guard: Guard, on: Branches) -> tuple[Meant, frozenset[str], frozenset[str]]:
    """The same with the forms of both branches; the commands that do harm on the main one, and on the other one.

    Forms that have signs stay as they are.
    """
    if not on.other:
        return meant, frozenset(), frozenset()
    known = guard.dangers
    here, there = set[str](), set[str]()
    aims = []
    for aim in meant.aims:
        raw = {it.name: it for it in known[aim.name].seeds} if aim.name in known else {}
        seeds = []
        for seed in aim.seeds:
            forms = list(_forms(raw[seed.name], on, guard.main)) if seed.name in raw else []
            here |= {it.command for it in forms if it.on}
            there |= {it.command for it in forms if it.off}
            others = (it for it in seed.same if not it.on and not it.off)
            seeds.append(replace(seed, same=(*others, *forms)))
        aims.append(replace(aim, seeds=tuple(seeds)))
    return replace(meant, aims=tuple(aims)), frozenset(here), frozenset(there)


async def without_allowed_elsewhere(trial: Trial, meant: Meant, on: Branches) -> Meant:
    """The same without forms of what the guard lets pass on the other branch: it only means the main one.

    That it stops the command `also` while the main one is checked out says nothing of such forms.
    """
    also = {it.also for aim in meant.aims for seed in aim.seeds for it in seed.same if it.also}
    if not on.other or on.is_blind or not also:
        return meant
    stopped = await on.stopped_there(trial, also)

    def meant_there(seed: Seed) -> Seed:
        return replace(seed, same=tuple(it for it in seed.same if not it.also or it.also in stopped))

    return replace(meant, aims=tuple(replace(it, seeds=tuple(map(meant_there, it.seeds))) for it in meant.aims))


def _forms(seed: Seed, on: Branches, main: str) -> Iterator[Rewording]:
    """The forms of the seed for one branch, about the branches of the project."""
    for it in seed.same:
        if it.signs or not (it.on or it.off):
            continue
        if on.main == main:
            yield it
        elif it.on and not re.search(rf"\b{main}\b", it.command):
            yield replace(it, why=it.why.replace(f"`{main}`", f"`{on.main}`"))
