"""Bash's grammar of commands: lists and pipelines, simple and compound commands, and where bash refuses them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from hookwright.shell.conditions import read_condition
from hookwright.shell.expansions import after_arithmetic
from hookwright.shell.reader import (
    OPENED_BY,
    Draft,
    Ended,
    Misplaced,
    Operator,
    Reader,
    Token,
    mark,
    opened,
    refuse,
    unclosed,
    unexpected,
)
from hookwright.shell.tokens import add_redirection, newlines, peek, take
from hookwright.shell.tree import CommandKind, MarkKind, Stage, Word

_RESERVED = frozenset({*OPENED_BY, "!", "in"})
_COMPOUND = frozenset({"if", "while", "until", "for", "select", "case", "{", "[[", "function", "coproc"})
_REDIRECTIONS = frozenset({"<", ">", ">>", ">|", "<>", "<&", ">&", "&>", "&>>", "<<", "<<-", "<<<"})
_DECLARING = frozenset({"declare", "typeset", "local", "export", "readonly", "eval", "alias", "let"})
_SEPARATORS = frozenset({";", "&", "\n"})
_BEFORE_PIPELINES = frozenset({"!", "time"})
_ENDS = frozenset({"fi", "done", "esac", "}", ")"})
_LOOPS = {"while": "for", "until": "for", "select": "for"}
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[.*\])?\+?=", re.DOTALL)


def read_list(r: Reader, closers: frozenset[str], *, may_be_empty: bool = False) -> Token:
    """Reads commands up to a token that closes them, and answers it; what is misplaced is left out."""
    empty, depth = not may_be_empty and bool(closers), len(r.open)
    while True:
        at = r.at
        try:
            newlines(r)
            token = peek(r)
            if token.text in closers:
                if empty:
                    refuse(r, token, f"there is no command before `{token.text}`")
                return token
            if not token.kind:
                if closers:
                    unclosed(r)
                return token
            _read_item(r, token, closers)
            empty = False
        except Misplaced:
            del r.open[depth:]
            empty, r.scope.current, r.redirects = False, None, False
            if r.at == at:
                _leave_out(r)


def _read_item(r: Reader, token: Token, closers: frozenset[str]) -> None:
    """Reads one of the commands of a list, and what separates it from the next."""
    if token.text in _RESERVED and len(closers) == 1 and r.open and _is_end(r.open[-1].text, token.text):
        refuse(r, token, f"there is no `{min(closers)}` before `{token.text}`")
    _pipeline(r, None)
    while peek(r).kind in ("&&", "||"):
        operator = _operator(r)
        newlines(r)
        _pipeline(r, operator)
    token = peek(r)
    if token.kind in _SEPARATORS:
        _operator(r)
    elif token.kind and token.text not in closers:
        unexpected(r, token)


def _leave_out(r: Reader) -> None:
    """Goes behind a token that cannot be where it is, so that the reading comes to an end."""
    token = peek(r)
    if token.text in _ENDS:
        _end(r)
    elif token.kind == "word":
        _keyword(r)
    elif token.kind:
        _operator(r)
    elif r.scope.outer is not None or r.open:
        raise Ended


def _is_end(opener: str, word: str) -> bool:
    return word in ("fi", "done") and OPENED_BY[word] == _LOOPS.get(opener, opener)


def _pipeline(r: Reader, after: Token | None) -> None:
    stages = [len(r.drafts)]
    while peek(r).text in _BEFORE_PIPELINES:
        timed = _keyword(r).text == "time"
        while timed and peek(r).text in ("-p", "--"):
            take(r)
        if peek(r).kind in (";", "\n", ""):
            return
    _command(r, after)
    while peek(r).kind in ("|", "|&"):
        stages.append(len(r.drafts))
        operator = _operator(r)
        newlines(r)
        _command(r, operator)
    if len(stages) > 1:
        _number(r, stages)


def _number(r: Reader, stages: list[int]) -> None:
    """Notes the pipeline that the commands from those places on are in, where they are in no inner one."""
    r.pipelines += 1
    for stage, (start, end) in enumerate(zip(stages, (*stages[1:], len(r.drafts)), strict=True)):
        for it in r.drafts[start:end]:
            if it.scope is r.scope and it.stage is None:
                it.stage = Stage(r.pipelines, stage)


def _command(r: Reader, after: Token | None) -> None:
    token = peek(r)
    if _begins_compound(token):
        _compound(r)
    elif token.kind in _REDIRECTIONS or (token.kind == "word" and token.text not in _RESERVED):
        _simple(r)
    elif after is not None:
        refuse(r, after, f"there is no command after `{after.text}`")
    elif token.kind in ("&&", "||", "|", "|&", ";", "&", ";;"):
        refuse(r, token, f"there is no command before `{token.text}`")
    else:
        unexpected(r, token)


def _begins_compound(token: Token) -> bool:
    return token.kind == "(" or (token.kind == "word" and token.text in _COMPOUND)


def _simple(r: Reader) -> None:
    _words(r, _begin(r, CommandKind.SIMPLE))


def _words(r: Reader, draft: Draft) -> None:
    declares = False
    while True:
        r.assignable = not draft.words or declares
        token = peek(r)
        if isinstance(token, Word):
            if not draft.words and _ASSIGNMENT.match(token.text):
                draft.assignments.append(token)
            else:
                declares = declares or (not draft.words and token.text in _DECLARING)
                draft.words.append(token)
            take(r)
        elif token.kind in _REDIRECTIONS:
            _redirection(r, draft)
        elif token.kind == "(" and len(draft.words) == 1 and not (draft.assignments or draft.redirections):
            _function(r, draft)
            return
        else:
            r.scope.current = None
            return


def _function(r: Reader, draft: Draft) -> None:
    """Reads what follows the name of a function."""
    draft.kind = CommandKind.HEAD
    r.functions.add(draft.words[-1].text)
    first = take(r)
    if peek(r).kind != ")":
        unexpected(r, first)
    take(r)
    _body(r)


def _body(r: Reader) -> None:
    r.scope.current = None
    newlines(r)
    token = peek(r)
    if _begins_compound(token) and token.text not in ("function", "coproc"):
        _compound(r)
    else:
        unexpected(r, token)


def _redirection(r: Reader, draft: Draft) -> None:
    operator = take(r)
    r.assignable, r.redirects = False, True
    if peek(r).kind != "word":
        refuse(r, operator, f"there is no file after `{operator.text}`")
    assert isinstance(operator, Operator)
    add_redirection(r, draft, operator)


def _compound(r: Reader) -> None:
    first, begun = peek(r), len(r.drafts)
    if not (first.kind == "(" and r.text.startswith("((", first.start) and _arithmetic(r, first)):
        opened(r, first.text, first.start)
        _COMPOUNDS[first.text](r)
        r.open.pop()
    if peek(r).kind in _REDIRECTIONS:
        last = r.scope.last
        assert last is not None
        while peek(r).kind in _REDIRECTIONS:
            _redirection(r, last)
        for it in r.drafts[begun:]:
            if it.scope is r.scope and it is not last:
                it.ends.append(last)


def _arithmetic(r: Reader, first: Token) -> int | None:
    """The end of arithmetic between double parentheses, which is one word; None where it is something else."""
    opened(r, "((", first.start)
    kept, r.parts = r.parts, []
    try:
        end = after_arithmetic(r, first.start, first.start)
    finally:
        parts, r.parts = r.parts, kept
    r.open.pop()
    if end is not None:
        draft = _begin(r, CommandKind.TEST)
        draft.words.append(Word(r.text[first.start : end], first.start, end, tuple(parts)))
        r.at, r.ahead, r.scope.current, r.previous = end, None, None, draft.words[0]
    return end


def _begin(r: Reader, kind: CommandKind) -> Draft:
    scope = r.scope
    draft = Draft(kind, scope, peek(r).start, scope.group, scope.before, tuple(scope.keywords))
    scope.keywords, scope.current, scope.last = [], draft, draft
    r.drafts.append(draft)
    return draft


def _head(r: Reader) -> Draft:
    """Begins what comes before the first list of a compound command, with the keyword just taken."""
    keyword = r.previous
    draft = _begin(r, CommandKind.HEAD)
    if isinstance(keyword, Word):
        draft.words.append(keyword)
        draft.start = keyword.start
    return draft


def _end(r: Reader) -> None:
    """Takes the keyword or the bracket that ends a compound command."""
    draft = _begin(r, CommandKind.END)
    draft.keywords = (*draft.keywords, peek(r).text)
    _taken(r)


def _keyword(r: Reader) -> Token:
    """Takes a keyword that is before a command."""
    r.scope.keywords.append(peek(r).text)
    r.scope.current = None
    return _taken(r)


def _operator(r: Reader) -> Token:
    """Takes an operator between commands."""
    token, scope = take(r), r.scope
    if scope.last is not None and not scope.last.after:
        scope.last.after = token.kind
    scope.before, scope.current, r.redirects = token.kind, None, False
    return token


def _taken(r: Reader) -> Token:
    token = take(r)
    if token.kind == "word":
        mark(r, MarkKind.KEYWORD, token.start, token.end)
    return token


def _if(r: Reader) -> None:
    _keyword(r)
    read_list(r, frozenset({"then"}))
    while True:
        word = _keyword(r).text
        closers = {"then"} if word == "elif" else {"fi"} if word == "else" else {"elif", "else", "fi"}
        if read_list(r, frozenset(closers)).text == "fi":
            break
    _end(r)


def _while(r: Reader) -> None:
    _keyword(r)
    read_list(r, frozenset({"do"}))
    _loop(r)


def _for(r: Reader) -> None:
    opener = take(r)
    draft = _head(r)
    r.assignable = False
    token = peek(r)
    if token.kind == "(" and r.text.startswith("((", token.start) and opener.text == "for":
        end = _arithmetic(r, token)
        if end is None or r.text.count(";", token.start, end) < 2:
            unexpected(r, token)
        if peek(r).kind == ";":
            _operator(r)
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
        _operator(r)
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
    _operator(r)


def _loop(r: Reader) -> None:
    """Reads the body of a loop."""
    if peek(r).text not in ("do", "{"):
        unexpected(r, peek(r))
    read_list(r, frozenset({"done" if _keyword(r).text == "do" else "}"}))
    _end(r)


def _case(r: Reader) -> None:
    take(r)
    draft = _head(r)
    r.assignable = False
    _word_into(r, draft)
    newlines(r)
    if peek(r).text != "in":
        unexpected(r, peek(r))
    _word_into(r, draft)
    r.scope.current = None
    newlines(r)
    while peek(r).text != "esac":
        _patterns(r)
        if read_list(r, frozenset({";;", ";&", ";;&", "esac"}), may_be_empty=True).text != "esac":
            _operator(r)
            newlines(r)
    _end(r)


def _patterns(r: Reader) -> None:
    """Reads the patterns of a branch, and its parenthesis."""
    if peek(r).kind == "(":
        take(r)
    draft = _begin(r, CommandKind.HEAD)
    while True:
        r.assignable = False
        _word_into(r, draft)
        if peek(r).kind != "|":
            break
        take(r)
    if peek(r).kind != ")":
        unexpected(r, peek(r))
    _operator(r)


def _word_into(r: Reader, draft: Draft) -> None:
    token = peek(r)
    if not isinstance(token, Word):
        unexpected(r, token)
    draft.words.append(token)
    take(r)


def _group(r: Reader) -> None:
    _keyword(r)
    read_list(r, frozenset({"}"}))
    _end(r)


def _subshell(r: Reader) -> None:
    outer = r.scope.group
    r.groups += 1
    _operator(r)
    r.scope.group = (*outer, r.groups)
    try:
        read_list(r, frozenset({")"}))
    finally:
        r.scope.group = outer
    _end(r)


def _condition(r: Reader) -> None:
    draft = _begin(r, CommandKind.TEST)
    read_condition(r, draft)


def _named_function(r: Reader) -> None:
    opener = r.open.pop()
    take(r)
    draft = _head(r)
    _word_into(r, draft)
    r.functions.add(draft.words[-1].text)
    if peek(r).kind == "(":
        _function(r, draft)
    else:
        _body(r)
    r.open.append(opener)


def _coprocess(r: Reader) -> None:
    opener = r.open.pop()
    _keyword(r)
    token = peek(r)
    if isinstance(token, Word) and token.text not in _COMPOUND | _RESERVED:
        draft = _begin(r, CommandKind.SIMPLE)
        draft.words.append(token)
        take(r)
        if _begins_compound(peek(r)):
            draft.kind = CommandKind.HEAD
            _compound(r)
        else:
            _words(r, draft)
    elif _begins_compound(token):
        _compound(r)
    elif token.kind in ("word", *_REDIRECTIONS):
        _simple(r)
    else:
        unexpected(r, token)
    r.open.append(opener)


_COMPOUNDS: Mapping[str, Callable[[Reader], None]] = {
    "if": _if,
    "while": _while,
    "until": _while,
    "for": _for,
    "select": _for,
    "case": _case,
    "{": _group,
    "(": _subshell,
    "[[": _condition,
    "function": _named_function,
    "coproc": _coprocess,
}
