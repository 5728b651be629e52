"""Bash's grammar of commands: lists, pipelines, simple commands and functions, and where bash refuses them."""

from __future__ import annotations

import re

from hookwright.patterns import late_pattern
from hookwright.shell.compounds import COMPOUNDS
from hookwright.shell.drafts import add_word, begin, begin_head, read_arithmetic, take_end, take_keyword, take_operator
from hookwright.shell.reader import (
    OPENED_BY,
    Ended,
    Misplaced,
    Operator,
    Reader,
    Token,
    opened,
    refuse,
    unclosed,
    unexpected,
)
from hookwright.shell.scopes import Draft
from hookwright.shell.structure import Background, Chain, Function, Node, Pipeline, Redirected, Simple
from hookwright.shell.tokens import add_redirection, newlines, peek, take, take_word
from hookwright.shell.tree import CommandKind, Stage, Word

_RESERVED = frozenset({*OPENED_BY, "!", "in"})
_COMPOUND = frozenset({"if", "while", "until", "for", "select", "case", "{", "[[", "function", "coproc"})
_REDIRECTIONS = frozenset({"<", ">", ">>", ">|", "<>", "<&", ">&", "&>", "&>>", "<<", "<<-", "<<<"})
_DECLARING = frozenset({"declare", "typeset", "local", "export", "readonly", "eval", "alias", "let"})
_SEPARATORS = frozenset({";", "&", "\n"})
_JOINING = frozenset({"&&", "||"})
_PIPES = frozenset({"|", "|&"})
_BEFORE_PIPELINES = frozenset({"!", "time"})
_ENDS = frozenset({"fi", "done", "esac", "}", ")"})
_LOOPS = {"while": "for", "until": "for", "select": "for"}
_ASSIGNMENT = late_pattern(r"[A-Za-z_]\w*(?:\[.*\])?\+?=", re.DOTALL)


def read_list(r: Reader, closers: frozenset[str], *, may_be_empty: bool = False) -> Token:
    """Reads commands up to a token that closes them, and answers it; what is misplaced is left out."""
    empty, depth = not may_be_empty and bool(closers), len(r.open)
    block: list[Node] = []
    while True:
        at = r.at
        try:
            token = newlines(r)
            if token.text in closers:
                if empty:
                    refuse(r, token, f"there is no command before `{token.text}`")
                r.block = tuple(block)
                return token
            if not token.kind:
                if closers:
                    unclosed(r)
                r.block = tuple(block)
                return token
            block.append(_read_item(r, token, closers))
            empty = False
        except Misplaced:
            del r.open[depth:]
            empty, r.scope.current, r.redirects = False, None, False
            if r.at == at:
                _leave_out(r)


def _read_item(r: Reader, token: Token, closers: frozenset[str]) -> Node:
    """Reads one of the commands of a list, and what separates it from the next."""
    if token.text in _RESERVED and len(closers) == 1 and r.open and _is_end(r.open[-1].text, token.text):
        refuse(r, token, f"there is no `{min(closers)}` before `{token.text}`")
    node = _pipeline(r, token, None)
    rest: list[tuple[str, Node]] = []
    while (token := r.ahead or peek(r)).kind in _JOINING:
        operator = take_operator(r)
        rest.append((operator.kind, _pipeline(r, newlines(r), operator)))
    if rest:
        node = Chain(node, tuple(rest))
    if token.kind in _SEPARATORS:
        take_operator(r)
    elif token.kind and token.text not in closers:
        unexpected(r, token)
    return Background(node) if token.kind == "&" else node


def _leave_out(r: Reader) -> None:
    """Goes behind a token that cannot be where it is, so that the reading comes to an end."""
    token = peek(r)
    if token.text in _ENDS:
        take_end(r)
    elif token.kind == "word":
        take_keyword(r)
    elif token.kind:
        take_operator(r)
    elif r.scope.outer is not None or r.open:
        raise Ended


def _is_end(opener: str, word: str) -> bool:
    return word in ("fi", "done") and OPENED_BY[word] == _LOOPS.get(opener, opener)


def _pipeline(r: Reader, token: Token, after: Token | None) -> Node:
    """Reads a pipeline that begins with a token, `after` the operator before it."""
    stages, negated = [len(r.drafts)], False
    while token.text in _BEFORE_PIPELINES:
        timed = take_keyword(r).text == "time"
        negated = negated == timed
        while timed and peek(r).text in ("-p", "--"):
            take(r)
        token = peek(r)
        if token.kind in (";", "\n", ""):
            return Pipeline((), negated)
    nodes = [_command(r, token, after)]
    while (r.ahead or peek(r)).kind in _PIPES:
        stages.append(len(r.drafts))
        operator = take_operator(r)
        nodes.append(_command(r, newlines(r), operator))
    if len(stages) > 1:
        _number(r, stages)
    return Pipeline(tuple(nodes), negated) if len(nodes) > 1 or negated else nodes[0]


def _number(r: Reader, stages: list[int]) -> None:
    """Notes the pipeline that the commands from those places on are in, where they are in no inner one."""
    r.pipelines += 1
    for stage, (start, end) in enumerate(zip(stages, (*stages[1:], len(r.drafts)), strict=True)):
        for it in r.drafts[start:end]:
            if it.scope is r.scope and it.stage is None:
                it.stage = Stage(r.pipelines, stage)


def _command(r: Reader, token: Token, after: Token | None) -> Node:  # noqa: RET503 - what refuses a token does not return
    if _begins_compound(token):
        return _compound(r)
    if token.kind in _REDIRECTIONS or (token.kind == "word" and token.text not in _RESERVED):
        return _simple(r)
    if after is not None:
        refuse(r, after, f"there is no command after `{after.text}`")
    if token.kind not in ("&&", "||", "|", "|&", ";", "&", ";;"):
        unexpected(r, token)
    refuse(r, token, f"there is no command before `{token.text}`")


def _begins_compound(token: Token) -> bool:
    return token.kind == "(" or (token.kind == "word" and token.text in _COMPOUND)


def _simple(r: Reader) -> Node:
    return _words(r, begin(r, CommandKind.SIMPLE))


def _words(r: Reader, draft: Draft) -> Node:
    declares = False
    while True:
        r.assignable = not draft.words or declares
        token = r.ahead or peek(r)
        if isinstance(token, Word):
            if not draft.words and "=" in token.text and _ASSIGNMENT.match(token.text):
                draft.assignments.append(token)
            else:
                declares = declares or (not draft.words and token.text in _DECLARING)
                draft.words.append(token)
            take_word(r, token)
        elif token.kind in _REDIRECTIONS:
            _redirection(r, draft)
        elif token.kind == "(" and len(draft.words) == 1 and not (draft.assignments or draft.redirections):
            return _function(r, draft)
        else:
            r.scope.current = None
            return Simple(draft)


def _redirection(r: Reader, draft: Draft) -> None:
    operator = take(r)
    r.assignable, r.redirects = False, True
    if peek(r).kind != "word":
        refuse(r, operator, f"there is no file after `{operator.text}`")
    assert isinstance(operator, Operator)
    add_redirection(r, draft, operator)


def _compound(r: Reader) -> Node:
    first, begun = peek(r), len(r.drafts)
    if first.kind == "(" and r.text.startswith("((", first.start) and read_arithmetic(r, first):
        node: Node = Simple(r.drafts[-1])
    else:
        opened(r, first.text, first.start)
        node = _READERS[first.text](r)
        r.open.pop()
    if peek(r).kind in _REDIRECTIONS:
        last = r.scope.last
        assert last is not None
        while peek(r).kind in _REDIRECTIONS:
            _redirection(r, last)
        for it in r.drafts[begun:]:
            if it.scope is r.scope and it is not last:
                it.ends.append(last)
        node = node if isinstance(node, Simple) else Redirected(node, last)
    return node


def _function(r: Reader, draft: Draft) -> Node:
    """Reads what follows the name of a function."""
    draft.kind = CommandKind.HEAD
    r.functions.add(draft.words[-1].text)
    first = take(r)
    if peek(r).kind != ")":
        unexpected(r, first)
    take(r)
    return Function(draft.words[-1].text, _body(r))


def _body(r: Reader) -> Node:
    r.scope.current = None
    newlines(r)
    token = peek(r)
    if not _begins_compound(token) or token.text in ("function", "coproc"):
        unexpected(r, token)
    return _compound(r)


def _named_function(r: Reader) -> Node:
    opener = r.open.pop()
    take(r)
    draft = begin_head(r)
    add_word(r, draft)
    r.functions.add(draft.words[-1].text)
    node = _function(r, draft) if peek(r).kind == "(" else Function(draft.words[-1].text, _body(r))
    r.open.append(opener)
    return node


def _coprocess(r: Reader) -> Node:
    opener = r.open.pop()
    take_keyword(r)
    token = peek(r)
    if isinstance(token, Word) and token.text not in _COMPOUND | _RESERVED:
        draft = begin(r, CommandKind.SIMPLE)
        draft.words.append(token)
        take(r)
        if _begins_compound(peek(r)):
            draft.kind = CommandKind.HEAD
            node = _compound(r)
        else:
            node = _words(r, draft)
    elif _begins_compound(token):
        node = _compound(r)
    elif token.kind in ("word", *_REDIRECTIONS):
        node = _simple(r)
    else:
        unexpected(r, token)
    r.open.append(opener)
    return Background(node)


_READERS = {**COMPOUNDS, "function": _named_function, "coproc": _coprocess}
