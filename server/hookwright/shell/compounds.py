"""The compound commands of bash: branches, loops, groups and conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hookwright.shell.conditions import read_condition
from hookwright.shell.drafts import add_word, begin, begin_head, read_arithmetic, take_end, take_keyword, take_operator
from hookwright.shell.reader import (
    Draft,
    Reader,
    refuse,
    unexpected,
)
from hookwright.shell.tokens import newlines, peek, take
from hookwright.shell.tree import CommandKind, Word


def _if(r: Reader) -> None:
    take_keyword(r)
    r.read_list(r, frozenset({"then"}))
    while True:
        word = take_keyword(r).text
        closers = {"then"} if word == "elif" else {"fi"} if word == "else" else {"elif", "else", "fi"}
        if r.read_list(r, frozenset(closers)).text == "fi":
            break
    take_end(r)


def _while(r: Reader) -> None:
    take_keyword(r)
    r.read_list(r, frozenset({"do"}))
    _loop(r)


def _for(r: Reader) -> None:
    opener = take(r)
    draft = begin_head(r)
    r.assignable = False
    token = peek(r)
    if token.kind == "(" and r.text.startswith("((", token.start) and opener.text == "for":
        end = read_arithmetic(r, token)
        if end is None or r.text.count(";", token.start, end) < 2:
            unexpected(r, token)
        if peek(r).kind == ";":
            take_operator(r)
    elif isinstance(token, Word):
        draft.words.append(token)
        take(r)
        r.assignable = False
        if token.text == "in" and peek(r).kind == "word" and peek(r).text not in ("in", "do"):
            refuse(r, token, "there is no name before `in`")
        _words_of_for(r, draft)
    else:
        unexpected(r, token)
    r.scope.current = None
    newlines(r)
    _loop(r)


def _words_of_for(r: Reader, draft: Draft) -> None:
    if peek(r).kind == ";":
        take_operator(r)
        return
    if peek(r).text == "{":
        unexpected(r, peek(r))
    newlines(r)
    if peek(r).text != "in":
        return
    while isinstance(token := peek(r), Word):
        draft.words.append(token)
        take(r)
        r.assignable = False
    if token.kind not in (";", "\n"):
        unexpected(r, token)
    take_operator(r)


def _loop(r: Reader) -> None:
    """Reads the body of a loop."""
    if peek(r).text not in ("do", "{"):
        unexpected(r, peek(r))
    r.read_list(r, frozenset({"done" if take_keyword(r).text == "do" else "}"}))
    take_end(r)


def _case(r: Reader) -> None:
    take(r)
    draft = begin_head(r)
    r.assignable = False
    add_word(r, draft)
    newlines(r)
    if peek(r).text != "in":
        unexpected(r, peek(r))
    add_word(r, draft)
    r.scope.current = None
    newlines(r)
    while peek(r).text != "esac":
        _patterns(r)
        if r.read_list(r, frozenset({";;", ";&", ";;&", "esac"}), may_be_empty=True).text != "esac":
            take_operator(r)
            newlines(r)
    take_end(r)


def _patterns(r: Reader) -> None:
    """Reads the patterns of a branch, and its parenthesis."""
    if peek(r).kind == "(":
        take(r)
    draft = begin(r, CommandKind.HEAD)
    while True:
        r.assignable = False
        add_word(r, draft)
        if peek(r).kind != "|":
            break
        take(r)
    if peek(r).kind != ")":
        unexpected(r, peek(r))
    take_operator(r)


def _group(r: Reader) -> None:
    take_keyword(r)
    r.read_list(r, frozenset({"}"}))
    take_end(r)


def _subshell(r: Reader) -> None:
    outer = r.scope.group
    r.groups += 1
    take_operator(r)
    r.scope.group = (*outer, r.groups)
    try:
        r.read_list(r, frozenset({")"}))
    finally:
        r.scope.group = outer
    take_end(r)


def _condition(r: Reader) -> None:
    draft = begin(r, CommandKind.TEST)
    read_condition(r, draft)


COMPOUNDS: Mapping[str, Callable[[Reader], None]] = {
    "if": _if,
    "while": _while,
    "until": _while,
    "for": _for,
    "select": _for,
    "case": _case,
    "{": _group,
    "(": _subshell,
    "[[": _condition,
}
"""The readers of compound commands, by the token that begins one."""
