"""Asks a guard which of its rules stops a seed, before an attack."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import question
from hookwright.attacking.own.covered import questions, with_covered
from hookwright.attacking.own.masked import probes, unmasked
from hookwright.attacking.texts.meant import Meant


async def without_masks(trial: Trial, meant: Meant) -> Meant:
    """The same, where a seed that another rule of the guard stops as well is about something that only it stops.

    Forms that the guard does not cover, such as those about a file that is not there, are left out.
    """
    calls = [
        *map(question, probes(meant.aims)),
        *(question(text, does) for does, text in questions(meant.aims, trial.guard.project)),
    ]
    if not calls:
        return meant
    stopped = await trial.refused(calls)
    covered = with_covered(meant.aims, stopped, trial.guard.texts, trial.guard.project)
    aims, notes = unmasked(covered, {text for _, text in stopped})
    return replace(meant, aims=aims, notes=(*meant.notes, *notes))
