"""Where bash refuses a list of commands: pipelines, the operators between them, and what closes the list."""

from __future__ import annotations

from hookwright.shell.commands import RESERVED, read_command
from hookwright.shell.expected import OPENED_BY, newlines, refuse, unexpected
from hookwright.shell.reader import Reader, Token, unclosed
from hookwright.shell.tokens import peek, take

_SEPARATORS = frozenset({";", "&", "\n"})


def read_list(r: Reader, closers: frozenset[str], *, may_be_empty: bool = False) -> Token:
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
        if token.text in RESERVED and len(closers) == 1 and r.open and _is_end(r.open[-1].text, token.text):
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
    read_command(r, after)
    while peek(r).kind in ("|", "|&"):
        operator = take(r)
        newlines(r)
        read_command(r, operator)


def _is(token: Token, texts: frozenset[str]) -> bool:
    return token.text in texts


def _is_end(opener: str, word: str) -> bool:
    return word in ("fi", "done") and OPENED_BY[word] == {"while": "for", "until": "for", "select": "for"}.get(
        opener, opener
    )
