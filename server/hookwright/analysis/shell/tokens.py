"""The tokens of a shell command as bash reads them, from quotes and substitutions to heredocs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

from hookwright.analysis.shell.values import Fault

_DEEPEST = 60
_BLANKS = re.compile(r"(?:[ \t]|\\\n)*+(?:#[^\n]*+)?")
_OPERATOR = re.compile(r"&>>|<<<|<<-|;;&|&&|\|\||;;|;&|\|&|&>|<<|>>|<&|>&|<>|>\||[;&|()<>\n]")
_NUMBER = re.compile(r"(?:\d+|\{[A-Za-z_]\w*\})(?=[<>])")
_RUN = re.compile(r"""[^ \t\n|&;()<>\\'"$`\[]+""")
_IN_DOUBLE = re.compile(r"""[^"\\$`]*""")
_IN_PAIR = re.compile(r"""[^()\[\]\\'"$`]+""")
_IN_BRACES = re.compile(r"""[^}\\'"$`]*""")
_BACKQUOTES = re.compile(r"`(?:[^`\\]|\\.)*+`", re.DOTALL)
_ANSI = re.compile(r"\$'(?:[^'\\]|\\.)*+'", re.DOTALL)
_OF_BRACES = re.compile(r"\$\{[!#]?(?:\w+|[@*?!#-]|\$(?![{(]))?(?:\[[^\]]*\])?")
_NAME = re.compile(r"[A-Za-z_]\w*")
_ASSIGNED = re.compile(r"[A-Za-z_]\w*(?:\[.*\])?\+?=", re.DOTALL)
_SINGLE = re.compile(r"'[^']*'")
_QUOTES = re.compile(r"""\\(.)|['"]""", re.DOTALL)
CLOSED_BY = {
    "if": "fi",
    "while": "done",
    "until": "done",
    "for": "done",
    "select": "done",
    "case": "esac",
    "{": "}",
    "(": ")",
    "((": "))",
    "[[": "]]",
    "[": "]",
    "$(": ")",
    "<(": ")",
    ">(": ")",
    "$((": "))",
    "$[": "]",
    "${": "}",
    "$'": "'",
}


class Refused(Exception):
    """The shell refuses the command."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class GivenUp(Exception):
    """The command is nested too deeply to tell."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token: `kind` is `word`, an operator, or empty at the end of the command."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(slots=True)
class Reader:
    """Where in the command the reading is; `substituted` reads the commands of a substitution, and its `)`."""

    text: str
    substituted: Callable[[Reader], None]
    at: int = 0
    ahead: Token | None = None
    assignable: bool = True
    open: list[Token] = field(default_factory=list)
    heredocs: list[tuple[str, bool]] = field(default_factory=list)
    arithmetic: dict[int, int | None] = field(default_factory=dict)


def peek(r: Reader) -> Token:
    """The next token."""
    if r.ahead is None:
        r.ahead = _token(r)
    return r.ahead


def take(r: Reader) -> Token:
    """The next token, which is then behind."""
    token = peek(r)
    r.at, r.ahead, r.assignable = token.end, None, True
    if token.kind == "\n":
        _skip_heredocs(r)
    return token


def take_pattern(r: Reader, *, regex: bool) -> Token:
    """The right side of a comparison between double brackets, where parentheses and bars may be part of a word."""
    r.at = _BLANKS.match(r.text, r.at).end()  # type: ignore[union-attr]
    r.assignable = False
    token = _word(r, r.at, bars="|" if regex else "", groups="" if regex else "?*+@!")
    r.at, r.ahead = token.end, None
    return token


def opened(r: Reader, text: str, start: int) -> Token:
    """Notes what is open from a place on."""
    r.open.append(Token("open", text, start, start + len(text)))
    if len(r.open) > _DEEPEST:
        raise GivenUp
    return r.open[-1]


def unclosed(r: Reader) -> NoReturn:
    """Refuses the command for what is open at its end."""
    it = r.open[-1]
    quotes = [one.text for one in r.open[-3:]]
    if len(quotes) == 3 and quotes[0] == quotes[2] == '"' and quotes[1] in ("$(", "${"):
        # The last quote was meant to close the first, and what is between them is open.
        it = r.open[-2]
    elif len(r.open) > 1 and r.open[-2].end > it.start:
        # Both begin at the same mark; the longer one says what it is.
        it = r.open[-2]
    marks = (it.text, CLOSED_BY.get(it.text, it.text))
    first, last = (f"`{mark}`" if mark != "`" else "`` ` ``" for mark in marks)
    raise Refused(Fault(f"{first} is not closed by {last}", it.start, it.end))


def after_arithmetic(r: Reader, at: int) -> int | None:
    """Where arithmetic that begins with two parentheses ends; None where they are something else."""
    if at not in r.arithmetic:
        end = _pair(r, at + 1, "(", ")")
        r.arithmetic[at] = end + 1 if r.text.startswith(")", end) else None
    return r.arithmetic[at]


def await_heredoc(r: Reader, operator: Token, word: Token) -> None:
    """Notes a heredoc whose body begins on the next line."""
    r.heredocs.append((_QUOTES.sub(lambda it: it[1] or "", word.text), operator.kind == "<<-"))


def _token(r: Reader) -> Token:
    at = _BLANKS.match(r.text, r.at).end()  # type: ignore[union-attr]
    number = _NUMBER.match(r.text, at)
    mark = number.end() if number else at
    if r.text[mark : mark + 2] not in ("<(", ">("):
        found = _OPERATOR.match(r.text, mark)
        if found is not None:
            return Token(found[0], found[0], mark, found.end())
    if at >= len(r.text):
        return Token("", "", at, at)
    return _word(r, at)


def _word(r: Reader, start: int, bars: str = "", groups: str | None = None) -> Token:
    at, text = start, r.text
    while at < len(text):
        run = _RUN.match(text, at)
        char = text[at]
        if run is not None:
            at = run.end()
        elif char == "\\":
            at = min(at + 2, len(text))
        elif char in "'\"$`":
            at = _quoted(r, at)
        elif char in "<>" and text.startswith("(", at + 1):
            at = _commands(r, at)
        elif char == "(" and groups is not None and (not groups or text[at - 1] in groups):
            at = _pair(r, at, "(", ")")
        elif char == "(" and r.assignable and _ASSIGNED.fullmatch(text, start, at):
            at = _array(r, at)
        elif char == "[":
            at = _pair(r, at, "[", "]") if r.assignable and _NAME.fullmatch(text, start, at) else at + 1
        elif char in bars:
            at += 1
        else:
            break
    return Token("word", text[start:at], start, at)


def _quoted(r: Reader, at: int, *, in_double: bool = False) -> int:
    """The end of what begins with a quote, a dollar sign or a backquote."""
    two = r.text[at : at + 2]
    if two[0] == "'":
        return _until(r, at, _SINGLE, "'")
    if two[0] == "`":
        return _until(r, at, _BACKQUOTES, "`")
    if two[0] == '"' or (two == '$"' and not in_double):
        return _double(r, at + len(two) - 1 if two[0] == "$" else at)
    if two == "$'" and not in_double:
        return _until(r, at, _ANSI, "$'")
    if two == "$(":
        return _commands(r, at)
    if two == "${":
        return _braces(r, at, in_double=in_double)
    if two == "$[":
        return _pair(r, at + 1, "[", "]")
    return at + (2 if two == "$$" else 1)


def _until(r: Reader, at: int, pattern: re.Pattern[str], mark: str) -> int:
    found = pattern.match(r.text, at)
    if found is None:
        opened(r, mark, at)
        unclosed(r)
    return found.end()


def _double(r: Reader, at: int) -> int:
    opened(r, '"', at)
    at += 1
    while True:
        at = _IN_DOUBLE.match(r.text, at).end()  # type: ignore[union-attr]
        char = r.text[at : at + 1]
        if not char:
            unclosed(r)
        if char == '"':
            r.open.pop()
            return at + 1
        at = at + 2 if char == "\\" else _quoted(r, at, in_double=True)


def _braces(r: Reader, at: int, *, in_double: bool) -> int:
    opened(r, "${", at)
    at = _OF_BRACES.match(r.text, at).end()  # type: ignore[union-attr]
    # In double quotes, single ones are quotes in patterns only.
    singles = not in_double or r.text[at : at + 1] in tuple("#%/^,")
    while True:
        at = _IN_BRACES.match(r.text, at).end()  # type: ignore[union-attr]
        char = r.text[at : at + 1]
        if not char:
            unclosed(r)
        if char == "}":
            r.open.pop()
            return at + 1
        if char == "\\":
            at += 2
        else:
            at = at + 1 if char == "'" and not singles else _quoted(r, at, in_double=in_double)


def _pair(r: Reader, at: int, first: str, last: str) -> int:
    """The end of what is between a pair of marks, nested ones counted."""
    opened(r, first, at)
    depth = 0
    while at < len(r.text):
        run = _IN_PAIR.match(r.text, at)
        char = r.text[at]
        if run is not None:
            at = run.end()
        elif char in "'\"$`":
            at = _quoted(r, at)
        else:
            depth += (char == first) - (char == last)
            at += 2 if char == "\\" else 1
            if not depth:
                r.open.pop()
                return at
    unclosed(r)


def _commands(r: Reader, at: int) -> int:
    """The end of a substitution that begins there, be it of commands or of arithmetic."""
    if r.text.startswith("$((", at):
        opened(r, "$((", at)
        end = after_arithmetic(r, at + 1)
        r.open.pop()
        if end is not None:
            return end
    opened(r, r.text[at : at + 2], at)
    kept = r.assignable, r.heredocs
    r.at, r.ahead, r.assignable, r.heredocs = at + 2, None, True, []
    r.substituted(r)
    r.assignable, r.heredocs = kept
    r.open.pop()
    return r.at


def _array(r: Reader, at: int) -> int:
    opened(r, "(", at)
    r.at, r.ahead = at + 1, None
    while (token := peek(r)).kind in ("word", "\n"):
        take(r)
        r.assignable = False
    if not token.kind:
        unclosed(r)
    if token.kind != ")":
        raise Refused(Fault(f"`{token.text}` cannot stand here", token.start, token.end))
    take(r)
    r.open.pop()
    return r.at


def _skip_heredocs(r: Reader) -> None:
    """Goes behind the bodies of the heredocs that the line before names."""
    inside = any(it.text == "$(" for it in r.open)
    for delimiter, tabs in r.heredocs:
        while r.at < len(r.text):
            end = r.text.find("\n", r.at)
            line = r.text[r.at : end if end >= 0 else len(r.text)]
            line = line.lstrip("\t") if tabs else line
            if inside and line.startswith(f"{delimiter})"):
                r.at = r.text.index(delimiter, r.at) + len(delimiter)
                break
            r.at = end + 1 if end >= 0 else len(r.text)
            if line == delimiter:
                break
    r.heredocs = []
