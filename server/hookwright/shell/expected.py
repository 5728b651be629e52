"""What is done where a token is not the one that the grammar has at its place."""

from __future__ import annotations

from typing import NoReturn

from hookwright.shell.reader import Reader, Refused, Token, unclosed
from hookwright.shell.tokens import peek, take
from hookwright.shell.tree import Fault

OPENED_BY = {"fi": "if", "then": "if", "elif": "if", "else": "if", "done": "for", "do": "for", "esac": "case"} | {
    "}": "{",
    ")": "(",
    "]]": "[[",
}


def newlines(r: Reader) -> None:
    """Goes behind empty lines."""
    while peek(r).kind == "\n":
        take(r)


def expect(r: Reader, *texts: str) -> Token:
    """Takes one of these tokens."""
    if peek(r).text not in texts:
        unexpected(r, peek(r))
    return take(r)


def unexpected(r: Reader, token: Token) -> NoReturn:
    """Refuses the command for a token that cannot stand where it does."""
    if not token.kind and r.open:
        unclosed(r)
    if token.text in OPENED_BY:
        refuse(r, token, f"`{token.text}` without `{OPENED_BY[token.text]}`")
    shown = {"": "the end", "\n": "the end of the line"}.get(token.kind, f"`{token.text}`")
    refuse(r, token, f"{shown} cannot stand here")


def refuse(r: Reader, token: Token, message: str) -> NoReturn:
    """Refuses the command at a token."""
    start = min(token.start, max(0, len(r.text) - 1))
    raise Refused(Fault(message, start, max(token.end, start + 1)))
