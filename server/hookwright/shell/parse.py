"""What is in a shell command, for every rule on variables, words and pipelines.

Three commands of four are plain words, which are read here; for the others a parser of bash's grammar is loaded when
the first of them is read.  Which branch, group and folder a command runs in is told by `shell_commands`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from hookwright.shell.faults import fault_in
from hookwright.shell.tree import Command, Context, Shell, Use, Word

if TYPE_CHECKING:
    from tree_sitter import Parser

_LONG = 4000
_LONGEST = 20_000
# The parser takes time to the square of these: seconds for a few thousand.
_MOST_COSTLY = 1000
_COSTLY = ("|", "<<", "()")
# Words of which nothing but plain characters, quotes and whole variables are a part.
_VARIABLE = r"\$(?:[A-Za-z_]\w*+|\{[A-Za-z_]\w*+\})"
_WORD = rf"""(?:[\w@%+:,./=~-]|{_VARIABLE}|"(?:[^"\\$`!\n]|{_VARIABLE})*"|'[^'\n]*')+"""
_PLAIN = re.compile(rf"(?!\S*=){_WORD}(?: +{_WORD})*", re.ASCII)
_PLAIN_WORD = re.compile(_WORD, re.ASCII)
_PIECE = re.compile(rf"""'(?P<single>[^']*)'|"(?P<double>[^"]*)"|{_VARIABLE}""", re.ASCII)
_USE = re.compile(_VARIABLE, re.ASCII)
_RESERVED = frozenset(
    {"case", "coproc", "declare", "do", "done", "elif", "else", "esac", "export", "fi", "for", "function", "if", "in"}
    | {"local", "read", "readonly", "select", "then", "time", "typeset", "unset", "until", "while"}
)


def read_shell(text: str) -> Shell:
    """What the command says; never raises, and runs nothing."""
    if len(text) > _LONGEST or "\0" in text or any(text.count(it) > _MOST_COSTLY for it in _COSTLY):
        return Shell(readable=False)
    return _remembered(text) if len(text) <= _LONG else _remembered_long(text)


def _read(text: str) -> Shell:
    # Loading the parser is not worth it for the plainest commands, which are most of them.
    if is_plain(text):
        return _plain(text)
    from hookwright.shell.walk import walk

    # Every character is as long as it is in UTF-8; half a pair stands for itself.
    source = text.encode("utf-8", "replace")
    root = _parser().parse(source).root_node
    places = _places(text) if len(source) != len(text) else range(len(text) + 1)
    found = walk(root, text, places.__getitem__)
    fault = fault_in(text)
    readable = fault is None and not root.has_error
    return Shell(found.commands, found.uses, found.assigned, found.functions, fault, readable)


def is_plain(text: str) -> bool:
    """Whether the command is one of words and variables only, which no shell refuses."""
    return _PLAIN.fullmatch(text) is not None and text.split(" ", 1)[0] not in _RESERVED


# A keystroke changes one command of a file; the others are judged again as they were.
_remembered = lru_cache(maxsize=2048)(_read)
_remembered_long = lru_cache(maxsize=16)(_read)


@lru_cache(maxsize=1)
def _parser() -> Parser:
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))


def _plain(text: str) -> Shell:
    words: list[Word] = []
    uses: list[Use] = []
    for found in _PLAIN_WORD.finditer(text):
        expanded = list(_uses(found[0], found.start()))
        bare = None if expanded else _PIECE.sub(lambda it: it["single"] or it["double"] or "", found[0])
        words.append(Word(found[0], found.start(), found.end(), bare))
        uses += expanded
    return Shell((Command(tuple(words), (), 0, len(text), None, None, None),), tuple(uses))


def _uses(word: str, start: int) -> Iterator[Use]:
    """The variables of a plain word that begins at a place."""
    for piece in _PIECE.finditer(word):
        context = Context.BARE if piece["double"] is None else Context.QUOTED
        for it in _USE.finditer(word, *piece.span()) if piece["single"] is None else ():
            braces = it[0].startswith("${")
            name = it[0].strip("${}")
            yield Use(name, start + it.start(), start + it.end(), context, braces, plain=True, command=0, target=None)


def _places(text: str) -> list[int]:
    """The index of the character that each byte belongs to, and the text's length at the end."""
    places: list[int] = []
    for index, char in enumerate(text):
        places += [index] * len(char.encode("utf-8", "replace"))
    return [*places, len(text)]
