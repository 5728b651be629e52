"""What the pieces of a shell command are, for an editor to tell apart: programs, scripts, variables, operators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from hookwright.analysis.scripts.in_command import Places, scripts
from hookwright.shell.words import Word, after_closing, shell_words

_LONGEST = 20_000
_DEEPEST = 8
_KEYWORDS = frozenset(
    {"if", "then", "else", "elif", "fi", "while", "until", "do", "done", "esac", "!", "{", "}", "time", "[[", "]]"}
)
_HEADS = frozenset({"for", "case", "select", "function"})
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=")
_OPTION = re.compile(r"-[\w-]*")
_NUMBER = re.compile(r"\d+\Z")
_BETWEEN = re.compile(r"#[^\n]*|\d*(?:[<>]&|[|&;<>()])+")
_INSIDE = re.compile(
    r"(?P<escape>\\.)|(?P<single>'[^']*'?)|(?P<quote>\")|(?P<open>\$\((?!\())"
    r"|(?P<variable>\$(?:[A-Za-z_]\w*|\{[^}\"]{0,500}+\}|[0-9@*#?$!-]))|(?P<tick>`[^`]*`?)",
    re.DOTALL,
)


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


@dataclass(frozen=True, slots=True)
class CommandToken:
    """A piece of a string's value, `start` to `end`."""

    start: int
    end: int
    type: TokenType
    modifier: Modifier | None = None


@lru_cache(maxsize=2048)
def command_tokens(text: str, own: frozenset[str]) -> tuple[CommandToken, ...]:
    """The pieces of a command in their order; `own` are the variables that the dialect gives.  Never raises."""
    if len(text) > _LONGEST:
        return ()
    return tuple(it for it in _Painter(text, own).paint() if it.start < it.end)


class _Painter:
    """Goes through one command; `depth` counts the substitutions that it stands in."""

    def __init__(self, text: str, own: frozenset[str], depth: int = 0) -> None:
        self._text, self._own, self._depth = text, own, depth
        # Where the scripts really lie does not matter: any folder will do.
        places = Places("/", dict.fromkeys((*own, "HOME"), "/"))
        self._scripts = {(it.start, it.end) for it in scripts(text, places)}
        self._begins, self._targets, self._heredoc = True, False, False

    def paint(self) -> Iterator[CommandToken]:
        place = 0
        for token in shell_words(self._text):
            if not isinstance(token, Word):
                self._begins = self._begins or not token.redirects
                self._targets = token.redirects
                self._heredoc = self._heredoc or token.text in ("<<", "<<-")
                continue
            yield from self._between(place, token.start)
            yield from self._word(token)
            place = token.end
        yield from self._between(place, len(self._text))

    def _between(self, start: int, end: int) -> Iterator[CommandToken]:
        line_end = self._text.find("\n", start, end)
        if self._heredoc and line_end >= 0:
            end, self._heredoc = line_end, False
        for found in _BETWEEN.finditer(self._text, start, end):
            kind = TokenType.COMMENT if found[0].startswith("#") else TokenType.OPERATOR
            yield CommandToken(found.start(), found.end(), kind)

    def _word(self, word: Word) -> Iterator[CommandToken]:
        raw, start, begins = word.raw, word.start, self._begins and not self._targets
        self._targets = False
        assigned = _ASSIGNMENT.match(raw) if begins else None
        option = _OPTION.match(raw)
        if begins and raw in _KEYWORDS | _HEADS:
            self._begins = raw in _KEYWORDS and raw not in ("[[", "]]")
            yield CommandToken(start, word.end, TokenType.KEYWORD)
        elif assigned:
            name, equals = start + len(assigned[1]), start + assigned.end()
            yield CommandToken(start, name, TokenType.VARIABLE, Modifier.SET)
            yield CommandToken(name, equals, TokenType.OPERATOR)
            yield from self._inside(equals, word.end, None)
        elif (start, word.end) in self._scripts:
            self._begins = False
            yield from self._inside(start, word.end, TokenType.NAMESPACE)
        elif begins:
            self._begins = False
            yield from self._inside(start, word.end, TokenType.FUNCTION)
        elif option and len(option[0]) > 1:
            yield CommandToken(start, start + option.end(), TokenType.PARAMETER)
            yield from self._inside(start + option.end(), word.end, None)
        elif raw == "]]":
            yield CommandToken(start, word.end, TokenType.KEYWORD)
        else:
            yield from self._inside(start, word.end, TokenType.NUMBER if _NUMBER.match(raw) else None)

    def _inside(self, start: int, end: int, base: TokenType | None) -> Iterator[CommandToken]:
        """The pieces of a word: what it is by itself, or strings, and the variables and substitutions in them."""
        text, begin, quoted, place = self._text, start, False, start
        while (found := _INSIDE.search(text, place, end)) is not None:
            kind, place = found.lastgroup, found.end()
            if kind == "quote":
                before = found.start() if not quoted else found.end()
                yield from _piece(begin, before, _of(base, quoted=quoted))
                begin, quoted = before, not quoted
            elif kind == "single" and not quoted:
                yield from _piece(begin, found.start(), base)
                yield CommandToken(found.start(), place, base or TokenType.STRING)
                begin = place
            elif kind == "single":
                place = found.start() + 1
            elif kind in ("variable", "open"):
                yield from _piece(begin, found.start(), _of(base, quoted=quoted))
                if kind == "open":
                    place = after_closing(text, place, end)
                    yield from self._substitution(found.start(), place)
                else:
                    name = found[0].strip("${}").partition(":")[0]
                    yield CommandToken(
                        found.start(), place, TokenType.VARIABLE, Modifier.OWN if name in self._own else None
                    )
                begin = place
        yield from _piece(begin, end, _of(base, quoted=quoted))

    def _substitution(self, start: int, end: int) -> Iterator[CommandToken]:
        closed = self._text[end - 1] == ")" and end - 1 >= start + 2
        yield CommandToken(start, start + 2, TokenType.OPERATOR)
        if self._depth < _DEEPEST:
            inner = _Painter(self._text[start + 2 : end - closed], self._own, self._depth + 1)
            for it in inner.paint():
                yield CommandToken(it.start + start + 2, it.end + start + 2, it.type, it.modifier)
        if closed:
            yield CommandToken(end - 1, end, TokenType.OPERATOR)


def _of(base: TokenType | None, *, quoted: bool) -> TokenType | None:
    return base or (TokenType.STRING if quoted else None)


def _piece(start: int, end: int, kind: TokenType | None) -> Iterator[CommandToken]:
    if kind is not None and start < end:
        yield CommandToken(start, end, kind)
