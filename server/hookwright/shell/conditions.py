"""Where bash refuses a condition between double brackets."""

from __future__ import annotations

import re

from hookwright.shell.expected import expect, newlines, refuse, unexpected
from hookwright.shell.reader import Reader, opened
from hookwright.shell.tokens import peek, take, take_pattern

_UNARY = re.compile(r"-[a-hknoprstuvwxzGLNORS]")
_COMPARISONS = frozenset({"=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-ef", "-nt", "-ot"})


def condition(r: Reader) -> None:
    """Reads a condition between double brackets."""
    _alternatives(r)
    expect(r, "]]")


def _alternatives(r: Reader) -> None:
    _term(r)
    while peek(r).kind in ("&&", "||"):
        take(r)
        _term(r)


def _term(r: Reader) -> None:
    r.assignable = False
    newlines(r)
    r.assignable = False
    token = peek(r)
    if token.kind == "(":
        take(r)
        opened(r, "(", token.start)
        _alternatives(r)
        if peek(r).kind != ")":
            unexpected(r, peek(r))
        r.open.pop()
        take(r)
    elif token.kind == "word" and token.text == "!":
        take(r)
        _term(r)
    elif token.kind == "word" and token.text != "]]":
        _comparison(r)
    else:
        unexpected(r, token)
    r.assignable = False
    newlines(r)
    r.assignable = False


def _comparison(r: Reader) -> None:
    first = take(r).text
    r.assignable = False
    token = peek(r)
    if _UNARY.fullmatch(first):
        if token.kind != "word" or token.text == "]]":
            refuse(r, token, f"there is nothing after `{first}`")
        take(r)
    elif token.text in _COMPARISONS or token.kind in ("<", ">"):
        take(r)
        value = take_pattern(r, regex=token.text == "=~")
        if value.text in ("", "]]"):
            refuse(r, token, f"there is nothing after `{token.text}`")
    elif token.text != "]]" and token.kind not in ("&&", "||", ")"):
        unexpected(r, token)
