"""The tokens of a shell command as bash reads them, words and operators, with the heredocs between the lines."""

from __future__ import annotations

import re

from msgspec.structs import replace

from hookwright.patterns import late_pattern
from hookwright.shell.expansions import after_commands, after_pair, after_quote, read_body
from hookwright.shell.reader import Ended, Heredoc, Operator, Reader, Token, mark, opened, stopped, unexpected
from hookwright.shell.scopes import Draft
from hookwright.shell.tree import MarkKind, PartKind, Redirection, Word, WordPart

_BLANKS = late_pattern(r"(?>(?:[ \t]|\\\n)*)(?P<comment>#[^\n]*+)?")
_OPERATOR = late_pattern(r"&>>|<<<|<<-|;;&|&&|\|\||;;|;&|\|&|&>|<<|>>|<&|>&|<>|>\||[;&|()<>\n]")
# The characters that these can begin with; most words begin with none of them.
_MAY_BE_BLANK = frozenset(" \t\\#")
_BEGIN_OPERATORS = frozenset(";&|()<>\n")
# What can be behind a word of plain characters, with nothing else in it.
_END_PLAIN = frozenset(" \t\n;&|)")
_NUMBER = late_pattern(r"(?:\d+|\{[A-Za-z_]\w*\})(?=[<>])")
_RUN = late_pattern(r"""[^ \t\n|&;()<>\\'"$`\[]+""")
_NAME = late_pattern(r"[A-Za-z_]\w*")
_ASSIGNED = late_pattern(r"[A-Za-z_]\w*(?:\[.*\])?\+?=", re.DOTALL)
_QUOTES = late_pattern(r"""\\(.)|['"]""", re.DOTALL)
_NESTED = ["$("]
_TEXT = PartKind.TEXT
_OPEN_QUOTES = ("'", '"', "$'")


def peek(r: Reader) -> Token:
    """The next token."""
    if r.ahead is None:
        r.ahead = _token(r)
    return r.ahead


def take(r: Reader) -> Token:
    """The next token, which is then behind."""
    token = r.ahead or peek(r)
    r.at, r.ahead, r.assignable, r.previous = token.end, None, True, token
    if token.kind == "\n":
        _skip_heredocs(r)
    elif token.kind not in ("word", ""):
        mark(r, MarkKind.OPERATOR, token.start - len(token.number), token.end)  # type: ignore[union-attr]
    return token


def take_word(r: Reader, word: Word) -> None:
    """Goes behind the next token, which is that word."""
    r.at, r.ahead, r.assignable, r.previous = word.end, None, True, word


def take_pattern(r: Reader, *, regex: bool) -> Word:
    """The right side of a comparison between double brackets, where parentheses and bars may be part of a word."""
    r.at = _BLANKS.match(r.text, r.at).end()  # type: ignore[union-attr]
    r.assignable = False
    if r.at >= len(r.text):
        stopped(r)
    word = _word(r, r.at, bars="|" if regex else "", groups="" if regex else "?*+@!")
    r.at, r.ahead, r.previous = word.end, None, word
    return word


def word_at(r: Reader) -> Word:
    """The word that begins where the reading is."""
    return _word(r, r.at)


def newlines(r: Reader) -> Token:
    """Goes behind empty lines, and gives the token there."""
    while (token := r.ahead or peek(r)).kind == "\n":
        take(r)
    return token


def add_redirection(r: Reader, draft: Draft, operator: Operator) -> None:
    """Takes the word after the operator of a redirection; the body of a heredoc begins on the next line."""
    word = take(r)
    assert isinstance(word, Word)
    r.redirects = False
    start = operator.start - len(operator.number)
    found = Redirection(operator.text, operator.number, word, word.text, start, word.end, closed=False)
    draft.redirections.append(found if found.is_heredoc else replace(found, closed=True))
    if found.is_heredoc:
        delimiter = _QUOTES.sub(lambda it: it[1] or "", word.text)
        r.heredocs.append(Heredoc(draft, len(draft.redirections) - 1, delimiter, delimiter != word.text))


def _token(r: Reader) -> Token:
    text, at, comment = r.text, r.at, False
    # One blank before a word is the most common case.
    at += text.startswith(" ", at)
    char = text[at : at + 1]
    if char in _MAY_BE_BLANK:
        blanks = _BLANKS.match(text, at)
        assert blanks is not None
        at, comment = blanks.end(), blanks["comment"] is not None
        char = text[at : at + 1]
        if comment:
            mark(r, MarkKind.COMMENT, *blanks.span("comment"))
    if char == "\n":
        return Operator(char, char, at, at + 1)
    if not char:
        stopped(r, in_text=comment)
        return Operator("", "", at, at)
    run = _RUN.match(text, at)
    if run is not None and ((end := run.end()) == len(text) or text[end] in _END_PLAIN):
        found = run[0]
        # A template, which something fills in before a shell reads it.
        if "{{" in found:
            r.readable = False
        return Word(found, at, end, (WordPart(_TEXT, found, at, end),))
    number = _NUMBER.match(text, at) if char == "{" or char.isdecimal() else None
    begin = number.end() if number else at
    if text[begin] in _BEGIN_OPERATORS and text[begin : begin + 2] not in ("<(", ">("):
        sign = _OPERATOR.match(text, begin)
        if sign is not None:
            return Operator(sign[0], sign[0], begin, sign.end(), number[0] if number else "")
    return _word(r, at)


def _word(r: Reader, start: int, bars: str = "", groups: str | None = None) -> Word:
    kept, depth = (r.parts, r.quotes), len(r.open)
    r.parts, r.quotes = [], []
    try:
        end = _end_of_word(r, start, bars, groups)
        return Word(r.text[start:end], start, end, tuple(r.parts), tuple(r.quotes))
    except Ended:
        inside = [it.text for it in r.open[depth:]]
        del r.open[depth:]
        quote = next((it for it in reversed(inside) if it in _OPEN_QUOTES), (inside or _NESTED)[-1])
        word = Word(r.text[start:], start, len(r.text), tuple(r.parts), tuple(r.quotes), quote)
        if r.stop is not None and r.stop.scope is r.scope:
            r.stop = replace(r.stop, word=word)
        return word
    finally:
        r.parts, r.quotes = kept


def _end_of_word(r: Reader, start: int, bars: str, groups: str | None) -> int:
    at, text = start, r.text
    while at < len(text):
        run = _RUN.match(text, at)
        char = text[at]
        if run is not None:
            written, end = run[0], run.end()
            r.parts.append(WordPart(_TEXT, written, at, end))
            at = end
            # A template, which something fills in before a shell reads it.
            r.readable = r.readable and "{{" not in written
        elif char == "\\":
            at = _escape(r, at)
        elif char in "'\"$`":
            at = after_quote(r, at)
        elif char in "<>" and text.startswith("(", at + 1):
            at = after_commands(r, at)
        elif char == "(" and groups is not None and (not groups or text[at - 1] in groups):
            at = _pair(r, at, "(", ")")
        elif char == "(" and r.assignable and _ASSIGNED.fullmatch(text, start, at):
            at = _array(r, at)
        elif char == "[":
            named = r.assignable and _NAME.fullmatch(text, start, at)
            at = _pair(r, at, "[", "]") if named else _plain(r, at)
        elif char in bars:
            at = _plain(r, at)
        else:
            break
    return at


def _plain(r: Reader, at: int) -> int:
    """Adds a character that has no meaning where it is."""
    r.parts.append(WordPart(PartKind.TEXT, r.text[at], at, at + 1))
    return at + 1


def _pair(r: Reader, start: int, first: str, last: str) -> int:
    """Adds a subscript, or the alternatives of a pattern, with the expansions in it."""
    count = len(r.parts)
    end = after_pair(r, start, first, last)
    expansions = tuple(it for it in r.parts[count:] if it.kind is not PartKind.TEXT)
    del r.parts[count:]
    r.parts.append(
        WordPart(PartKind.OTHER if expansions else PartKind.TEXT, r.text[start:end], start, end, inner=expansions)
    )
    return end


def _escape(r: Reader, at: int) -> int:
    end = min(at + 2, len(r.text))
    following = r.text[at + 1 : end]
    r.parts.append(WordPart(PartKind.TEXT, "" if following == "\n" else following, at, end, "\\"))
    return end


def _array(r: Reader, start: int) -> int:
    opened(r, "(", start)
    r.at, r.ahead = start + 1, None
    mark(r, MarkKind.OPERATOR, start, start + 1)
    inner: list[WordPart] = []
    while (token := peek(r)).kind in ("word", "\n"):
        take(r)
        r.assignable = False
        inner += token.parts if isinstance(token, Word) else ()
    if token.kind != ")":
        unexpected(r, token)
    take(r)
    r.open.pop()
    expansions = tuple(it for it in inner if it.kind is not PartKind.TEXT)
    r.parts.append(WordPart(PartKind.OTHER, r.text[start : r.at], start, r.at, inner=expansions))
    return r.at


def _skip_heredocs(r: Reader) -> None:
    """Reads the bodies of the heredocs that the line before names."""
    if not r.heredocs:
        return
    inside = any(it.text == "$(" for it in r.open)
    heredocs, r.heredocs = r.heredocs, []
    for it in heredocs:
        start, body, closed = r.at, r.at, False
        draft, redirection = it.draft, it.draft.redirections[it.index]
        while r.at < len(r.text) and not closed:
            end = r.text.find("\n", r.at)
            line = r.text[r.at : end if end >= 0 else len(r.text)]
            stripped = line.lstrip("\t") if redirection.operator == "<<-" else line
            body = r.at
            if inside and stripped.startswith(f"{it.delimiter})"):
                r.at, closed = r.text.index(it.delimiter, r.at) + len(it.delimiter), True
            else:
                r.at, closed = end + 1 if end >= 0 else len(r.text), stripped == it.delimiter
        if not closed:
            body, r.readable = len(r.text), False
            stopped(r, in_text=True)
        text = r.text[start:body]
        parts = read_body(r, start, body) if not it.quoted and ("$" in text or "`" in text) else ()
        draft.redirections[it.index] = replace(redirection, text=text, body=start, parts=parts, closed=closed)
