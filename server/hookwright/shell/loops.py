"""Where bash refuses a loop."""

from __future__ import annotations

from hookwright.shell.commands import read_arithmetic
from hookwright.shell.expected import expect, newlines, refuse, unexpected
from hookwright.shell.lists import read_list
from hookwright.shell.reader import Reader
from hookwright.shell.tokens import peek, take


def read_while(r: Reader) -> None:
    read_list(r, frozenset({"do"}))
    _loop(r)


def read_for(r: Reader) -> None:
    r.assignable = False
    token = peek(r)
    if token.kind == "(" and r.text.startswith("((", token.start) and r.open[-1].text == "for":
        end = read_arithmetic(r, token)
        if end is None or r.text.count(";", token.start, end) < 2:
            unexpected(r, token)
        if peek(r).kind == ";":
            take(r)
    elif token.kind == "word":
        take(r)
        r.assignable = False
        if token.text == "in" and peek(r).kind == "word" and peek(r).text not in ("in", "do"):
            refuse(r, token, "there is no name before `in`")
        _words_of_for(r)
    else:
        unexpected(r, token)
    newlines(r)
    _loop(r)


def _words_of_for(r: Reader) -> None:
    if peek(r).kind == ";":
        take(r)
        return
    if peek(r).text == "{":
        unexpected(r, peek(r))
    newlines(r)
    if peek(r).text != "in":
        return
    take(r)
    r.assignable = False
    while peek(r).kind == "word":
        take(r)
        r.assignable = False
    if peek(r).kind not in (";", "\n"):
        unexpected(r, peek(r))
    take(r)


def _loop(r: Reader) -> None:
    """Reads the body of a loop."""
    token = expect(r, "do", "{")
    read_list(r, frozenset({"done" if token.text == "do" else "}"}))
    take(r)
