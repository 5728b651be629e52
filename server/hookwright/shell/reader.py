"""Where the reading of a shell command is, what is open there, and how the reading ends early."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from hookwright.shell.tree import Fault

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
    """Where in the command the reading is.

    `substituted` reads the commands of a substitution, and its `)`; `compounds` what follows the first words of
    compound commands.
    """

    text: str
    substituted: Callable[[Reader], None]
    compounds: Mapping[str, Callable[[Reader], None]]
    at: int = 0
    ahead: Token | None = None
    assignable: bool = True
    open: list[Token] = field(default_factory=list)
    heredocs: list[tuple[str, bool]] = field(default_factory=list)
    arithmetic: dict[int, int | None] = field(default_factory=dict)


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
    marks = (it.text, _CLOSED_BY.get(it.text, it.text))
    first, last = (f"`{mark}`" if mark != "`" else "`` ` ``" for mark in marks)
    raise Refused(Fault(f"{first} is not closed by {last}", it.start, it.end))
