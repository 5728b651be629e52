"""Where bash refuses a condition between double brackets."""

from __future__ import annotations

from hookwright.patterns import late_pattern
from hookwright.shell.reader import Reader, Token, opened, refuse, unexpected
from hookwright.shell.scopes import Draft
from hookwright.shell.tokens import newlines, peek, take, take_pattern
from hookwright.shell.tree import Word

_UNARY = late_pattern(r"-[a-hknoprstuvwxzGLNORS]")
_COMPARISONS = frozenset({"=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-ef", "-nt", "-ot"})


def read_condition(r: Reader, draft: Draft) -> None:
    """Reads a condition between double brackets, the words of which are those of one command."""
    _keep(r, draft)
    _alternatives(r, draft)
    if peek(r).text != "]]":
        unexpected(r, peek(r))
    _keep(r, draft)


def _alternatives(r: Reader, draft: Draft) -> None:
    _term(r, draft)
    while peek(r).kind in ("&&", "||"):
        _keep(r, draft)
        _term(r, draft)


def _term(r: Reader, draft: Draft) -> None:
    r.assignable = False
    newlines(r)
    r.assignable = False
    token = peek(r)
    if token.kind == "(":
        _keep(r, draft)
        opened(r, "(", token.start)
        _alternatives(r, draft)
        if peek(r).kind != ")":
            unexpected(r, peek(r))
        r.open.pop()
        _keep(r, draft)
    elif token.kind == "word" and token.text == "!":
        _keep(r, draft)
        _term(r, draft)
    elif token.kind == "word" and token.text != "]]":
        _comparison(r, draft)
    else:
        unexpected(r, token)
    r.assignable = False
    newlines(r)
    r.assignable = False


def _comparison(r: Reader, draft: Draft) -> None:
    first = _keep(r, draft).text
    r.assignable = False
    token = peek(r)
    if _UNARY.fullmatch(first):
        if token.kind != "word" or token.text == "]]":
            refuse(r, token, f"there is nothing after `{first}`")
        _keep(r, draft)
    elif token.text in _COMPARISONS or token.kind in ("<", ">"):
        _keep(r, draft)
        value = take_pattern(r, regex=token.text == "=~")
        draft.words += [value] if value.text else []
        if value.text in ("", "]]"):
            refuse(r, token, f"there is nothing after `{token.text}`")
    elif token.text != "]]" and token.kind not in ("&&", "||", ")"):
        unexpected(r, token)


def _keep(r: Reader, draft: Draft) -> Token:
    token = take(r)
    if isinstance(token, Word):
        draft.words.append(token)
    return token
