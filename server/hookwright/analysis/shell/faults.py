"""Where bash refuses a command: its grammar, read from the first token to the one that cannot stand where it does."""

from __future__ import annotations

import re

from hookwright.analysis.shell.conditions import condition
from hookwright.analysis.shell.expected import OPENED_BY, expect, newlines, refuse, unexpected
from hookwright.analysis.shell.tokens import (
    GivenUp,
    Reader,
    Refused,
    Token,
    after_arithmetic,
    await_heredoc,
    opened,
    peek,
    take,
    unclosed,
)
from hookwright.analysis.shell.values import Fault

_RESERVED = frozenset({*OPENED_BY, "!", "in"})
_COMPOUND = frozenset({"if", "while", "until", "for", "select", "case", "{", "[[", "function", "coproc"})
_REDIRECTIONS = frozenset({"<", ">", ">>", ">|", "<>", "<&", ">&", "&>", "&>>", "<<", "<<-", "<<<"})
_SEPARATORS = frozenset({";", "&", "\n"})
_DECLARING = frozenset({"declare", "typeset", "local", "export", "readonly", "eval", "alias", "let"})
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[.*\])?\+?=", re.DOTALL)
_TEMPLATE = "{{"


def fault_in(text: str) -> Fault | None:
    """Why bash refuses the text, as indices into it; None where it does not, or cannot be told."""
    if _TEMPLATE in text:
        return None
    r = Reader(text, _substituted)
    try:
        _list(r, frozenset())
    except Refused as refused:
        return refused.fault
    except (GivenUp, RecursionError):
        return None
    return None


def _substituted(r: Reader) -> None:
    _list(r, frozenset({")"}), may_be_empty=True)
    take(r)


def _list(r: Reader, closers: frozenset[str], *, may_be_empty: bool = False) -> Token:
    """Reads commands up to a token that closes them, and answers it."""
    empty = not may_be_empty and bool(closers)
    newlines(r)
    while True:
        token = peek(r)
        if _is(token, closers):
            if empty:
                refuse(r, token, f"there is no command before `{token.text}`")
            return token
        if not token.kind:
            if closers:
                unclosed(r)
            return token
        if token.text in _RESERVED and len(closers) == 1 and r.open and _is_end(r.open[-1].text, token.text):
            refuse(r, token, f"there is no `{min(closers)}` before `{token.text}`")
        _and_or(r)
        empty = False
        token = peek(r)
        if token.kind in _SEPARATORS:
            take(r)
            newlines(r)
        elif token.kind and not _is(token, closers):
            unexpected(r, token)


def _and_or(r: Reader) -> None:
    _pipeline(r, None)
    while peek(r).kind in ("&&", "||"):
        operator = take(r)
        newlines(r)
        _pipeline(r, operator)


def _pipeline(r: Reader, after: Token | None) -> None:
    while _is(peek(r), frozenset({"!", "time"})):
        timed = take(r).text == "time"
        while timed and peek(r).text in ("-p", "--"):
            take(r)
        if peek(r).kind in (";", "\n", ""):
            return
    _command(r, after)
    while peek(r).kind in ("|", "|&"):
        operator = take(r)
        newlines(r)
        _command(r, operator)


def _command(r: Reader, after: Token | None) -> None:
    token = peek(r)
    if token.kind == "(" or (token.kind == "word" and token.text in _COMPOUND):
        _compound(r)
    elif token.kind in _REDIRECTIONS or (token.kind == "word" and token.text not in _RESERVED):
        _simple(r)
    elif after is not None:
        refuse(r, after, f"there is no command after `{after.text}`")
    elif token.kind in ("&&", "||", "|", "|&", ";", "&", ";;"):
        refuse(r, token, f"there is no command before `{token.text}`")
    else:
        unexpected(r, token)


def _simple(r: Reader) -> None:
    words, prefix, declares = 0, True, False
    while True:
        r.assignable = prefix or declares
        token = peek(r)
        if token.kind in _REDIRECTIONS:
            _redirection(r)
            words += 1
        elif token.kind == "word":
            take(r)
            words += 1
            declares = declares or (prefix and token.text in _DECLARING)
            prefix = prefix and _ASSIGNMENT.match(token.text) is not None
        elif token.kind == "(" and words == 1 and not prefix:
            _function(r)
            return
        else:
            return


def _function(r: Reader) -> None:
    """Reads what follows the name of a function."""
    first = take(r)
    if peek(r).kind != ")":
        unexpected(r, first)
    take(r)
    newlines(r)
    _body(r)


def _body(r: Reader) -> None:
    token = peek(r)
    if token.kind == "(" or (token.kind == "word" and token.text in _COMPOUND - {"function", "coproc"}):
        _compound(r)
    else:
        unexpected(r, token)


def _redirection(r: Reader) -> None:
    operator = take(r)
    r.assignable = False
    target = peek(r)
    if target.kind != "word":
        refuse(r, operator, f"there is no file after `{operator.text}`")
    take(r)
    if operator.kind in ("<<", "<<-"):
        await_heredoc(r, operator, target)


def _compound(r: Reader) -> None:
    first = peek(r)
    arithmetic = first.kind == "(" and r.text.startswith("((", first.start)
    end = _arithmetic(r, first) if arithmetic else None
    if end is None:
        take(r)
        opened(r, first.text, first.start)
        _COMPOUNDS[first.text](r)
        r.open.pop()
    while peek(r).kind in _REDIRECTIONS:
        _redirection(r)


def _arithmetic(r: Reader, first: Token) -> int | None:
    opened(r, "((", first.start)
    end = after_arithmetic(r, first.start)
    r.open.pop()
    if end is not None:
        r.at, r.ahead = end, None
    return end


def _if(r: Reader) -> None:
    _list(r, frozenset({"then"}))
    word = take(r).text
    while word != "fi":
        _list(r, frozenset({"fi"}) if word == "else" else frozenset({"elif", "else", "fi"}))
        word = take(r).text
        if word == "elif":
            _list(r, frozenset({"then"}))
            word = take(r).text


def _while(r: Reader) -> None:
    _list(r, frozenset({"do"}))
    _loop(r)


def _loop(r: Reader) -> None:
    """Reads the body of a loop."""
    token = expect(r, "do", "{")
    _list(r, frozenset({"done" if token.text == "do" else "}"}))
    take(r)


def _for(r: Reader) -> None:
    r.assignable = False
    token = peek(r)
    if token.kind == "(" and r.text.startswith("((", token.start) and r.open[-1].text == "for":
        end = _arithmetic(r, token)
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
        if _list(r, frozenset({";;", ";&", ";;&", "esac"}), may_be_empty=True).text != "esac":
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
    _list(r, frozenset({"}"}))
    take(r)


def _subshell(r: Reader) -> None:
    _list(r, frozenset({")"}))
    take(r)


def _named_function(r: Reader) -> None:
    r.open.pop()
    if peek(r).kind != "word":
        unexpected(r, peek(r))
    name = take(r)
    if peek(r).kind == "(":
        _function(r)
    else:
        newlines(r)
        _body(r)
    r.open.append(name)


def _coprocess(r: Reader) -> None:
    opener = r.open.pop()
    token = first = peek(r)
    if token.kind == "word" and token.text not in _COMPOUND | _RESERVED:
        take(r)
        token = peek(r)
    if token.kind == "(" or (token.kind == "word" and token.text in _COMPOUND):
        _compound(r)
    elif token.kind in ("word", *_REDIRECTIONS):
        _simple(r)
    elif peek(r) is first:
        unexpected(r, token)
    r.open.append(opener)


_COMPOUNDS = {
    "if": _if,
    "while": _while,
    "until": _while,
    "for": _for,
    "select": _for,
    "case": _case,
    "{": _group,
    "(": _subshell,
    "[[": condition,
    "function": _named_function,
    "coproc": _coprocess,
}


def _is(token: Token, texts: frozenset[str]) -> bool:
    return token.text in texts


def _is_end(opener: str, word: str) -> bool:
    return word in ("fi", "done") and OPENED_BY[word] == {"while": "for", "until": "for", "select": "for"}.get(
        opener, opener
    )
