"""Commands and calls with the effect of one that a guard names: other programs, subcommands and files that do the same.

A guard that lets nobody add a package by `npm install` may not know `npm pkg set`, or an `Edit` of `package.json`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Rewording, Seed, head_of
from hookwright.patterns import late_pattern

_BEFORE = late_pattern(
    r"(?:(?:npx|bunx|pnpm|yarn|uv run|poetry run|cargo|sudo|docker compose exec(?: -T)? \w+|[A-Z_]+=\S+)"
    r" (?:-\S+ )*)+(?=[a-z])"
)
"""What may stand before a program."""
_WORD = late_pattern(r"[a-z][\w:.-]*")
_BLANK = r"(?:\s|\\+s[+*]?|\[\[:space:\]\][+*]?)+"
"""What is between two words in a text, or in a pattern."""
_LEAST_WORDS = 2
"""A program and its subcommand."""
_LEAST_AMONG = 3
"""So many of what a guard names show that it is about all that are like them."""


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """What has the effect of the commands that `of`, a regular expression for the whole command, finds.

    `{name}` in a form stands for what the group `name` of the expression finds.  A guard is meant whose text shows one
    of the `signs`, or any if there are none, and three of those `among`, if there are any; and not one whose text shows
    one of `not_for`.  The `forms` are other commands, the `calls` those of other tools, and the `harmless` ones only
    look like them.  Where such a guard is only about what is `named`, other forms without the name are not meant.
    """

    of: str
    signs: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    not_for: tuple[str, ...] = ()
    named: bool = False
    forms: tuple[Rewording, ...] = ()
    calls: tuple[Call, ...] = ()
    harmless: tuple[Call, ...] = ()


class _Effects(Struct, frozen=True, forbid_unknown_fields=True):
    effects: tuple[Effect, ...]


@lru_cache(maxsize=1)
def effects() -> tuple[Effect, ...]:
    """All that are known."""
    text = (resources.files("hookwright.attacking.forms") / "effects.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _Effects).effects


def with_effects(seed: Seed, texts: Sequence[str]) -> Seed:
    """The seed with other commands of its effect; `texts` are those of the guard.

    A guard that names another subcommand knows it: it stops it, or recommends it.
    """
    every = list(_known(seed.command, texts))
    names = [found["name"] for found, effect in every if effect.named]
    seed = replace(seed, same=tuple(it for it in seed.same if all(name in it.command for name in names)))
    known = {seed.command, *(it.command for it in seed.same)}
    more = {
        command: replace(it, command=command, signs=())
        for found, effect in every
        for it in effect.forms
        if _is_seen(it.signs, texts)
        and (command := _filled(it.command, found)) not in known
        and not _is_named(command, seed.command, texts)
    }
    return replace(seed, same=(*seed.same, *more.values()))


def has_more_effects(command: str, seed: str, texts: Sequence[str]) -> bool:
    """Whether more is known of what does the same as a command than of the command of a seed."""
    of_seed = [it for _, it in _known(seed, texts)]
    return any(it not in of_seed for _, it in _known(command, texts))


def calls_of(seed: Seed, texts: Sequence[str]) -> Iterator[Call]:
    """Calls of other tools with the effect of the seed; `texts` are those of the guard."""
    for found, effect in _known(seed.command, texts):
        yield from (_for(seed, it, found) for it in effect.calls if _is_seen(it.signs, texts))


def harmless_of(seed: Seed, texts: Sequence[str]) -> Iterator[Call]:
    """Calls that only look like such as have the effect of the seed; `texts` are those of the guard."""
    for found, effect in _known(seed.command, texts):
        yield from (_for(seed, it, found) for it in effect.harmless if _is_seen(it.signs, texts))


def _known(command: str, texts: Sequence[str]) -> Iterator[tuple[re.Match[str], Effect]]:
    for it in effects():
        found = re.fullmatch(it.of, command)
        is_unmeant = (it.not_for and _is_seen(it.not_for, texts)) or not (it.named or _has_options(it, command))
        if found and _is_seen(it.signs, texts) and _are_among(it.among, texts) and not is_unmeant:
            yield found, it


def _has_options(effect: Effect, command: str) -> bool:
    """Whether the forms have all options of the command: a guard may only be about one that they do not have."""
    return _options(command) <= {option for form in effect.forms for option in _options(form.command)}


def _options(command: str) -> set[str]:
    return {word.partition("=")[0] for word in command.split() if word.startswith("-")}


def _is_named(command: str, seed: str, texts: Iterable[str]) -> bool:
    """Whether the texts name the program of the command with its subcommand, which is not that of the seed."""
    head = _head(command)
    if len(head) < _LEAST_WORDS or head == _head(seed):
        return False
    named = re.compile(rf"(?<![\w./-]){_BLANK.join(map(re.escape, head))}(?![\w:-])")
    return any(named.search(text) for text in texts)


def _head(command: str) -> list[str]:
    """The words of a command that say which program with which subcommand it is."""
    words = _BEFORE.sub("", command, count=1).split() if _BEFORE.match(command) else command.split()
    count = max(head_of(words), _LEAST_WORDS)
    return [it for it in words[:count] if _WORD.fullmatch(it)]


def _is_seen(signs: Iterable[str], texts: Iterable[str]) -> bool:
    patterns = tuple(signs)
    return not patterns or any(re.search(sign, text) for sign in patterns for text in texts)


def _are_among(signs: Sequence[str], texts: Iterable[str]) -> bool:
    return not signs or sum(any(re.search(sign, text) for text in texts) for sign in signs) >= _LEAST_AMONG


def _for(seed: Seed, it: Call, found: re.Match[str]) -> Call:
    command, content, unless = (_filled(text, found) for text in (it.command, it.content, it.unless))
    return replace(it, seed=seed.name, signs=(), command=command, content=content, unless=unless)


def _filled(form: str, found: re.Match[str]) -> str:
    for name, text in found.groupdict().items():
        form = form.replace(f"{{{name}}}", text or "")
    return form
