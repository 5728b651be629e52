"""Other words that start what a guard forbids: other runners, and other ways to call the same one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct

from hookwright.attacking.forms.dangers import Swap
from hookwright.attacking.forms.policies import whole_program

_USUAL = frozenset({"python", "python3", "python3.12", "py", "node", "npm"})
"""What a guard may name without meaning that it is to be used instead."""


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that start the same, each with `{}` for each of `each`; `does` goes on with one of them.

    Where there must be `more`, another word that is no option follows them.
    """

    does: str
    words: tuple[str, ...]
    each: tuple[str, ...] = ()
    more: bool = False


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """Every group, with the names of programs filled in."""
    text = (resources.files("hookwright.attacking.forms") / "runners.toml").read_text("utf-8")
    found = msgspec.convert(tomllib.loads(text)["groups"], tuple[Group, ...])
    return tuple(filled for it in found for filled in _filled(it))


def _filled(group: Group) -> Iterator[Group]:
    if not group.each:
        yield group
    for name in group.each:
        yield Group(group.does, tuple(it.format(name) for it in group.words), (name,), group.more)


def other_runners(command: str, texts: Iterable[str]) -> Iterator[Swap]:
    """What can stand in the place of the words that the command begins with, for a guard with these texts.

    A guard that names a runner may want it instead: then only the usual ones are taken.  Where it forbids a program as
    a whole, only what runs this program is.
    """
    every = tuple(texts)
    program = whole_program(command)
    for group in groups():
        words = _head(command, group)
        if words is None or (program is not None and program not in group.each):
            continue
        own = words.split(" ", 1)[0]
        heads = {it: it.split(" ", 1)[0] for it in group.words}
        others = {it for it in heads.values() if it not in {*_USUAL, *group.each, own} and "/" not in it}
        is_named = any(_names(it, text) for it in others for text in every)
        for it in group.words:
            if it != words and not (is_named and heads[it] in others):
                yield Swap(
                    word=words, instead=it, why=f"`{it}` {group.does}.", kind=f"runner {heads[it]} ({group.does})"
                )


def _head(command: str, group: Group) -> str | None:
    """The words of the group that the command begins with, the longest ones; None if there are none."""
    found = [it for it in group.words if f"{command} ".startswith(f"{it} ") and _has_more(command, it, group)]
    return max(found, key=len, default=None)


def _has_more(command: str, words: str, group: Group) -> bool:
    rest = command[len(words) :].split()
    return not group.more or bool(rest and not rest[0].startswith("-"))


def _names(program: str, text: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(program)}(?![\w-])", text) is not None
