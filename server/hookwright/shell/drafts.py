"""How what is read becomes part of commands: words, keywords, and the operators between commands."""

from __future__ import annotations

from hookwright.shell.expansions import after_arithmetic
from hookwright.shell.reader import Reader, Token, mark, opened, unexpected
from hookwright.shell.scopes import Draft
from hookwright.shell.tokens import peek, take
from hookwright.shell.tree import CommandKind, MarkKind, Word


def begin(r: Reader, kind: CommandKind) -> Draft:
    """Begins a command with what has been read before it."""
    scope = r.scope
    draft = Draft(kind, scope, peek(r).start, scope.group, scope.before, tuple(scope.keywords))
    scope.keywords, scope.current, scope.last = [], draft, draft
    r.drafts.append(draft)
    return draft


def begin_head(r: Reader) -> Draft:
    """Begins what comes before the first list of a compound command, with the keyword just taken."""
    keyword = r.previous
    draft = begin(r, CommandKind.HEAD)
    if isinstance(keyword, Word):
        draft.words.append(keyword)
        draft.start = keyword.start
    return draft


def take_end(r: Reader) -> None:
    """Takes the keyword or the bracket that ends a compound command."""
    draft = begin(r, CommandKind.END)
    draft.keywords = (*draft.keywords, peek(r).text)
    _take_marked(r)


def take_keyword(r: Reader) -> Token:
    """Takes a keyword that is before a command."""
    r.scope.keywords.append(peek(r).text)
    r.scope.current = None
    return _take_marked(r)


def take_operator(r: Reader) -> Token:
    """Takes an operator between commands."""
    token, scope = take(r), r.scope
    if scope.last is not None and not scope.last.after:
        scope.last.after = token.kind
    scope.before, scope.current, r.redirects = token.kind, None, False
    return token


def _take_marked(r: Reader) -> Token:
    token = take(r)
    if token.kind == "word":
        mark(r, MarkKind.KEYWORD, token.start, token.end)
    return token


def add_word(r: Reader, draft: Draft) -> None:
    """Takes the word that has to follow into a command."""
    token = peek(r)
    if not isinstance(token, Word):
        unexpected(r, token)
    draft.words.append(token)
    take(r)


def read_arithmetic(r: Reader, first: Token) -> int | None:
    """Reads arithmetic between double parentheses, one word, and answers its end; None if it is something else."""
    opened(r, "((", first.start)
    kept, r.parts = r.parts, []
    try:
        end = after_arithmetic(r, first.start, first.start)
    finally:
        parts, r.parts = r.parts, kept
    r.open.pop()
    if end is not None:
        draft = begin(r, CommandKind.TEST)
        draft.words.append(Word(r.text[first.start : end], first.start, end, tuple(parts)))
        r.at, r.ahead, r.scope.current, r.previous = end, None, None, draft.words[0]
    return end
