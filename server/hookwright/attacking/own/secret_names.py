"""Files by their names, such as those with secrets: a guard that stops some of a family is attacked with the others."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Seed
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.aims import OWN_PATTERNS

_TOOLS = ("Read", "Edit", "Write")
_OTHER = "{project}/hookwright-notes.md"
"""What is in no family: a guard that stops this by a tool stops everything by it."""
_DANGERS = ("secrets", "protected", OWN_PATTERNS)
"""The dangers with seeds about files."""

_Asked = tuple[str, str]
"""The usual name of a tool, and a path."""


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """A file, and why it is of the family or not; of the harmless ones of a `kind`, one is tried before the others."""

    path: str
    why: str
    kind: str = ""


class Family(Struct, frozen=True, forbid_unknown_fields=True):
    """Files of one sort, such as private keys or tests.

    A guard is about all `names` of the family if its text matches one of the `signs`, and it stops at least so many of
    the `known` ones by one tool.  The `harmless` ones look like them, and are none.
    """

    signs: tuple[str, ...]
    known: tuple[str, ...]
    names: tuple[Name, ...]
    harmless: tuple[Name, ...] = ()
    least: int = 2


@lru_cache(maxsize=1)
def _families() -> tuple[Family, ...]:
    text = (resources.files("hookwright.attacking.own") / "secret_names.toml").read_text("utf-8")
    return tuple(msgspec.convert(tomllib.loads(text), dict[str, Family]).values())


def families(texts: Iterable[str]) -> tuple[Family, ...]:
    """The families that the texts of a guard show."""
    text = "\n".join(texts)
    return tuple(it for it in _families() if any(re.search(sign, text) for sign in it.signs))


def questions(shown: Sequence[Family]) -> Iterator[_Asked]:
    """The calls that tell of which families a guard stops the known files."""
    if shown:
        for does in _TOOLS:
            yield from ((does, path) for path in (_OTHER, *(path for it in shown for path in it.known)))


def with_names(aims: Sequence[Aim], shown: Sequence[Family], stopped: Collection[_Asked]) -> tuple[Aim, ...]:
    """The aims, where a seed about files has the calls about those families that the guard stops known files of."""
    tools = [it for it in _TOOLS if (it, _OTHER) not in stopped]
    found = list(aims)
    for family in shown:
        does = next((it for it in tools if sum((it, path) in stopped for path in family.known) >= family.least), None)
        place = _place(found, family, is_read=does == "Read") if does else None
        if does and place:
            index, seed = place
            found[index] = _with_family(found[index], seed, family, does)
    return tuple(found)


def _place(aims: Sequence[Aim], family: Family, *, is_read: bool) -> tuple[int, Seed] | None:
    """The index of the aim, and its seed, that the family goes with best; None if no aim is about files."""
    every = [(index, seed) for index, aim in enumerate(aims) if aim.name in _DANGERS for seed in aim.seeds]
    return min(every, key=lambda it: _distance(aims[it[0]], it[1], family, is_read=is_read), default=None)


def _distance(aim: Aim, seed: Seed, family: Family, *, is_read: bool) -> tuple[bool, bool]:
    reads = aim.name == "secrets" or seed.name.startswith("read ")
    return not any(re.search(sign, seed.command) for sign in family.signs), reads != is_read


def _with_family(aim: Aim, seed: Seed, family: Family, does: str) -> Aim:
    calls = (Call(it.why, does, it.path, seed=seed.name, partial=True) for it in family.names)
    harmless = (Call(it.why, does, it.path, seed=seed.name, kind=f"name: {it.kind}") for it in family.harmless)
    danger = replace(aim.danger, calls=(*aim.danger.calls, *calls), harmless=(*aim.danger.harmless, *harmless))
    return replace(aim, danger=danger)
