"""Where bash refuses a compound command, by the word that begins it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hookwright.shell.commands import (
    COMPOUND,
    REDIRECTIONS,
    RESERVED,
    read_body,
    read_compound,
    read_function,
    read_simple,
)
from hookwright.shell.conditions import condition
from hookwright.shell.expected import expect, newlines, unexpected
from hookwright.shell.lists import read_list
from hookwright.shell.loops import read_for, read_while
from hookwright.shell.reader import Reader
from hookwright.shell.tokens import peek, take


def _if(r: Reader) -> None:
    read_list(r, frozenset({"then"}))
    word = take(r).text
    while word != "fi":
        read_list(r, frozenset({"fi"}) if word == "else" else frozenset({"elif", "else", "fi"}))
        word = take(r).text
        if word == "elif":
            read_list(r, frozenset({"then"}))
            word = take(r).text


def _case(r: Reader) -> None:
    r.assignable = False
    if peek(r).kind != "word":
        unexpected(r, peek(r))
    take(r)
    newlines(r)
    expect(r, "in")
    newlines(r)
    while peek(r).text != "esac":
        _patterns(r)
        if read_list(r, frozenset({";;", ";&", ";;&", "esac"}), may_be_empty=True).text != "esac":
            take(r)
            newlines(r)
    take(r)


def _patterns(r: Reader) -> None:
    """Reads the patterns of a branch, and its parenthesis."""
    if peek(r).kind == "(":
        take(r)
    while True:
        r.assignable = False
        if peek(r).kind != "word":
            unexpected(r, peek(r))
        take(r)
        if peek(r).kind != "|":
            break
        take(r)
    if peek(r).kind != ")":
        unexpected(r, peek(r))
    take(r)


def _group(r: Reader) -> None:
    read_list(r, frozenset({"}"}))
    take(r)


def _subshell(r: Reader) -> None:
    read_list(r, frozenset({")"}))
    take(r)


def _named_function(r: Reader) -> None:
    r.open.pop()
    if peek(r).kind != "word":
        unexpected(r, peek(r))
    name = take(r)
    if peek(r).kind == "(":
        read_function(r)
    else:
        newlines(r)
        read_body(r)
    r.open.append(name)


def _coprocess(r: Reader) -> None:
    opener = r.open.pop()
    token = first = peek(r)
    if token.kind == "word" and token.text not in COMPOUND | RESERVED:
        take(r)
        token = peek(r)
    if token.kind == "(" or (token.kind == "word" and token.text in COMPOUND):
        read_compound(r)
    elif token.kind in ("word", *REDIRECTIONS):
        read_simple(r)
    elif peek(r) is first:
        unexpected(r, token)
    r.open.append(opener)


COMPOUNDS: Mapping[str, Callable[[Reader], None]] = {
    "if": _if,
    "while": read_while,
    "until": read_while,
    "for": read_for,
    "select": read_for,
    "case": _case,
    "{": _group,
    "(": _subshell,
    "[[": condition,
    "function": _named_function,
    "coproc": _coprocess,
}
