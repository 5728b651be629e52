"""Reads a shell command with a parser for bash's grammar, which is loaded when the first command is read."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from hookwright.analysis.shell.faults import fault_in
from hookwright.analysis.shell.values import Command, Fault, Shell, Word

if TYPE_CHECKING:
    from tree_sitter import Parser

_LONGEST_KEPT = 4000
_LONGEST = 100_000
_PLAIN = re.compile(r"[\w@%+:,./-]+(?: +[\w@%+:,./=-]+)*")
_WORD = re.compile(r"[^ ]+")
_RESERVED = frozenset(
    {"case", "coproc", "declare", "do", "done", "elif", "else", "esac", "export", "fi", "for", "function", "if", "in"}
    | {"local", "read", "readonly", "select", "then", "time", "typeset", "unset", "until", "while"}
)


def read_shell(text: str) -> Shell:
    """What the command says; never raises, and runs nothing."""
    if len(text) > _LONGEST or "\0" in text:
        return Shell(readable=False)
    return _remembered(text) if len(text) <= _LONGEST_KEPT else _read(text)


def _read(text: str) -> Shell:
    # Loading the parser is not worth it for the plainest commands.
    if _PLAIN.fullmatch(text) and text.split(" ", 1)[0] not in _RESERVED:
        return _plain(text)
    from hookwright.analysis.shell.walk import walk

    # Every character is as long as it is in UTF-8; half a pair stands for itself.
    source = text.encode("utf-8", "replace")
    root = _parser().parse(source).root_node
    places = _places(text) if len(source) != len(text) else range(len(text) + 1)
    found = walk(root, text, places.__getitem__)
    fault = fault_in(root, source)
    moved = Fault(fault.message, places[fault.start], places[fault.end]) if fault is not None else None
    readable = fault is None and not root.has_error
    return Shell(found.commands, found.uses, found.assigned, found.functions, moved, readable)


# A keystroke changes one command of a file; the others are judged again as they were.
_remembered = lru_cache(maxsize=2048)(_read)


@lru_cache(maxsize=1)
def _parser() -> Parser:
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))


def _plain(text: str) -> Shell:
    words = tuple(Word(it[0], it.start(), it.end(), it[0]) for it in _WORD.finditer(text))
    return Shell((Command(words, (), 0, len(text), None, None, None),))


def _places(text: str) -> list[int]:
    """The index of the character that each byte belongs to, and the text's length at the end."""
    places: list[int] = []
    for index, char in enumerate(text):
        places += [index] * len(char.encode("utf-8", "replace"))
    return [*places, len(text)]
