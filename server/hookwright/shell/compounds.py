"""The compound commands of bash: branches, loops, groups and conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hookwright.shell.conditions import read_condition
from hookwright.shell.drafts import add_word, begin, begin_head, read_arithmetic, take_end, take_keyword, take_operator
from hookwright.shell.reader import Reader, refuse, unexpected
from hookwright.shell.scopes import Draft
from hookwright.shell.structure import Arm, Block, Cases, Choice, Group, Node, Repeat, Simple
from hookwright.shell.tokens import newlines, peek, take
from hookwright.shell.tree import CommandKind, Word


def _if(r: Reader) -> Node:
    take_keyword(r)
    r.read_list(r, frozenset({"then"}))
    condition, arms, otherwise = r.block, list[tuple[Block, Block]](), Block()
    while True:
        word = take_keyword(r).text
        closers = {"then"} if word == "elif" else {"fi"} if word == "else" else {"elif", "else", "fi"}
        closer = r.read_list(r, frozenset(closers)).text
        if word == "then":
            arms.append((condition, r.block))
        elif word == "else":
            otherwise = r.block
        else:
            condition = r.block
        if closer == "fi":
            break
    take_end(r)
    return Choice(tuple(arms), otherwise)


def _while(r: Reader) -> Node:
    take_keyword(r)
    r.read_list(r, frozenset({"do"}))
    return Repeat(None, r.block, _loop(r))


def _for(r: Reader) -> Node:
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
    return Repeat(draft, (), _loop(r))


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


def _loop(r: Reader) -> Block:
    """Reads the body of a loop."""
    if peek(r).text not in ("do", "{"):
        unexpected(r, peek(r))
    r.read_list(r, frozenset({"done" if take_keyword(r).text == "do" else "}"}))
    block = r.block
    take_end(r)
    return block


def _case(r: Reader) -> Node:
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
    arms: list[Arm] = []
    while peek(r).text != "esac":
        patterns = _patterns(r)
        closer = r.read_list(r, frozenset({";;", ";&", ";;&", "esac"}), may_be_empty=True).text
        arms.append(Arm(patterns, r.block, closer in (";&", ";;&")))
        if closer != "esac":
            take_operator(r)
            newlines(r)
    take_end(r)
    return Cases(draft, tuple(arms))


def _patterns(r: Reader) -> Draft:
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
    return draft


def _group(r: Reader) -> Node:
    take_keyword(r)
    r.read_list(r, frozenset({"}"}))
    block = r.block
    take_end(r)
    return Group(block)


def _subshell(r: Reader) -> Node:
    outer = r.scope.group
    r.groups += 1
    take_operator(r)
    r.scope.group = (*outer, r.groups)
    try:
        r.read_list(r, frozenset({")"}))
        block = r.block
    finally:
        r.scope.group = outer
    take_end(r)
    return Group(block, subshell=True)


def _condition(r: Reader) -> Node:
    draft = begin(r, CommandKind.TEST)
    read_condition(r, draft)
    return Simple(draft)


COMPOUNDS: Mapping[str, Callable[[Reader], Node]] = {
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
