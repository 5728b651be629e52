"""Where bash refuses a single command: its words, its redirections, and the function that it defines."""

from __future__ import annotations

import re

from hookwright.shell.expected import OPENED_BY, newlines, refuse, unexpected
from hookwright.shell.quotes import after_arithmetic
from hookwright.shell.reader import Reader, Token, opened
from hookwright.shell.tokens import await_heredoc, peek, take

RESERVED = frozenset({*OPENED_BY, "!", "in"})
COMPOUND = frozenset({"if", "while", "until", "for", "select", "case", "{", "[[", "function", "coproc"})
REDIRECTIONS = frozenset({"<", ">", ">>", ">|", "<>", "<&", ">&", "&>", "&>>", "<<", "<<-", "<<<"})
_DECLARING = frozenset({"declare", "typeset", "local", "export", "readonly", "eval", "alias", "let"})
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[.*\])?\+?=", re.DOTALL)


def read_command(r: Reader, after: Token | None) -> None:
    token = peek(r)
    if token.kind == "(" or (token.kind == "word" and token.text in COMPOUND):
        read_compound(r)
    elif token.kind in REDIRECTIONS or (token.kind == "word" and token.text not in RESERVED):
        read_simple(r)
    elif after is not None:
        refuse(r, after, f"there is no command after `{after.text}`")
    elif token.kind in ("&&", "||", "|", "|&", ";", "&", ";;"):
        refuse(r, token, f"there is no command before `{token.text}`")
    else:
        unexpected(r, token)


def read_simple(r: Reader) -> None:
    words, prefix, declares = 0, True, False
    while True:
        r.assignable = prefix or declares
        token = peek(r)
        if token.kind in REDIRECTIONS:
            _redirection(r)
            words += 1
        elif token.kind == "word":
            take(r)
            words += 1
            declares = declares or (prefix and token.text in _DECLARING)
            prefix = prefix and _ASSIGNMENT.match(token.text) is not None
        elif token.kind == "(" and words == 1 and not prefix:
            read_function(r)
            return
        else:
            return


def read_function(r: Reader) -> None:
    """Reads what follows the name of a function."""
    first = take(r)
    if peek(r).kind != ")":
        unexpected(r, first)
    take(r)
    newlines(r)
    read_body(r)


def read_body(r: Reader) -> None:
    token = peek(r)
    if token.kind == "(" or (token.kind == "word" and token.text in COMPOUND - {"function", "coproc"}):
        read_compound(r)
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


def read_compound(r: Reader) -> None:
    first = peek(r)
    arithmetic = first.kind == "(" and r.text.startswith("((", first.start)
    end = read_arithmetic(r, first) if arithmetic else None
    if end is None:
        take(r)
        opened(r, first.text, first.start)
        r.compounds[first.text](r)
        r.open.pop()
    while peek(r).kind in REDIRECTIONS:
        _redirection(r)


def read_arithmetic(r: Reader, first: Token) -> int | None:
    opened(r, "((", first.start)
    end = after_arithmetic(r, first.start)
    r.open.pop()
    if end is not None:
        r.at, r.ahead = end, None
    return end
