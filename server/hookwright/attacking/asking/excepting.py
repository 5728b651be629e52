"""Asks a guard which deletions it lets pass beside those that it stops, and which options it wants.

What excuses a command by standing beside it is searched in covering.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.covers import OTHER
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own import exceptions as own_exceptions
from hookwright.attacking.own.exceptions import Exceptions, deletion_of, same_options, with_option
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.meant import Meant

_MOST_SEEDS, _MOST_WORDS, _MOST_OPERANDS = 8, 24, 3
"""Of how many seeds exceptions are looked for, how many words are asked about, and how many are used."""


async def with_exceptions(trial: Trial, meant: Meant) -> Meant:
    """The same, where seeds have forms and harmless calls with what the guard lets pass by an exception."""
    texts = [composed(it) for it in trial.guard.texts]
    words = [*dict.fromkeys(own_exceptions.in_turn(own_exceptions.words(texts)))][:_MOST_WORDS]
    options = own_exceptions.options(texts)
    if not (words or options) or SHELL not in trial.guard.tools:
        return meant
    folders = own_exceptions.folders(trial.guard.project)
    every = [*_seeds(meant.aims)]
    plain = await _stopped(trial, [it.command for it in every])
    seeds = [it for it in every if it.command in plain][:_MOST_SEEDS]
    deletes = any(map(own_exceptions.is_deletion, seeds))
    asked = [deletion_of(it) for it in (*words, *folders, OTHER) if deletes]
    asked += (with_option(seed, it) for seed in seeds for it in _options(seed, options))
    stopped = await _stopped(trial, asked)
    found = {it.name: _found(it, words, options, folders, stopped) for it in seeds}
    return replace(meant, aims=tuple(_with(it, found) for it in meant.aims))


def _seeds(aims: Sequence[Aim]) -> Iterator[Seed]:
    """The first seed of each aim, and then the others."""
    yield from (it.seeds[0] for it in aims if it.seeds)
    yield from (seed for it in aims for seed in it.seeds[1:])


def _options(seed: Seed, options: Sequence[str]) -> Iterator[str]:
    """The options that the seed has not, and that can be written in other ways behind it."""
    return (it for it in options if it not in seed.command and same_options(seed, it))


async def _stopped(trial: Trial, texts: Sequence[str]) -> set[str]:
    return {text for _, text in await trial.refused(map(question, texts))}


def _found(
    seed: Seed, words: Sequence[str], options: Sequence[str], folders: Sequence[str], stopped: Collection[str]
) -> Exceptions:
    operands: list[str] = []
    folder = ""
    if own_exceptions.is_deletion(seed) and deletion_of(OTHER) in stopped:
        operands = [it for it in words if not it.startswith("-") and deletion_of(it) not in stopped]
        folder = next((it for it in folders if it not in operands and deletion_of(it) in stopped), "")
    wanted = tuple(it for it in _options(seed, options) if with_option(seed, it) not in stopped)
    return Exceptions(tuple(operands[:_MOST_OPERANDS]), folder, wanted)


def _with(aim: Aim, found: dict[str, Exceptions]) -> Aim:
    named = [it for it in aim.seeds if it.name in found]
    harmless = [less for it in named for less in own_exceptions.harmless(it, found[it.name])]
    seeds = tuple(
        replace(it, same=(*it.same, *own_exceptions.forms(it, found[it.name]))) if it in named else it
        for it in aim.seeds
    )
    danger = replace(aim.danger, harmless=(*aim.danger.harmless, *harmless))
    return replace(aim, danger=danger, seeds=seeds)
