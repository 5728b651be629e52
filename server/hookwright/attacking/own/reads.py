"""Reads that a guard refuses although it is about changes: its matcher selects `Read` by mistake."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.aims import OWN_PATTERNS
from hookwright.patterns import late_pattern

_Asked = tuple[str, str]
_OF_CHANGES = late_pattern(r"(?i)(?<![a-z])(auto-?)?(modif|edit|overwrit|chang|alter|writ|delete|deleting|deletion)")
_OF_READING = late_pattern(
    r"(?i)(?<![a-z])(read(?!-?only)|view|print|access|expos|leak|reveal|secret|sensitive|credential)"
)
_MOST = 3
"""How many files are read by harmless calls."""


def by_mistake(said: Mapping[_Asked, str]) -> frozenset[_Asked]:
    """The reads of which the guard, in what it says, only forbids changes."""
    reads = ((key, it) for key, it in said.items() if key[0] == "Read")
    return frozenset(key for key, it in reads if _OF_CHANGES.search(it) and not _OF_READING.search(it))


def without_mistakes(said: Mapping[_Asked, str]) -> dict[_Asked, str]:
    """What the guard says of the calls that it means to stop."""
    wrong = by_mistake(said)
    return {key: it for key, it in said.items() if key not in wrong}


def with_reads(aims: Iterable[Aim], mistakes: Collection[_Asked]) -> tuple[Aim, ...]:
    """The aims with harmless calls that read the files of which the guard forbids changes."""
    return tuple(_with(it, mistakes) if it.name == OWN_PATTERNS else it for it in aims)


def _with(aim: Aim, mistakes: Collection[_Asked]) -> Aim:
    more = islice(_calls(aim, mistakes), _MOST)
    return replace(aim, danger=replace(aim.danger, harmless=(*aim.danger.harmless, *more)))


def _calls(aim: Aim, mistakes: Collection[_Asked]) -> Iterator[Call]:
    why = "It only reads the file, and the guard speaks of changes."
    for seed in aim.seeds:
        path = f"{{project}}/{seed.name}"
        if ("Read", path) in mistakes:
            yield Call(why, "Read", path, seed=seed.name)
