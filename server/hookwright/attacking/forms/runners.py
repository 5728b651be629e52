"""Other words that start what a guard forbids: other runners, other ways to call the same one, other managers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Rewording, Seed, Swap
from hookwright.attacking.forms.policies import whole_program
from hookwright.patterns import late_pattern

_USUAL = frozenset({"python", "python3", "python3.12", "py", "node", "npm"})
"""What a guard may name without meaning that it is to be used instead."""
_OF_MANAGER = {"npx": "npm", "pnpx": "pnpm", "bunx": "bun", "uvx": "uv", "pip3": "pip", "python3": "python"}
"""Programs that belong to a manager of another name."""
_NOT_WANTED = late_pattern(r"(?i)(?:\b(?:not|never|no|avoid|instead of|rather than|over|than|block(?:s|ed)?)|n't)\b")
"""What turns the words behind it around, such as in `use pnpm instead of npm`."""
_WANTS = late_pattern(r"(?i)\b(?:use|uses|using|only|prefers?|enforces?|enforcing|requires?)\b")
_NEAR, _NEGATED = 40, 8
"""How many characters before a name may recommend it, and how many before that may turn it around."""
_OF_ALL = late_pattern(
    r"(?i)\bpackage manag|\bonly (?:uv|poetry|pdm|pixi|pnpm|yarn|bun|npm)\b|\b(?:uv|pnpm|bun)[- ]only\b"
)
"""What a guard says that is about all managers of packages."""


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that start the same, each with `{}` for each of `each`; `does` goes on with one of them.

    Where there must be `more`, another word that is no option follows them.
    """

    does: str
    words: tuple[str, ...]
    each: tuple[str, ...] = ()
    more: bool = False


class Managed(Struct, frozen=True, forbid_unknown_fields=True):
    """A command, and the manager of packages that it is one of."""

    by: str
    command: str


class Managers(Struct, frozen=True, forbid_unknown_fields=True):
    """Commands of several managers `of` the packages of a language, with the same purpose, which `does` says."""

    of: str
    does: str
    calls: tuple[Managed, ...]


class _Runners(Struct, frozen=True, forbid_unknown_fields=True):
    groups: tuple[Group, ...]
    managers: tuple[Managers, ...]


@lru_cache(maxsize=1)
def _read() -> _Runners:
    text = (resources.files("hookwright.attacking.forms") / "runners.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _Runners)


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """Every group, with the names of programs filled in."""
    return tuple(filled for it in _read().groups for filled in _filled(it))


def managers() -> tuple[Managers, ...]:
    """Commands of managers of packages, by their purpose."""
    return _read().managers


def _names_of_all() -> frozenset[str]:
    return frozenset(it.by for table in managers() for it in table.calls) - {"python"}


def _filled(group: Group) -> Iterator[Group]:
    if not group.each:
        yield group
    for name in group.each:
        yield Group(group.does, tuple(it.format(name) for it in group.words), (name,), group.more)


def other_runners(command: str, texts: Iterable[str], stopped: Collection[str] = ()) -> Iterator[Swap]:
    """What can stand in the place of the words that the command begins with, for a guard with these texts.

    A guard that names a runner, and does not stop it as a program of the `stopped` commands, may want it instead: then
    only the usual ones are taken.  One that its texts recommend is wanted, though the guard stops other commands of it.
    Where the guard forbids a program as a whole, only what runs this program is taken.
    """
    every = tuple(texts)
    program = whole_program(command)
    forbidden = {it.split(" ", 1)[0] for it in stopped}
    for group in groups():
        words = _head(command, group)
        if words is None or (program is not None and program not in group.each):
            continue
        own = words.split(" ", 1)[0]
        heads = {it: it.split(" ", 1)[0] for it in group.words}
        others = {it for it in heads.values() if it not in {*_USUAL, *group.each, own, *forbidden} and "/" not in it}
        is_named = any(_names(it, text) for it in others for text in every)
        managed = {it for it in heads.values() if it not in {own, *_USUAL} and _manager(it) in _names_of_all()}
        wanted = {it for it in managed if any(_wants(_manager(it), text) for text in every)}
        for it in group.words:
            if it != words and heads[it] not in wanted and not (is_named and heads[it] in others):
                runner = f"{heads[it]}, with a version" if "@" in it else heads[it]
                yield Swap(word=words, instead=it, why=f"`{it}` {group.does}.", kind=f"runner {runner} ({group.does})")


def other_managers(commands: Sequence[str], texts: Sequence[str]) -> Iterator[tuple[str, Rewording]]:
    """Commands of managers that a guard does not want, each with the first of the stopped commands with its purpose.

    The guard wants a manager that its `texts` recommend, and of which it stops none of the `commands`.
    """
    stopped = {_manager(it) for it in commands}
    # Who forbids two managers and wants a third one is about all.
    is_of_all = len({it for it in stopped if it in _names_of_all()}) > 1 or any(_OF_ALL.search(it) for it in texts)
    for table in managers():
        command = next((it for it in commands if _is_of(it, table) or (is_of_all and _is_beside(it, table))), None)
        names = {it.by for one in managers() if one.of == table.of for it in one.calls} - stopped
        wanted = sorted(name for name in names if any(_wants(name, text) for text in texts))
        if command is None or not wanted:
            continue
        why = f"The guard wants `{wanted[0]}` to be used, and this {table.does}."
        for it in table.calls:
            if it.by not in {*wanted, _manager(command)} and it.command not in commands:
                yield command, Rewording(it.command, why, f"manager {it.by} ({table.does})", partial=True)


def with_other_managers(seed: Seed, commands: Sequence[str], texts: Sequence[str]) -> Seed:
    """The seed of one of the commands that a guard stops, with those of managers that it does not want."""
    return replace(seed, same=(*seed.same, *(it for of, it in other_managers(commands, texts) if of == seed.command)))


def _is_of(command: str, table: Managers) -> bool:
    """Whether a command is one of the purpose, or of a whole program that has one of it."""
    count = 1 if whole_program(command) is not None else 2
    head = command.split()[:count]
    return any(it.command.split()[:count] == head for it in table.calls)


def _is_beside(command: str, table: Managers) -> bool:
    return any(_is_of(command, it) for it in managers() if it.of == table.of)


def _manager(command: str) -> str:
    program = command.split(" ", 1)[0]
    return _OF_MANAGER.get(program, program)


def _wants(name: str, text: str) -> bool:
    """Whether a text recommends the manager, as `use pnpm instead of npm` does."""
    words = [name, *(program for program, manager in _OF_MANAGER.items() if manager == name)]
    named = re.compile(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")
    return any(_is_recommended(text[max(0, it.start() - _NEAR) : it.start()]) for it in named.finditer(text))


def _is_recommended(before: str) -> bool:
    """Whether what is said before a name recommends it."""
    said = re.split(r"[.;\n]", before)[-1]
    found = list(_WANTS.finditer(said))
    if not found or _NOT_WANTED.search(said, found[-1].end()):
        return False
    last = found[-1]
    return _NOT_WANTED.search(said, max(0, last.start() - _NEGATED), last.start()) is None


def _head(command: str, group: Group) -> str | None:
    """The words of the group that the command begins with, the longest ones; None if there are none."""
    found = [it for it in group.words if f"{command} ".startswith(f"{it} ") and _has_more(command, it, group)]
    return max(found, key=len, default=None)


def _has_more(command: str, words: str, group: Group) -> bool:
    rest = command[len(words) :].split()
    return not group.more or bool(rest and not rest[0].startswith("-"))


def _names(program: str, text: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(program)}(?![\w-])", text) is not None
