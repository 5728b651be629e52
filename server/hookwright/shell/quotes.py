"""Where quotes, substitutions and arithmetic of a shell command end, each inside the others."""

from __future__ import annotations

import re

from hookwright.shell.reader import Reader, opened, unclosed

_IN_DOUBLE = re.compile(r"""[^"\\$`]*""")
_IN_PAIR = re.compile(r"""[^()\[\]\\'"$`]+""")
_IN_BRACES = re.compile(r"""[^}\\'"$`]*""")
_BACKQUOTES = re.compile(r"`(?>(?:[^`\\]|\\.)*)`", re.DOTALL)
_ANSI = re.compile(r"\$'(?>(?:[^'\\]|\\.)*)'", re.DOTALL)
_OF_BRACES = re.compile(r"\$\{[!#]?(?:\w+|[@*?!#-]|\$(?![{(]))?(?:\[[^\]]*\])?")
_SINGLE = re.compile(r"'[^']*'")


def after_quote(r: Reader, at: int, *, in_double: bool = False) -> int:
    """The end of what begins with a quote, a dollar sign or a backquote."""
    two = r.text[at : at + 2]
    if two[0] == "'":
        return _until(r, at, _SINGLE, "'")
    if two[0] == "`":
        return _until(r, at, _BACKQUOTES, "`")
    if two[0] == '"' or (two == '$"' and not in_double):
        return _double(r, at + len(two) - 1 if two[0] == "$" else at)
    if two == "$'" and not in_double:
        return _until(r, at, _ANSI, "$'")
    if two == "$(":
        return after_commands(r, at)
    if two == "${":
        return _braces(r, at, in_double=in_double)
    if two == "$[":
        return after_pair(r, at + 1, "[", "]")
    return at + (2 if two == "$$" else 1)


def after_commands(r: Reader, at: int) -> int:
    """The end of a substitution that begins there, be it of commands or of arithmetic."""
    if r.text.startswith("$((", at):
        opened(r, "$((", at)
        end = after_arithmetic(r, at + 1)
        r.open.pop()
        if end is not None:
            return end
    opened(r, r.text[at : at + 2], at)
    kept = r.assignable, r.heredocs
    r.at, r.ahead, r.assignable, r.heredocs = at + 2, None, True, []
    r.substituted(r)
    r.assignable, r.heredocs = kept
    r.open.pop()
    return r.at


def after_arithmetic(r: Reader, at: int) -> int | None:
    """Where arithmetic that begins with two parentheses ends; None where they are something else."""
    if at not in r.arithmetic:
        end = after_pair(r, at + 1, "(", ")")
        r.arithmetic[at] = end + 1 if r.text.startswith(")", end) else None
    return r.arithmetic[at]


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


def _until(r: Reader, at: int, pattern: re.Pattern[str], mark: str) -> int:
    found = pattern.match(r.text, at)
    if found is None:
        opened(r, mark, at)
        unclosed(r)
    return found.end()


def _double(r: Reader, at: int) -> int:
    opened(r, '"', at)
    at += 1
    while True:
        at = _IN_DOUBLE.match(r.text, at).end()  # type: ignore[union-attr]
        char = r.text[at : at + 1]
        if not char:
            unclosed(r)
        if char == '"':
            r.open.pop()
            return at + 1
        at = at + 2 if char == "\\" else after_quote(r, at, in_double=True)


def _braces(r: Reader, at: int, *, in_double: bool) -> int:
    opened(r, "${", at)
    at = _OF_BRACES.match(r.text, at).end()  # type: ignore[union-attr]
    # In double quotes, single ones are quotes in patterns only.
    singles = not in_double or r.text[at : at + 1] in tuple("#%/^,")
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
            at = at + 1 if char == "'" and not singles else after_quote(r, at, in_double=in_double)
