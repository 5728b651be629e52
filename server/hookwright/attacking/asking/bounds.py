"""Finds out whether a guard lets the agent write only in the project, or only to some of its files."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.own import bounds
from hookwright.attacking.own.aims import with_more
from hookwright.attacking.texts.meant import Meant


async def with_bounds(trial: Trial, meant: Meant) -> Meant:
    """The same with what lies outside of what the guard lets the agent write to, if it has such bounds."""
    guard = trial.guard
    if not (meant.by_text or meant.by_asking):
        return meant
    every = bounds.files(guard.project)
    stopped = await trial.refused(bounds.questions(every))
    made = [*bounds.of_outside(every, stopped)]
    before = {seed.name for aim in meant.aims for seed in aim.seeds}
    others = bounds.of_others(every, stopped, guard.dangers, guard.texts)
    made += (it for it in others if it[0].name not in before)
    return replace(meant, aims=with_more(meant.aims, made))
