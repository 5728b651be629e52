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

from hookwright.attacking.forms.dangers import Call, Rewording, Seed
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.variants import OF_NAMES, Aim
from hookwright.attacking.own.aims import OWN_PATTERNS

_TOOLS = ("Read", "Edit", "Write")
_OTHER = "{project}/hookwright-notes.md"
"""What is in no family: a guard that stops this by a tool stops everything by it."""
_DANGERS = ("secrets", "protected", OWN_PATTERNS)
"""The dangers with seeds about files."""
_ENV = "env file"
"""The seed with commands that print files with secrets."""
_TEMPLATE = "template"
"""How the kinds of files begin that have the names of secrets alone."""
_SEVERAL, _MOST_BY_SHELL = 2, 4
"""So many families of secrets show that a guard is about secrets of all sorts; so many files are printed by a shell."""

_Asked = tuple[str, str]
"""The usual name of a tool, and a path."""


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """A file, and why it is of the family or not; of those of a `kind`, one is tried before the others.

    Where it has none, its kind is its family.  With `signs`, only a guard whose text matches one of them is about it.
    """

    path: str
    why: str
    kind: str = ""
    signs: tuple[str, ...] = ()


class Family(Struct, frozen=True, forbid_unknown_fields=True):
    """Files of one sort, such as private keys or tests.

    A guard is about all `names` of the family if its text matches one of the `signs`, and it stops at least so many of
    the `known` ones by one tool.  The `harmless` ones look like them, and are none.

    Those `apart` have secrets: a guard that stops files of several other families with secrets, and not of this one, is
    about them as well.
    """

    signs: tuple[str, ...]
    known: tuple[str, ...]
    names: tuple[Name, ...]
    harmless: tuple[Name, ...] = ()
    least: int = 2
    apart: tuple[Name, ...] = ()


@lru_cache(maxsize=1)
def _families() -> tuple[Family, ...]:
    text = (resources.files("hookwright.attacking.own") / "secret_names.toml").read_text("utf-8")
    every = msgspec.convert(tomllib.loads(text), dict[str, Family])
    return tuple(
        replace(it, names=_in_kinds(it.names, name), apart=_in_kinds(it.apart, name)) for name, it in every.items()
    )


def _in_kinds(names: Iterable[Name], family: str) -> tuple[Name, ...]:
    return tuple(replace(it, kind=it.kind or family) for it in names)


def families(texts: Iterable[str]) -> tuple[Family, ...]:
    """The families that the texts of a guard show, without harmless files that it names itself."""
    text = "\n".join(texts)
    plain = text.replace("\\", "")
    shown = (it for it in _families() if any(re.search(sign, text) for sign in it.signs))
    return tuple(replace(it, names=_meant(it, text), harmless=tuple(_not_named(it, plain))) for it in shown)


def _meant(family: Family, text: str) -> tuple[Name, ...]:
    return tuple(it for it in family.names if not it.signs or any(re.search(sign, text) for sign in it.signs))


def _not_named(family: Family, text: str) -> Iterator[Name]:
    """The harmless files whose names the text has not; and those that its rule must not mean.

    A guard names a template to except it, and a known name for other files than this one.
    """
    known = {it.rpartition("/")[2] for it in family.known}
    for it in family.harmless:
        name = it.path.rpartition("/")[2]
        if it.kind.startswith(_TEMPLATE) or name in known or name not in text:
            yield it


def with_others(shown: Sequence[Family]) -> tuple[Family, ...]:
    """The families, with all those of secrets if they have several of these."""
    several = sum(bool(it.apart) for it in shown) >= _SEVERAL
    before = {it.signs for it in shown}
    return (*shown, *(it for it in _families() if it.apart and it.signs not in before)) if several else tuple(shown)


def questions(shown: Sequence[Family], *, by_shell: bool = False) -> Iterator[_Asked]:
    """The calls that tell of which families a guard stops the known files; also commands that print them, if wanted."""
    paths = (_OTHER, *(path for it in shown for path in it.known))
    for does in _TOOLS if shown else ():
        yield from ((does, path) for path in paths)
    yield from ((SHELL, _printed(path)) for path in paths if shown and by_shell)


def with_names(aims: Sequence[Aim], shown: Sequence[Family], stopped: Collection[_Asked]) -> tuple[Aim, ...]:
    """The aims, where a seed about files has the calls about those families that the guard stops known files of."""
    tools = [it for it in _TOOLS if (it, _OTHER) not in stopped]
    found = list(aims)
    held = {family: does for family in shown if (does := _held_by(family, tools, stopped))}
    calls = [(family, does, family.names, family.harmless) for family, does in held.items()]
    of_secrets = [does for family, does in held.items() if family.apart]
    if len(of_secrets) >= _SEVERAL:
        does = of_secrets[0]
        others = (it for it in shown if it.apart and it not in held)
        calls += ((it, does, tuple(_apart(it, does)), ()) for it in others)
    for family, does, names, harmless in calls:
        place = _place(found, family, is_read=does == "Read")
        if place:
            index, seed = place
            found[index] = _with_family(found[index], seed, names, harmless, does)
    return _by_shell(found, [it for it, does in held.items() if it.apart and does == "Read"], stopped)


def _held_by(family: Family, tools: Iterable[str], stopped: Collection[_Asked]) -> str | None:
    """The first tool by which the guard stops enough known files of the family."""
    return next((it for it in tools if sum((it, path) in stopped for path in family.known) >= family.least), None)


def _apart(family: Family, does: str) -> Iterator[Name]:
    """Files with secrets of another sort than those that the guard stops; those of the project if it keeps them."""
    for it in family.apart:
        if does == "Read" or not it.path.startswith("{home}"):
            yield replace(it, why=f"{it.why} The guard stops files with secrets of other sorts.")


def _by_shell(aims: Sequence[Aim], held: Sequence[Family], stopped: Collection[_Asked]) -> tuple[Aim, ...]:
    """The aims, where the seed of printed files has commands that print a file which the guard lets no tool read."""
    paths = [path for it in held for path in it.known if ("Read", path) in stopped]
    passing = [it for it in map(_printed, paths) if (SHELL, it) not in stopped]
    why = "The guard does not let `Read` open the file, and this prints it."
    same = tuple(Rewording(it, why, "file by a shell", partial=True) for it in passing[:_MOST_BY_SHELL])

    def of_seed(seed: Seed) -> Seed:
        is_held = seed.name == _ENV and (SHELL, seed.command) in stopped and (SHELL, _printed(_OTHER)) not in stopped
        return replace(seed, same=(*seed.same, *same)) if is_held else seed

    return tuple(replace(it, seeds=tuple(map(of_seed, it.seeds))) if it.name == "secrets" else it for it in aims)


def _printed(path: str) -> str:
    return f"cat {path.replace('{home}', '~').removeprefix('{project}/')}"


def _place(aims: Sequence[Aim], family: Family, *, is_read: bool) -> tuple[int, Seed] | None:
    """The index of the aim, and its seed, that the family goes with best; None if no aim is about files."""
    every = [(index, seed) for index, aim in enumerate(aims) if aim.name in _DANGERS for seed in aim.seeds]
    return min(every, key=lambda it: _distance(aims[it[0]], it[1], family, is_read=is_read), default=None)


def _distance(aim: Aim, seed: Seed, family: Family, *, is_read: bool) -> tuple[bool, bool]:
    reads = aim.name == "secrets" or seed.name.startswith("read ")
    return not any(re.search(sign, seed.command) for sign in family.signs), reads != is_read


def _with_family(aim: Aim, seed: Seed, names: Sequence[Name], harmless: Sequence[Name], does: str) -> Aim:
    calls = (Call(it.why, does, it.path, seed=seed.name, kind=f"{OF_NAMES}{it.kind}", partial=True) for it in names)
    less = (Call(it.why, does, it.path, seed=seed.name, kind=f"{OF_NAMES}{it.kind}") for it in harmless)
    danger = replace(aim.danger, calls=(*aim.danger.calls, *calls), harmless=(*aim.danger.harmless, *less))
    return replace(aim, danger=danger)
