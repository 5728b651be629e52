"""Variables with secrets that a guard names, if it stops a command that prints one, and those that the project has."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Rewording, Seed
from hookwright.attacking.forms.model import SHELL, Variant, question
from hookwright.attacking.forms.variants import Aim
from hookwright.files import read_start
from hookwright.patterns import late_pattern

_DANGER, _SEED, _VARIABLE = "secrets", "variable", "GITHUB_TOKEN"
_PLAIN = "HOME"
"""A variable that is no secret."""
_NAMED = late_pattern(r"\b[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:KEY|TOKEN|SECRET|PASSWORD|URL|DSN)\b")
_FILES = (".env.example", ".env.sample", ".env.template", ".env.dist", ".env")
"""Files with the names of the variables that a project has; their values are never shown."""
_OF_PROJECT = late_pattern(
    rb"(?m)^[ \t]*(?:export )?(?:([A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET|PASSWORD))[ \t]*="
    rb"|([A-Z][A-Z0-9_]*_(?:URL|URI|DSN))[ \t]*=[ \t]*[\"']?[a-z][a-z0-9+]*://[^:@/\s]*:[^@/\s]+@)"
)
"""A variable whose name says that it is a secret, or one with an address that has a password."""
_ADDRESSES = ("_URL", "_URI", "_DSN")
_MOST_BYTES = 64 * 1024
_MOST = 4
_FORMS = ('echo "${}"', "printenv {}")
_OF_PROGRAM = "gh auth"
"""What prints the usual variable without its name."""

_Form = TypeVar("_Form", Rewording, Call)


class Names(Struct, frozen=True):
    """The variables that a guard may be about, and the calls that show which; and `others` that the project has."""

    names: tuple[str, ...]
    others: tuple[str, ...] = ()

    @property
    def calls(self) -> Iterator[Variant]:
        """Commands that print each of them, and the usual one, and one that is no secret."""
        for it in (*self.names, _VARIABLE, _PLAIN):
            yield from _printing(it)


def variables(aims: Iterable[Aim], texts: Sequence[str], project: str) -> Names:
    """The variables with secrets that the texts of a guard name, if it is meant to stop that one is printed.

    The others are those that the project sets in `.env` or a template of it, and no text of the guard names.
    """
    if not any(it.name == _SEED for aim in aims if aim.name == _DANGER for it in aim.seeds):
        return Names(())
    found = dict.fromkeys(it[0] for text in texts for it in _NAMED.finditer(text))
    others = (it for it in _of_project(project) if not any(re.search(rf"\b{it}\b", text) for text in texts))
    return Names(tuple(islice((it for it in found if it != _VARIABLE), _MOST)), tuple(islice(others, _MOST)))


def _of_project(project: str) -> Iterator[str]:
    for name in _FILES:
        with suppress(OSError):
            text = read_start(os.path.join(project, name), _MOST_BYTES)
            yield from (it.decode() for it in dict.fromkeys(map(b"".join, _OF_PROJECT.findall(text))))


def with_variable(aims: Iterable[Aim], names: Names, stopped: Collection[tuple[str, str]]) -> tuple[Aim, ...]:
    """The aims with the first variable that the guard stops the printing of, unless it does so with every secret.

    Those that the project has besides are secrets as well.  What prints any variable, such as `printenv`, tells nothing
    where the guard stops it for one that is no secret.
    """
    forms = [it for it in _FORMS if (SHELL, it.format(_PLAIN)) not in stopped]

    def is_held(name: str) -> bool:
        return any((SHELL, it.format(name)) in stopped for it in forms)

    own = next((it for it in names.names if is_held(it)), None)
    if own is None and not is_held(_VARIABLE):
        return tuple(aims)
    about = None if is_held(_VARIABLE) else own
    made = (_about(it, about) if about is not None and it.name == _DANGER else it for it in aims)
    return tuple(_with_others(it, names.others) if it.name == _DANGER else it for it in made)


def _printing(name: str) -> Iterator[Variant]:
    for form in _FORMS:
        yield question(form.format(name))


def _with_others(aim: Aim, others: Iterable[str]) -> Aim:
    more = tuple(Rewording(_FORMS[0].format(it), _why(it), f"variable of the project: {it}") for it in others)
    return replace(
        aim, seeds=tuple(replace(it, same=(*it.same, *more)) if it.name == _SEED else it for it in aim.seeds)
    )


def _why(name: str) -> str:
    if name.endswith(_ADDRESSES):
        return "The project has this variable, with a password in its address."
    return "The project has this variable, whose name says that it is a secret."


def _about(aim: Aim, name: str) -> Aim:
    seeds = tuple(_named(it, name) if it.name == _SEED else it for it in aim.seeds)
    calls, harmless = (
        tuple(_of(it, name) if it.seed == _SEED else it for it in every)
        for every in (aim.danger.calls, aim.danger.harmless)
    )
    return replace(aim, danger=replace(aim.danger, calls=calls, harmless=harmless), seeds=seeds)


def _named(seed: Seed, name: str) -> Seed:
    same = tuple(_of(it, name) for it in seed.same if not it.command.startswith(_OF_PROGRAM))
    return replace(
        seed,
        command=seed.command.replace(_VARIABLE, name),
        why="It prints a variable that the guard's own text names.",
        same=same,
    )


def _of(form: _Form, name: str) -> _Form:
    why = form.why.replace("the token", "the variable")
    return replace(form, command=form.command.replace(_VARIABLE, name), why=why)
