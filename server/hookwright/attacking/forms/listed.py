"""What commands can do that lists of allowed commands have, as people take them for commands that only read."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct

from hookwright.attacking.forms.dangers import Call, Danger, Rewording, Seed

UNKNOWN = ("hookwright-notes --all", "hookwright-tidy notes")
"""What no list of allowed commands has."""
_MOST_BESIDE = 3
"""How many commands of the list stand beside another one."""
_WRITES = ("{} > README.md", "{} >> README.md", "{} | tee README.md")
_RUNS = (
    ("{} & {other}", "A single `&` starts both commands.", "in the background"),
    ("{} $({other})", "The shell runs the substitution first.", "substitution"),
    ("{} <({other})", "The shell runs the substitution, too.", "substitution of a file"),
    ("{} | xargs {other}", "`xargs` runs the program behind it.", "behind `xargs`"),
    ("{} || {other}; {other}", "The last command runs in any case.", "behind two signs"),
)
_SAME = (
    ("{} 2>&1", "It only joins what the command prints.", "joined outputs"),
    ("{} 2>/dev/null", "It only hides errors.", "hidden errors"),
    ("{} && {other}", "The guard lets each of the two commands pass.", "two commands"),
    ("{} | {other}", "The guard lets each of the two commands pass.", "pipe"),
    ("cd . && {}", "`cd .` stays in the folder.", "same folder"),
)
_READS_PIPE = ("head -n 3 README.md", "wc -l README.md", "cat README.md")


class Listed(Struct, frozen=True, forbid_unknown_fields=True):
    """A command that a list has, what its program can do beside, and what only reads as well."""

    plain: str
    harm: tuple[Rewording, ...] = ()
    harmless: tuple[Rewording, ...] = ()


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    listed: tuple[Listed, ...]


@lru_cache(maxsize=1)
def listed() -> tuple[Listed, ...]:
    """Every command that is known."""
    text = (resources.files("hookwright.attacking.forms") / "listed.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _File).listed


def danger_of(allowed: Sequence[Listed], project: str, own: Collection[str] = ()) -> Danger:
    """What a guard with a list is to stop, where it lets the plain commands pass; `own` are others that it has.

    The first seed is a command that such a list does not have, and the others do harm with a command of the list.
    """
    plain = [*own, *(it.plain for it in allowed)]
    beside = _shortest(plain)
    other = other_command(project)
    first = Seed(
        name="other command",
        command=other,
        why="No list of commands that only read has it, and it deletes what is in the project.",
        same=tuple(_joined(beside[0], other)) if beside else (),
        beside=beside,
    )
    harms = (_seed(it) for it in allowed if it.harm)
    return Danger(
        does="does what no command of its list is for", seeds=(first, *harms), harmless=tuple(_harmless(allowed, plain))
    )


def _seed(it: Listed) -> Seed:
    first, *more = it.harm
    return Seed(name=it.plain[:40], command=first.command, why=first.why, same=tuple(more))


def _shortest(plain: Sequence[str]) -> tuple[str, ...]:
    """Some of the commands, the shortest ones first, and one of each program."""
    of_programs = {it.split(" ", 1)[0]: it for it in sorted(plain, key=len, reverse=True)}
    return tuple(sorted(of_programs.values(), key=len))[:_MOST_BESIDE]


def other_command(project: str) -> str:
    """A command that deletes something of the project."""
    return "rm -rf src" if os.path.isdir(os.path.join(project, "src")) else "rm -f README.md"


def _joined(plain: str, other: str) -> Iterator[Rewording]:
    """What begins with a command of the list, and writes a file or runs the other command."""
    for form in _WRITES:
        why = "The command itself only reads, and its result is written to a file."
        yield Rewording(form.format(plain), why, f"written by `{form.split()[1]}`", partial=True)
    for form, why, kind in _RUNS:
        yield Rewording(form.format(plain, other=other), why, kind)


def _harmless(allowed: Sequence[Listed], plain: Sequence[str]) -> Iterator[Call]:
    """Calls that only have commands of the list."""
    for it in allowed:
        for less in it.harmless:
            yield Call(less.why, command=less.command, kind=f"listed: {less.kind}")
    if not plain:
        return
    first = _shortest(plain)[0]
    others = [it for it in plain if it != first]
    behind = next((it.rpartition(" ")[0] for it in _READS_PIPE if it in plain and it != first), "")
    for form, why, kind in _SAME:
        other = behind if kind == "pipe" else next(iter(others), "")
        if other or "{other}" not in form:
            yield Call(why, command=form.format(first, other=other), kind=f"listed: {kind}")
