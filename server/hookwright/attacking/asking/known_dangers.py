"""Asks a guard about all known dangers, if it stops none of those that its text shows."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.acts import without_acts
from hookwright.attacking.asking.other_branch import COMMIT, PUSH
from hookwright.attacking.asking.probing import with_own_patterns
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.texts.candidates import Candidates
from hookwright.attacking.texts.fitting import fitting
from hookwright.attacking.texts.meant import Meant, by_asking


async def with_known_dangers(trial: Trial, meant: Meant) -> Meant:
    """The same with each other known danger that the guard stops, if it stops no seed of those that its text shows.

    A guard that refuses plain commits or pushes, such as for their message, is not about what else such a call does.
    """
    guard = trial.guard
    seeds = [question(it.command) for aim in meant.aims for it in aim.seeds]
    calls = [question(it.text, it.does) for aim in meant.aims for it in aim.danger.calls]
    if not meant.by_text or await trial.refused(seeds) or await trial.refused(calls):
        return meant
    known = {name: fitting(name, it, guard.project) for name, it in guard.dangers.items()}
    asked = replace(by_asking((), known, guard.project), candidates=Candidates())
    asked = await with_own_patterns(trial, asked)
    plain = await trial.refused(map(question, (COMMIT, PUSH)))
    shown = {it.name for it in meant.aims}
    others = without_acts(asked.aims, [it for it in (COMMIT, PUSH) if (SHELL, it) in plain])
    return replace(meant, aims=(*meant.aims, *(it for it in others if it.name not in shown)))
