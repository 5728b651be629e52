"""The tokens of a shell command as bash reads them, words and operators, with the heredocs between the lines."""

from __future__ import annotations

import re

from hookwright.shell.quotes import after_commands, after_pair, after_quote
from hookwright.shell.reader import Reader, Refused, Token, opened, unclosed
from hookwright.shell.tree import Fault

_BLANKS = re.compile(r"(?>(?:[ \t]|\\\n)*)(?:#[^\n]*+)?")
_OPERATOR = re.compile(r"&>>|<<<|<<-|;;&|&&|\|\||;;|;&|\|&|&>|<<|>>|<&|>&|<>|>\||[;&|()<>\n]")
_NUMBER = re.compile(r"(?:\d+|\{[A-Za-z_]\w*\})(?=[<>])")
_RUN = re.compile(r"""[^ \t\n|&;()<>\\'"$`\[]+""")
_NAME = re.compile(r"[A-Za-z_]\w*")
_ASSIGNED = re.compile(r"[A-Za-z_]\w*(?:\[.*\])?\+?=", re.DOTALL)
_QUOTES = re.compile(r"""\\(.)|['"]""", re.DOTALL)


def peek(r: Reader) -> Token:
    """The next token."""
    if r.ahead is None:
        r.ahead = _token(r)
    return r.ahead


def take(r: Reader) -> Token:
    """The next token, which is then behind."""
    token = peek(r)
    r.at, r.ahead, r.assignable = token.end, None, True
    if token.kind == "\n":
        _skip_heredocs(r)
    return token


def take_pattern(r: Reader, *, regex: bool) -> Token:
    """The right side of a comparison between double brackets, where parentheses and bars may be part of a word."""
    r.at = _BLANKS.match(r.text, r.at).end()  # type: ignore[union-attr]
    r.assignable = False
    token = _word(r, r.at, bars="|" if regex else "", groups="" if regex else "?*+@!")
    r.at, r.ahead = token.end, None
    return token


def await_heredoc(r: Reader, operator: Token, word: Token) -> None:
    """Notes a heredoc whose body begins on the next line."""
    r.heredocs.append((_QUOTES.sub(lambda it: it[1] or "", word.text), operator.kind == "<<-"))


def _token(r: Reader) -> Token:
    at = _BLANKS.match(r.text, r.at).end()  # type: ignore[union-attr]
    number = _NUMBER.match(r.text, at)
    mark = number.end() if number else at
    if r.text[mark : mark + 2] not in ("<(", ">("):
        found = _OPERATOR.match(r.text, mark)
        if found is not None:
            return Token(found[0], found[0], mark, found.end())
    if at >= len(r.text):
        return Token("", "", at, at)
    return _word(r, at)


def _word(r: Reader, start: int, bars: str = "", groups: str | None = None) -> Token:
    at, text = start, r.text
    while at < len(text):
        run = _RUN.match(text, at)
        char = text[at]
        if run is not None:
            at = run.end()
        elif char == "\\":
            at = min(at + 2, len(text))
        elif char in "'\"$`":
            at = after_quote(r, at)
        elif char in "<>" and text.startswith("(", at + 1):
            at = after_commands(r, at)
        elif char == "(" and groups is not None and (not groups or text[at - 1] in groups):
            at = after_pair(r, at, "(", ")")
        elif char == "(" and r.assignable and _ASSIGNED.fullmatch(text, start, at):
            at = _array(r, at)
        elif char == "[":
            at = after_pair(r, at, "[", "]") if r.assignable and _NAME.fullmatch(text, start, at) else at + 1
        elif char in bars:
            at += 1
        else:
            break
    return Token("word", text[start:at], start, at)


def _array(r: Reader, at: int) -> int:
    opened(r, "(", at)
    r.at, r.ahead = at + 1, None
    while (token := peek(r)).kind in ("word", "\n"):
        take(r)
        r.assignable = False
    if not token.kind:
        unclosed(r)
    if token.kind != ")":
        raise Refused(Fault(f"`{token.text}` cannot stand here", token.start, token.end))
    take(r)
    r.open.pop()
    return r.at


def _skip_heredocs(r: Reader) -> None:
    """Goes behind the bodies of the heredocs that the line before names."""
    inside = any(it.text == "$(" for it in r.open)
    for delimiter, tabs in r.heredocs:
        while r.at < len(r.text):
            end = r.text.find("\n", r.at)
            line = r.text[r.at : end if end >= 0 else len(r.text)]
            line = line.lstrip("\t") if tabs else line
            if inside and line.startswith(f"{delimiter})"):
                r.at = r.text.index(delimiter, r.at) + len(delimiter)
                break
            r.at = end + 1 if end >= 0 else len(r.text)
            if line == delimiter:
                break
    r.heredocs = []
