"""Policies, such as "no bare `python`" or "no `cd`": what breaks them by another name, and what does not break them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Rewording, Seed, Swap
from hookwright.attacking.forms.spelling import BUILTINS, simple_words
from hookwright.patterns import late_pattern

_PLAIN = late_pattern(r"[a-z][\w.+-]*")
_WORD = late_pattern(r"(?<![\w./-])[a-z][a-z0-9-]+(?![\w/-])")
_NO_PROGRAM = "true"
"""A program that no policy is about: a guard that refuses the same with it has another reason."""


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that start the same program; of those of one `kind`, one is tried before the others."""

    words: str
    why: str
    kind: str = "other name"


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    """A program, a program with its subcommand, or an option alone, that a guard may forbid.

    `call` is a call of it, for a guard that names nothing else.  `names` start the same, `same` are other commands with
    the effect of `call`, and `harmless` are calls that no such policy means.  `beside` is a command that the policy
    wants instead, which excuses no call of the program beside it.  Where a guard's text has one of the signs in `here`,
    it only means what changes the shell that runs the calls, and no other process.  `help` is the number of words
    before `--help`, where that only prints the help; 0 where it may do something else.

    A guard that lets `call` pass may still forbid `parts` of what the program does: each is the key of another policy.
    One that stops the `control` of such a part, which has the same words without the program, has another reason.
    """

    call: str = ""
    names: tuple[Name, ...] = ()
    same: tuple[Rewording, ...] = ()
    harmless: tuple[Call, ...] = ()
    beside: str = ""
    here: tuple[str, ...] = ()
    help: int = 0
    parts: tuple[str, ...] = ()
    control: str = ""


@lru_cache(maxsize=1)
def policies() -> Mapping[str, Policy]:
    """What is known of programs that a guard may forbid, by the words that they are called with."""
    text = (resources.files("hookwright.attacking.forms") / "policies.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Policy])


def call_of(words: str) -> str | None:
    """A whole call of what a guard names with these words; None if that is not known."""
    found = policies().get(words)
    return found.call if found is not None and found.call else None


def whole_program(command: str) -> str | None:
    """The program that a command stands for as a whole, as the guard names nothing but the program; else None."""
    name = command.split(" ", 1)[0]
    return name if call_of(name) == command else None


def programs_in(text: str) -> Iterator[str]:
    """Whole calls of the programs that a text names in any way, and then those of their parts."""
    named = [policies()[it] for it in dict.fromkeys(_WORD.findall(text)) if call_of(it)]
    yield from (it.call for it in named)
    yield from (policies()[part].call for it in named for part in it.parts)


def parts_of_programs(commands: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Those commands that are parts of what a program does, with the whole call of the program and the control."""
    parts = {
        policies()[part].call: (it.call, policies()[part].control) for it in policies().values() for part in it.parts
    }
    yield from ((it, *parts[it]) for it in commands if it in parts)


def without_program(command: str) -> str:
    """What only prints the words behind the program: a guard that refuses this is not about the program."""
    return f"echo {command.partition(' ')[2].partition(' && ')[0]}"


def is_here(command: str, texts: Iterable[str]) -> bool:
    """Whether a guard with these texts only means the command where it changes the shell that runs the calls."""
    signs = [sign for _, it in _policies_of(command) for sign in it.here]
    return any(re.search(sign, text) for sign in signs for text in texts)


def with_policies(seed: Seed) -> Seed:
    """The seed with other names of its program, and other commands that do the same."""
    swaps = [
        Swap(word=words, instead=it.words, why=it.why, kind=it.kind)
        for words, policy in _policies_of(seed.command)
        for it in policy.names
    ]
    known = _policies_of(seed.command)
    same = [it for words, policy in known if (policy.call or words) == seed.command for it in policy.same]
    beside = tuple(policy.beside for _, policy in _policies_of(seed.command) if policy.beside)
    return replace(seed, swaps=(*seed.swaps, *swaps), same=(*seed.same, *same), beside=beside[:1])


def harmless_beside(seed: Seed, texts: Sequence[str] = ()) -> Iterator[Call]:
    """Calls that the policy of the seed does not mean, though they name its words; `texts` are those of the guard."""
    words = simple_words(seed.command)
    found = _policies_of(seed.command)
    for it in (it for _, policy in found for it in policy.harmless):
        if not it.signs or any(re.search(sign, text) for sign in it.signs for text in texts):
            yield replace(it, seed=seed.name, kind=it.kind or "milder", signs=())
    program = seed.command.split(" ", 1)[0]
    if program in BUILTINS or not _PLAIN.fullmatch(program):
        return
    if words and whole_program(seed.command) is None:
        yield from _help(words, seed, next((policy.help for _, policy in found if policy.help), 0))
    for form, why in (
        ("which {}", "It only says where the program is."),
        ("man {}", "It only shows the manual."),
        ("apropos {}", "It only searches the manuals."),
    ):
        call, control = form.format(program), form.format(_NO_PROGRAM)
        yield Call(command=call, why=why, seed=seed.name, kind="help", unless=control)
    other = "hookwright-notes"
    for form in ("ls docs/{}.md", "ls node_modules/{}", "wc -l docs/about-{}.txt"):
        why = "The name of the program is only a part of a path."
        call, control = form.format(program), form.format(other)
        yield Call(command=call, why=why, seed=seed.name, kind="name in a path", unless=control)


def _help(words: Sequence[str], seed: Seed, count: int) -> Iterator[Call]:
    head = words[:count]
    if head and all(map(_PLAIN.fullmatch, head)):
        # Who forbids the whole program does not want this either.
        asked = f"{words[0]} --version"
        why = "It only prints the help."
        yield Call(command=f"{' '.join(head)} --help", why=why, seed=seed.name, kind="help of it", unless=asked)


def _policies_of(command: str) -> list[tuple[str, Policy]]:
    """What is known of the words that a command begins with, the most words first."""
    words = command.split(" ")
    heads = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return [(it, policies()[it]) for it in heads if it in policies()]
