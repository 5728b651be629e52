"""What the pieces of a shell command are, for an editor to tell apart: programs, scripts, variables, operators."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from operator import itemgetter

from msgspec import Struct

from hookwright.analysis.scripts.in_command import scripts
from hookwright.analysis.scripts.interpreters import Way
from hookwright.analysis.scripts.words import Places
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import CommandKind, PartKind, ShellCommand, Word, WordPart, every_part

_TEST = ("[[", "]]")
_HEADS = frozenset({"for", "case", "select", "function"})
_ASSIGNMENT = late_pattern(r"([A-Za-z_]\w*)\+?=")
_OPTION = late_pattern(r"-[\w-]*")
_NUMBER = late_pattern(r"\d+\Z")


class TokenType(StrEnum):
    """The protocol's names of what a piece is."""

    EVENT = "event"
    CLASS = "class"
    ENUM_MEMBER = "enumMember"
    FUNCTION = "function"
    NAMESPACE = "namespace"
    VARIABLE = "variable"
    PARAMETER = "parameter"
    KEYWORD = "keyword"
    OPERATOR = "operator"
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"
    REGEXP = "regexp"


class Modifier(StrEnum):
    """The protocol's names of what else is to be said of it."""

    OWN = "defaultLibrary"
    OLD = "deprecated"
    SET = "modification"


class CommandToken(Struct, frozen=True):
    """A piece of a string's value, `start` to `end`."""

    start: int
    end: int
    type: TokenType
    modifier: Modifier | None = None


@lru_cache(maxsize=2048)
def command_tokens(text: str, own: frozenset[str]) -> tuple[CommandToken, ...]:
    """The pieces of a command in their order; `own` are the variables that the dialect gives.  Never raises."""
    shell = read_shell(text)
    # The real place of the scripts does not matter: any folder will do.
    places = Places("/", dict.fromkeys((*own, "HOME"), "/"))
    named = frozenset((it.start, it.end) for it in scripts(text, places) if it.way is not Way.PROGRAM)
    painter = _Painter(shell.functions, own, named)
    found = [CommandToken(it.start, it.end, TokenType(it.kind.value)) for it in shell.marks if text[it.start] != "\n"]
    for command in shell.commands:
        found += painter.command(command)
    return tuple(sorted((it for it in found if it.start < it.end), key=lambda it: it.start))


class _Painter(Struct, frozen=True):
    """What a command's functions, the dialect's variables and the scripts that it runs are."""

    functions: frozenset[str]
    own: frozenset[str]
    scripts: frozenset[tuple[int, int]]

    def command(self, command: ShellCommand) -> Iterator[CommandToken]:
        for it in command.assignments:
            yield from self._assignment(it)
        for index, it in enumerate(command.words):
            yield from self._word(it, self._type(command, index))
        for redirection in command.own_redirections:
            yield from self._word(redirection.target, None)

    def _type(self, command: ShellCommand, index: int) -> TokenType | None:
        """What a word is by its place."""
        word = command.words[index]
        if (word.start, word.end) in self.scripts:
            return TokenType.NAMESPACE
        if command.kind is CommandKind.TEST:
            return TokenType.KEYWORD if word.text in _TEST else None
        if index == 0 and command.kind is CommandKind.HEAD and word.text in _HEADS:
            return TokenType.KEYWORD
        return TokenType.FUNCTION if index == 0 and (command.runs or word.text in self.functions) else None

    def _assignment(self, word: Word) -> Iterator[CommandToken]:
        found = _ASSIGNMENT.match(word.text)
        name, equals = (found.end(1), found.end()) if found else (0, 0)
        yield CommandToken(word.start, word.start + name, TokenType.VARIABLE, Modifier.SET)
        yield CommandToken(word.start + name, word.start + equals, TokenType.OPERATOR)
        yield from self._pieces(word, word.start + equals, None)

    def _word(self, word: Word, kind: TokenType | None) -> Iterator[CommandToken]:
        start, option = word.start, _OPTION.match(word.text)
        if kind is None and option is not None and len(option[0]) > 1:
            start += option.end()
            yield CommandToken(word.start, start, TokenType.PARAMETER)
        elif kind is None and _NUMBER.match(word.text):
            kind = TokenType.NUMBER
        yield from self._pieces(word, start, kind)

    def _pieces(self, word: Word, start: int, base: TokenType | None) -> Iterator[CommandToken]:
        """The pieces of a word: what it is by itself, or strings, and the variables between."""
        holes = [it for part in word.parts for it in _holes(part)]
        for hole in holes:
            yield from self._variable(hole)
        place = start
        for begin, after in [*((it.start, it.end) for it in holes), (word.end, word.end)]:
            yield from _between(word, place, begin, base)
            place = max(place, after)

    def _variable(self, part: WordPart) -> Iterator[CommandToken]:
        """A variable, without the commands in it, which have pieces of their own."""
        if _is_variable(part):
            modifier, place = Modifier.OWN if part.text in self.own else None, part.start
            for it in every_part(part.inner):
                if it.kind is PartKind.COMMANDS:
                    yield CommandToken(place, it.start, TokenType.VARIABLE, modifier)
                    place = it.end
            yield CommandToken(place, part.end, TokenType.VARIABLE, modifier)


def _between(word: Word, start: int, end: int, base: TokenType | None) -> Iterator[CommandToken]:
    """The pieces of a word between two places, one for each quote."""
    for begin, after in word.quotes[bisect_right(word.quotes, start, key=itemgetter(1)) :]:
        if begin >= end:
            break
        if base is not None:
            yield CommandToken(start, begin, base)
        yield CommandToken(max(start, begin), min(after, end), base or TokenType.STRING)
        start = min(after, end)
    if base is not None:
        yield CommandToken(start, end, base)


def _holes(part: WordPart) -> Iterator[WordPart]:
    """The variables and substitutions in a part, outermost ones only."""
    if part.kind is PartKind.COMMANDS or _is_variable(part):
        yield part
    else:
        for it in part.inner:
            yield from _holes(it)


def _is_variable(part: WordPart) -> bool:
    return part.kind is PartKind.VARIABLE or (part.kind is PartKind.OTHER and part.text.startswith("${"))
