"""Where quotes, substitutions and arithmetic of a shell command end, each inside the others, and what they hold."""

from __future__ import annotations

import re
from contextlib import suppress

from hookwright.patterns import late_pattern
from hookwright.shell.reader import Ended, Reader, TextEnd, give_up, mark, opened, unclosed
from hookwright.shell.scopes import CommandScope
from hookwright.shell.tree import MarkKind, PartKind, WordPart

_IN_DOUBLE = late_pattern(r"""[^"\\$`]+""")
# A text, or a variable, and nothing else.
_SIMPLE_DOUBLE = late_pattern(r'''"(?:([^"\\$`]*)|\$([A-Za-z_]\w*))"''')
_IN_PAIR = late_pattern(r"""[^()\[\]\\'"$`]+""")
_IN_BRACES = late_pattern(r"""[^}\\'"$`]*""")
_IN_BODY = late_pattern(r"[^\\$`]+")
_BACKQUOTES = late_pattern(r"`(?>(?:[^`\\]|\\.)*)`", re.DOTALL)
_ANSI = late_pattern(r"\$'(?>(?:[^'\\]|\\.)*)'", re.DOTALL)
_OF_BRACES = late_pattern(r"\$\{[!#]?(?:(?P<name>[A-Za-z_]\w*)|\w+|[@*?!#-]|\$(?![{(]))?(?P<index>\[[^\]]*\])?")
_SINGLE = late_pattern(r"'[^']*'")
_NAMED = late_pattern(r"\$([A-Za-z_]\w*|[0-9@*#?$!-])")
_AFTER_NAME = tuple("}:-=?+#%/^,@*!")
_MOST_COPIED = 100_000_000
_CLOSER = frozenset({")"})
_TO_THE_END: frozenset[str] = frozenset()


def after_quote(r: Reader, at: int, *, quote: str = "") -> int:
    """The end of what begins with a quote, a dollar sign or a backquote; `quote` is the double one around it."""
    char, two = r.text[at], r.text[at : at + 2]
    if char == "$" and (named := _NAMED.match(r.text, at)) is not None:
        r.parts.append(WordPart(PartKind.VARIABLE, named[1], at, named.end(), quote))
        return named.end()
    if char == "'":
        return _until(r, at, _SINGLE, "'", PartKind.TEXT)
    if char == "`":
        end = _until(r, at, _BACKQUOTES, "`", PartKind.COMMANDS)
        mark(r, MarkKind.OPERATOR, at, at + 1)
        _within(r, at + 1, end - 1, at)
        mark(r, MarkKind.OPERATOR, end - 1, end)
        return end
    if char == '"' or (two == '$"' and not quote):
        return _double(r, at, at + len(two) - 1 if char == "$" else at)
    if two == "$'" and not quote:
        return _until(r, at, _ANSI, "$'", PartKind.OTHER)
    if two == "$(":
        return after_commands(r, at, quote)
    if two == "${":
        return _braces(r, at, quote)
    if two == "$[":
        return _enclosed(r, at, at + 1, "[", "]", quote)
    r.parts.append(WordPart(PartKind.TEXT, "$", at, at + 1, quote))
    return at + 1


def after_commands(r: Reader, at: int, quote: str = "") -> int:
    """The end of a substitution that begins there, be it of commands or of arithmetic."""
    if r.text.startswith("$((", at):
        opened(r, "$((", at)
        end = after_arithmetic(r, at + 1, at, quote)
        r.open.pop()
        if end is not None:
            return end
    opened(r, r.text[at : at + 2], at)
    mark(r, MarkKind.OPERATOR, at, at + 2)
    kept = r.assignable, r.heredocs, r.parts, r.quotes, r.scope, r.redirects, r.previous
    r.at, r.ahead, r.assignable, r.heredocs, r.redirects = at + 2, None, True, [], False
    r.scope, r.previous = CommandScope(at, r.scope), None
    try:
        r.read_list(r, _CLOSER)
        r.blocks[at] = r.block
        r.at, r.ahead = _behind(r), None
        r.open.pop()
    except Ended:
        r.at = len(r.text)
        raise
    finally:
        r.assignable, r.heredocs, r.parts, r.quotes, r.scope, r.redirects, r.previous = kept
        r.parts.append(WordPart(PartKind.COMMANDS, r.text[at : r.at], at, r.at, quote))
    return r.at


def after_arithmetic(r: Reader, at: int, start: int, quote: str = "") -> int | None:
    """Where arithmetic that begins with two parentheses ends; None if they are something else."""
    if at in r.not_arithmetic:
        return None
    found = len(r.parts), len(r.drafts), len(r.marks)
    end = _enclosed(r, start, at + 1, "(", ")", quote, extra=1)
    if r.text.startswith(")", end):
        return end + 1
    r.not_arithmetic.add(at)
    for each, count in zip((r.parts, r.drafts, r.marks), found, strict=True):
        del each[count:]  # type: ignore[attr-defined]
    return None


def after_pair(r: Reader, at: int, first: str, last: str) -> int:
    """The end of what is between a pair of marks, nested ones counted."""
    opened(r, first, at)
    depth = 0
    while True:
        if at >= len(r.text):
            unclosed(r)
        run = _IN_PAIR.match(r.text, at)
        char = r.text[at]
        if run is not None:
            at = run.end()
        elif char in "'\"$`":
            at = after_quote(r, at)
        else:
            depth += (char == first) - (char == last)
            at += 2 if char == "\\" else 1
            if not depth:
                r.open.pop()
                return at


def read_body(r: Reader, start: int, end: int) -> tuple[WordPart, ...]:
    """The parts of a heredoc's body, in which quotes are plain text."""
    inner = _sub_reader(r, start, end)
    try:
        at = start
        while at < end:
            run = _IN_BODY.match(inner.text, at)
            if run is not None:
                inner.parts.append(WordPart(PartKind.TEXT, run[0], at, run.end()))
                at = run.end()
            elif inner.text[at] == "\\":
                at = _escape(inner, at, "\\$`")
            else:
                at = after_quote(inner, at, quote='"')
    except Ended:
        pass
    _return(r, inner)
    return tuple(inner.parts)


def _enclosed(r: Reader, start: int, at: int, first: str, last: str, quote: str, *, extra: int = 0) -> int:
    """The end of a pair of marks that belongs to one expansion, with anything in it."""
    kept, r.parts, r.quotes = (r.parts, r.quotes), [], []
    end = len(r.text)
    try:
        end = after_pair(r, at, first, last)
    finally:
        inner, (r.parts, r.quotes) = r.parts, kept
        _add(r, start, min(end + extra, len(r.text)), quote, inner)
    return end


def _add(r: Reader, start: int, end: int, quote: str, inner: list[WordPart]) -> None:
    expansions = tuple(it for it in inner if it.kind is not PartKind.TEXT)
    r.parts.append(WordPart(PartKind.OTHER, r.text[start:end], start, end, quote, inner=expansions))


def _behind(r: Reader) -> int:
    """The end of the parenthesis that closes a substitution, which is the next token."""
    assert r.ahead is not None
    mark(r, MarkKind.OPERATOR, r.ahead.start, r.ahead.end)
    return r.ahead.end


def _until(r: Reader, at: int, pattern: re.Pattern[str], sign: str, kind: PartKind) -> int:
    found = pattern.match(r.text, at)
    begin, end = at + len(sign), found.end() if found else len(r.text)
    if kind is PartKind.TEXT:
        r.parts.append(
            WordPart(kind, r.text[begin : end - (found is not None)], begin, end - (found is not None), sign)
        )
    else:
        r.parts.append(WordPart(kind, r.text[at:end], at, end, sign))
    if kind is not PartKind.COMMANDS:
        r.quotes.append((at, end))
    if found is None:
        opened(r, sign, at)
        if kind is PartKind.COMMANDS:
            r.stop = r.stop or _within(r, at + 1, end, at)
        unclosed(r)
    return end


def _double(r: Reader, start: int, at: int) -> int:
    if start == at and (simple := _SIMPLE_DOUBLE.match(r.text, at)) is not None:
        text, name = simple.groups()
        if name is not None:
            r.parts.append(WordPart(PartKind.VARIABLE, name, at + 1, simple.end() - 1, '"'))
        elif text:
            r.parts.append(WordPart(PartKind.TEXT, text, at + 1, simple.end() - 1, '"'))
        r.quotes.append(simple.span())
        return simple.end()
    opened(r, '"', at)
    begin, extent = at, len(r.quotes)
    at += 1
    r.quotes.append((begin, len(r.text)))
    while True:
        char = r.text[at : at + 1]
        run = _IN_DOUBLE.match(r.text, at)
        if run is not None:
            r.parts.append(WordPart(PartKind.TEXT, run[0], at, run.end(), '"'))
            at = run.end()
        elif not char:
            unclosed(r)
        elif char == '"':
            r.open.pop()
            r.quotes[extent] = begin, at + 1
            if start != begin:
                r.parts.append(WordPart(PartKind.OTHER, "", start, begin))
            return at + 1
        else:
            at = _escape(r, at, '\\$`"') if char == "\\" else after_quote(r, at, quote='"')


def _escape(r: Reader, at: int, special: str) -> int:
    """The end of a backslash in double quotes, which is plain before most characters."""
    end = min(at + 2, len(r.text))
    following = r.text[at + 1 : end]
    if following and following in special:
        r.parts.append(WordPart(PartKind.TEXT, following, at, end, "\\"))
    elif following != "\n":
        r.parts.append(WordPart(PartKind.TEXT, r.text[at:end], at, end, '"'))
    return end


def _braces(r: Reader, start: int, quote: str) -> int:
    opened(r, "${", start)
    found = _OF_BRACES.match(r.text, start)
    assert found is not None
    kept, r.parts, r.quotes = (r.parts, r.quotes), [], []
    end = len(r.text)
    try:
        end = _end_of_braces(r, found.end(), quote)
    finally:
        inner, (r.parts, r.quotes) = r.parts, kept
        # Of a name with a dot, say, the shell complains when it comes to it.
        well_formed = found.end() > start + 2 and r.text[found.end() : found.end() + 1] in _AFTER_NAME
        r.readable = r.readable and well_formed
        if found["name"] and not found["index"] and well_formed:
            expansions = tuple(it for it in inner if it.kind is not PartKind.TEXT)
            plain = end == found.end() + 1 and found.start("name") == start + 2
            r.parts.append(WordPart(PartKind.VARIABLE, found["name"], start, end, quote, plain, expansions))
        else:
            _add(r, start, end, quote, inner)
    return end


def _end_of_braces(r: Reader, at: int, quote: str) -> int:
    # In double quotes, single ones are quotes in patterns only.
    singles = not quote or r.text[at : at + 1] in tuple("#%/^,")
    while True:
        at = _IN_BRACES.match(r.text, at).end()  # type: ignore[union-attr]
        char = r.text[at : at + 1]
        if not char:
            unclosed(r)
        if char == "}":
            r.open.pop()
            return at + 1
        if char == "\\":
            at += 2
        else:
            at = at + 1 if char == "'" and not singles else after_quote(r, at, quote=quote)


def _within(r: Reader, start: int, end: int, at: int) -> TextEnd | None:
    """Reads the commands between backquotes, which bash itself does only when it comes to them."""
    inner = _sub_reader(r, start, end)
    inner.scope = CommandScope(at, r.scope)
    opened(inner, "`", at)
    with suppress(Ended):
        r.read_list(inner, _TO_THE_END)
        r.blocks[at] = inner.block
    _return(r, inner)
    return inner.stop


def _sub_reader(r: Reader, start: int, end: int) -> Reader:
    """A reader of a piece of the text, whose faults are not the command's."""
    r.copied += end
    if r.copied > _MOST_COPIED:
        give_up(r)
    inner = Reader(r.text[:end], r.read_list, start, scope=r.scope, open=[*r.open])
    inner.drafts, inner.marks, inner.functions, inner.blocks = r.drafts, r.marks, r.functions, r.blocks
    inner.groups, inner.pipelines, inner.copied = r.groups, r.pipelines, r.copied
    return inner


def _return(r: Reader, inner: Reader) -> None:
    r.groups, r.pipelines, r.copied = inner.groups, inner.pipelines, inner.copied
    if inner.fault is not None or inner.given_up or not inner.readable:
        r.readable = False
