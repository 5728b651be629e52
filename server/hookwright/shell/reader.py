"""How far a shell command has been read, what was found on the way, and what is open there."""

from __future__ import annotations

from typing import NoReturn, Protocol

from msgspec import Struct, field

from hookwright.shell.scopes import CommandScope, Draft
from hookwright.shell.structure import Block
from hookwright.shell.tree import Mark, MarkKind, ShellFault, Word, WordPart

_DEEPEST = 60
_CLOSED_BY = {
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
OPENED_BY = {"fi": "if", "then": "if", "elif": "if", "else": "if", "done": "for", "do": "for", "esac": "case"} | {
    "}": "{",
    ")": "(",
    "]]": "[[",
}


class Misplaced(Exception):
    """A token cannot be where it is; the reading goes on behind it."""


class Ended(Exception):
    """The text ends where more has to follow, or is nested too deeply to go on."""


class Operator(Struct, frozen=True, gc=False):
    """An operator with the number before it, if any; `kind` is empty at the end of the command."""

    kind: str
    text: str
    start: int
    end: int
    number: str = ""


Token = Operator | Word


class TextEnd(Struct, frozen=True):
    """Where the text ended: in which commands, and behind or in which word; `in_text` is where no word can be."""

    scope: CommandScope
    current: Draft | None
    word: Word | None
    redirects: bool
    in_text: bool


class Heredoc(Struct, frozen=True):
    """A heredoc whose body begins on the next line."""

    draft: Draft
    index: int
    delimiter: str
    quoted: bool


class ReadList(Protocol):
    """Reads commands up to a token that closes what they are in, and answers it."""

    def __call__(self, r: Reader, closers: frozenset[str], *, may_be_empty: bool = False) -> Token: ...


class Reader(Struct):
    """Where in the command the reading is; `read_list` reads the commands inside of something, which are `block` then.

    `blocks` are those of substitutions, by where these begin.
    """

    text: str
    read_list: ReadList
    at: int = 0
    ahead: Token | None = None
    assignable: bool = True
    scope: CommandScope = field(default_factory=lambda: CommandScope(-1, None))
    open: list[Operator] = field(default_factory=list)
    heredocs: list[Heredoc] = field(default_factory=list)
    not_arithmetic: set[int] = field(default_factory=set)
    previous: Token | None = None
    redirects: bool = False
    stop: TextEnd | None = None
    # What has been found.
    parts: list[WordPart] = field(default_factory=list)
    quotes: list[tuple[int, int]] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    block: Block = ()
    blocks: dict[int, Block] = field(default_factory=dict)
    groups: int = 0
    pipelines: int = 0
    copied: int = 0
    fault: ShellFault | None = None
    readable: bool = True
    given_up: bool = False


def opened(r: Reader, text: str, start: int) -> None:
    """Notes what is open from a place on."""
    r.open.append(Operator("open", text, start, start + len(text)))
    if len(r.open) > _DEEPEST:
        give_up(r)


def give_up(r: Reader) -> NoReturn:
    """Ends the reading; what comes behind that is not known."""
    r.given_up = True
    raise Ended


def mark(r: Reader, kind: MarkKind, start: int, end: int) -> None:
    """Notes an operator, a keyword or a comment."""
    r.marks.append(Mark(kind, start, end))


def stopped(r: Reader, *, in_text: bool = False) -> None:
    """Notes that the text ends there."""
    if r.stop is None:
        word = r.previous if isinstance(r.previous, Word) else None
        r.stop = TextEnd(r.scope, r.scope.current, word, r.redirects, in_text)


def unclosed(r: Reader) -> NoReturn:
    """Refuses the command for what is open at its end."""
    stopped(r)
    if r.fault is None and r.open and not r.given_up:
        r.fault = _unclosed(r.open)
    raise Ended


def _unclosed(every: list[Operator]) -> ShellFault:
    it = every[-1]
    quotes = [one.text for one in every[-3:]]
    if len(quotes) == 3 and quotes[0] == quotes[2] == '"' and quotes[1] in ("$(", "${"):
        # The last quote was meant to close the first, and what is between them is open.
        it = every[-2]
    elif len(every) > 1 and every[-2].end > it.start:
        # Both begin at the same mark; the longer one says what it is.
        it = every[-2]
    marks = (it.text, _CLOSED_BY.get(it.text, it.text))
    first, last = (f"`{one}`" if one != "`" else "`` ` ``" for one in marks)
    return ShellFault(f"{first} is not closed by {last}", it.start, it.end)


def unexpected(r: Reader, token: Token) -> NoReturn:
    """Refuses the command for a token that cannot be where it is."""
    if not token.kind and r.open:
        unclosed(r)
    if token.text in OPENED_BY:
        refuse(r, token, f"`{token.text}` without `{OPENED_BY[token.text]}`")
    shown = {"": "the end", "\n": "the end of the line"}.get(token.kind, f"`{token.text}`")
    refuse(r, token, f"{shown} is not allowed here")


def refuse(r: Reader, token: Token, message: str) -> NoReturn:
    """Refuses the command at a token; only the first fault is kept."""
    if r.fault is None and not r.given_up:
        start = min(token.start, max(0, len(r.text) - 1))
        r.fault = ShellFault(message, start, max(token.end, start + 1))
    raise Misplaced
