"""What of a shell text the bash of macOS does not know, which is version 3.2, and what that makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.shell.tree import CommandKind, Shell, ShellCommand, Word

_EXPANSION = late_pattern(r"\$\{\w+(?:\[[^]]*\])?(?:(?P<lower>,,?)|(?P<upper>\^\^?)|@[A-Za-z])")
_OPTION = late_pattern(r"-[A-Za-z]*(?P<newer>[Agn])[A-Za-z]*")
_DECLARES = frozenset({"declare", "local", "typeset"})
_READS = frozenset({"mapfile", "readarray"})
_BEFORE_QUESTIONS = ("[[", "!", "(", "&&", "||")
_JOINED = "|&"
_APPENDED = "&>>"
_SKIPS = "skips the whole command"
_STAYS_EMPTY = "cannot read the substitution around this, which stays empty"
_LOWER, _UPPER = "tr '[:upper:]' '[:lower:]'", "tr '[:lower:]' '[:upper:]'"


class NewerBash(Struct, frozen=True):
    """One kind of it: what bash 3.2 does there, and what to write instead.

    Where it has no `effect`, it is a syntax error: bash ends there with 2.
    """

    what: str
    start: int
    end: int
    effect: str
    instead: str


def newer_bash(text: str, shell: Shell) -> tuple[NewerBash, ...]:
    """Each kind that is in a text, at its first place."""
    found = dict[tuple[str, str], NewerBash]()
    for it in sorted(_every(text, shell), key=lambda it: it.start):
        found.setdefault((it.effect, it.instead), it)
    return tuple(found.values())


def _every(text: str, shell: Shell) -> Iterator[NewerBash]:
    for command in shell.commands:
        yield from _in_command(text, command)
        for it in command.own_redirections:
            if it.operator == _APPENDED:
                yield NewerBash(_APPENDED, it.start, it.start + len(_APPENDED), _unread(command), "write `>> … 2>&1`")
    for one, other in pairwise(shell.commands):
        at = text.find(_JOINED, one.end, other.start) if one.flow.after == _JOINED else -1
        if at >= 0:
            yield NewerBash(_JOINED, at, at + len(_JOINED), _unread(one), "write `2>&1 |`")
    for use in shell.uses:
        found = None if use.plain else _EXPANSION.match(text, use.start)
        if found is not None:
            tool = _LOWER if found["lower"] else _UPPER if found["upper"] else ""
            yield NewerBash(text[use.start : use.end], use.start, use.end, _SKIPS, f"use `{tool}`" if tool else "")


def _in_command(text: str, command: ShellCommand) -> Iterator[NewerBash]:
    words = command.words
    if command.kind is CommandKind.TEST:
        asked = (it for it in words[1:] if it.text == "-v")
        for it in (one for one in asked if text[: one.start].rstrip().endswith(_BEFORE_QUESTIONS)):
            yield NewerBash("[[ -v", it.start, it.end, _unread(command), "write `[[ -n ${NAME+set} ]]`")
    elif command.name in _READS:
        effect = "finds no such command, so the list stays empty"
        yield NewerBash(command.name, words[0].start, words[0].end, effect, "use `while read -r`")
    elif command.name in _DECLARES:
        for it in words[1:]:
            option = _OPTION.fullmatch(it.text)
            if option is not None:
                yield _declared(command, it, option["newer"])


def _unread(command: ShellCommand) -> str:
    """What a syntax error in the command does, other than to end the script."""
    return "" if command.substitution is None else _STAYS_EMPTY


def _declared(command: ShellCommand, option: Word, newer: str) -> NewerBash:
    what, start = f"{command.name} -{newer}", command.words[0].start
    if newer == "A":
        return NewerBash(what, start, option.end, "makes a list without keys of it", "use `case`")
    return NewerBash(what, start, option.end, "does not set the variable", "")
