"""Asks a guard which words excuse a command that it stops, and adds calls that only have such a word somewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.forms.model import SHELL, question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own import exceptions as own_exceptions
from hookwright.attacking.own.exceptions import (
    OTHER,
    Exceptions,
    behind,
    deletion_of,
    same_options,
    with_option,
    with_word,
)
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.meant import Meant

_MOST_SEEDS, _MOST_BEHIND, _MOST_FOUND = 8, 2, 3
"""Of how many seeds exceptions are looked for, of how many as first commands, and how many are used for each."""
_TOGETHER = 4
"""How many words are asked about at once: one that the guard stops hides that another one is an exception."""
_HARMLESS = "ls"


class _Words(Struct, frozen=True):
    """What the patterns of a guard name, and what may be exceptions: words, and options."""

    words: tuple[str, ...]
    options: tuple[str, ...]


async def with_exceptions(trial: Trial, meant: Meant) -> Meant:
    """The same, where seeds that the guard lets pass by an exception have forms that only mention the exception."""
    texts = [composed(it) for it in trial.guard.texts]
    words, options = own_exceptions.words(texts), own_exceptions.options(texts)
    if not (words or options) or SHELL not in trial.guard.tools:
        return meant
    every = [it for it in _seeds(meant.aims) if "\n" not in it.command and "#" not in it.command]
    plain = await _stopped(trial, [it.command for it in every])
    seeds = [it for it in every if it.command in plain][:_MOST_SEEDS]
    found = await _asked(_Words(words, options), seeds, trial) if seeds else {}
    return replace(meant, aims=tuple(_with(it, found) for it in meant.aims))


async def _asked(named: _Words, seeds: Sequence[Seed], trial: Trial) -> dict[str, Exceptions]:
    """The exceptions of each seed, by its name, as far as the guard has some of what its text names."""
    folders = own_exceptions.folders(trial.guard.project)
    first = own_exceptions.begins(named.words)
    # If some words together excuse nothing, no single one of them is asked about.
    some = [tuple(named.words[at : at + _TOGETHER]) for at in range(0, len(named.words), _TOGETHER)]
    asked = [text for it in seeds for text in (with_word(it, OTHER), behind(it, _HARMLESS))]
    asked += (with_word(it, " ".join(every)) for it in seeds for every in some)
    asked += (behind(it, word) for it in seeds[:_MOST_BEHIND] for word in first)
    deletes = any(map(own_exceptions.is_deletion, seeds))
    asked += (deletion_of(it) for it in (*named.words, *folders, OTHER) if deletes)
    of_options = {text for it in seeds for option in named.options for text in _of_option(it, option)}
    stopped = await _stopped(trial, [*asked, *sorted(of_options)])
    held = [it for it in seeds if with_word(it, OTHER) in stopped]
    each = {
        with_word(it, word)
        for it in held
        for every in some
        if with_word(it, " ".join(every)) not in stopped
        for word in every
    }
    alone = await _stopped(trial, sorted(each)) if each else set()
    passed = (each - alone) | (of_options - stopped)
    led = {it.name: _led(it, first, stopped) for it in held if it in seeds[:_MOST_BEHIND]}
    return {it.name: replace(_found(it, named, folders, stopped, passed), first=led.get(it.name, ())) for it in held}


def _of_option(seed: Seed, option: str) -> tuple[str, ...]:
    """The questions about an option that the seed has not: somewhere, and where it is written in other ways, as its."""
    if option in seed.command:
        return ()
    return (with_word(seed, option), *((with_option(seed, option),) if same_options(seed, option) else ()))


def _seeds(aims: Sequence[Aim]) -> Iterator[Seed]:
    """The first seed of each aim, and then the others."""
    yield from (it.seeds[0] for it in aims if it.seeds)
    yield from (seed for it in aims for seed in it.seeds[1:])


async def _stopped(trial: Trial, texts: Sequence[str]) -> set[str]:
    return {text for _, text in await trial.refused(map(question, texts))}


def _found(
    seed: Seed, named: _Words, folders: Sequence[str], stopped: Collection[str], passed: Collection[str]
) -> Exceptions:
    operands: list[str] = []
    folder = ""
    if own_exceptions.is_deletion(seed) and deletion_of(OTHER) in stopped:
        operands = [it for it in named.words if not it.startswith("-") and deletion_of(it) not in stopped]
        folder = next((it for it in folders if it not in operands and deletion_of(it) in stopped), "")
    every = dict.fromkeys((*named.options, *named.words))
    anywhere = [it for it in every if with_word(seed, it) in passed]
    wanted = tuple(it for it in named.options if with_option(seed, it) in passed)
    return Exceptions(tuple(anywhere[:_MOST_FOUND]), tuple(operands[:_MOST_FOUND]), folder, options=wanted)


def _led(seed: Seed, first: Sequence[str], stopped: Collection[str]) -> tuple[str, ...]:
    """The commands behind which the guard lets the seed pass, if it stops it behind another one."""
    if behind(seed, _HARMLESS) not in stopped:
        return ()
    return tuple(it for it in first if it not in seed.command and behind(seed, it) not in stopped)[:_MOST_FOUND]


def _with(aim: Aim, found: dict[str, Exceptions]) -> Aim:
    named = [it for it in aim.seeds if it.name in found]
    harmless = [less for it in named for less in own_exceptions.harmless(it, found[it.name])]
    seeds = tuple(
        replace(it, same=(*it.same, *own_exceptions.forms(it, found[it.name]))) if it in named else it
        for it in aim.seeds
    )
    danger = replace(aim.danger, harmless=(*aim.danger.harmless, *harmless))
    return replace(aim, danger=danger, seeds=seeds)
