"""Asks a guard which commands of its patterns it stops, and which of its words are programs that it forbids."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hookwright.attacking.asking.trial import Key, Trial
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.forms.policies import parts_of_programs, whole_program, without_program
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.named_commands import without_wrappers
from hookwright.attacking.texts.shown import only_in_signs

_OTHER_WORD = "hookwright-notes"
"""What no pattern names."""


async def stopped_commands(trial: Trial, meant: Meant, held: Collection[Key]) -> tuple[tuple[str, ...], ...]:
    """The commands of each pattern that the guard stops, and calls of words that it stops as programs, not as words.

    A program that the guard only names where it is about a known command is none: a pattern for that may stop more.
    """
    named = meant.candidates
    seeds = [] if meant.by_asking else [seed for aim in meant.aims for seed in aim.seeds]
    every = [tuple(it for it in of_one if (SHELL, it) in held) for of_one in named.commands]
    whole = [it for of_one in every for it in of_one if whole_program(it)]
    calls = {it: f"{it} --all" for it in named.words}
    plain = {it: f"{whole_program(it)} {_OTHER_WORD}" for it in whole}
    parts = list(parts_of_programs(it for of_one in every for it in of_one))
    asked = [*map(without_program, whole), *plain.values(), *calls.values(), *(f"echo {it}" for it in calls.values())]
    asked += [control for _, _, control in parts]
    stopped = {text for _, text in await trial.refused(map(question, asked))} if asked else set()
    unmeant = {it for it in whole if without_program(it) in stopped}
    unmeant |= {it for it in whole if only_in_signs(whole_program(it) or it, trial.guard.texts, seeds)}
    unmeant |= {it for it, program, control in parts if (SHELL, program) in held or control in stopped}
    unmeant |= _twice((it for of_one in every for it in of_one), {it for it, text in plain.items() if text in stopped})
    kept = (tuple(it for it in of_one if it not in unmeant) for of_one in every)
    words = ((it,) for it in calls.values() if it in stopped and f"echo {it}" not in stopped)
    return tuple(filter(None, (*kept, *words)))


def _twice(commands: Iterable[str], whole: Collection[str]) -> set[str]:
    """The commands that others stand for: one with `sudo`, each of a `whole` program that the guard forbids.

    Where it forbids no whole program, the one that stands for it does not count beside one with the same subcommand.
    """
    every = list(dict.fromkeys(commands))
    found = {it for it in every if without_wrappers(it) != it and without_wrappers(it) in every}
    for it in filter(whole_program, every):
        words = it.split()
        if it in whole:
            found |= {other for other in every if other != it and other.split()[:1] == words[:1]}
        elif any(other != it and other.split()[:2] == words[:2] for other in every):
            found.add(it)
    return found
