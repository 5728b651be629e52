"""Parses Python text into its syntax tree, also a text with a mistake in it, as it is while somebody types."""

from __future__ import annotations

import ast
import re
import warnings

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.scripts.python.places import MARK

_LINE_END = late_pattern(r"\r\n|\r|\n")
# A line that can begin a statement of the module: not one that goes on with the statement before it.
_BEGINS = late_pattern(r"(?:[A-Za-z_@]|async\b)(?!lse\b|lif\b|xcept\b|inally\b)")
_MOST_TRIES = 12


class Parsed(Struct, frozen=True, eq=False):
    """The tree of a text, or of the part of it that can be parsed; `fault` says why the rest cannot be."""

    tree: ast.Module
    fault: str = ""


def parse(text: str) -> Parsed:
    """Parses a text; never raises.

    Where a line is at fault, the text is parsed without that line, or else up to the last statement before it.
    """
    text = text.removeprefix(MARK)
    try:
        return Parsed(_tree(text))
    except SyntaxError as error:
        line = error.lineno or 0
        where = f" (line {line})" if line else ""
        return Parsed(_rest(text, line), f"{error.msg}{where}")
    except (ValueError, RecursionError, MemoryError) as error:
        return Parsed(ast.Module([], []), str(error) or "it is too deep")


def _tree(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _rest(text: str, fault: int) -> ast.Module:
    """The tree of the text with less of it; offsets stay the same."""
    ends = [it.end() for it in _LINE_END.finditer(text)]
    starts = [0, *ends]
    if not 1 <= fault <= len(starts):
        return ast.Module([], [])
    tries = [_without(text, starts[fault - 1], starts[fault] if fault < len(starts) else len(text))]
    before = [it for it in starts[:fault] if it and _BEGINS.match(text, it)]
    tries += [text[:it] for it in reversed(before[-_MOST_TRIES:])]
    for it in tries:
        try:
            return _tree(it)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return ast.Module([], [])


def _without(text: str, start: int, end: int) -> str:
    """The text with `pass` or nothing in place of a line."""
    line = text[start:end]
    body = line.strip()
    if not body:
        return text
    at = line.index(body)
    instead = "pass".ljust(len(body)) if len(body) >= len("pass") else re.sub(r"\S", " ", body)
    return text[: start + at] + instead + text[start + at + len(body) :]
