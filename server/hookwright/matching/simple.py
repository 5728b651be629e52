"""Everyday patterns (words, `.*`, `|`, `^`, `$` and one group around them), held in linear time without an engine.

Whatever is not of this kind, or has another meaning in some corner, is left to the JavaScript engine.
"""

from __future__ import annotations

import re

from msgspec import Struct

from hookwright.patterns import late_pattern

_ANY = ".*"
_PIECE = late_pattern(r"\.\*|\\[.*+?^${}()|\[\]/\\-]|[^\\.*+?^${}()|\[\]]+")
_GROUP = late_pattern(r"(\^?)\((?:\?:)?([^()\\\[]*)\)(\$?)")
_LINE_TERMINATOR = late_pattern("[\n\r\u2028\u2029]")


class Alternative(Struct, frozen=True):
    """Literal parts with `.*` between them, held at the start, at the end, or anywhere."""

    parts: tuple[str, ...]
    at_start: bool
    at_end: bool


def parse_simple(pattern: str) -> tuple[Alternative, ...] | None:
    """The alternatives of an everyday pattern, None if it is another kind."""
    group = _GROUP.fullmatch(pattern)
    start, body, end = (bool(group[1]), group[2], bool(group[3])) if group else (False, pattern, False)
    found = [_alternative(it, at_start=start, at_end=end) for it in _split(body)]
    return None if None in found else tuple(it for it in found if it)


def holds_simple(alternatives: tuple[Alternative, ...], subject: str, *, whole: bool) -> bool | None:
    """Whether one of them holds; None if the subject has line ends, which `.` does not match."""
    if _LINE_TERMINATOR.search(subject) and any(len(it.parts) > 1 for it in alternatives):
        return None
    return any(
        _holds(it.parts, subject, at_start=whole or it.at_start, at_end=whole or it.at_end) for it in alternatives
    )


def _split(body: str) -> list[str]:
    return re.split(r"(?<!\\)\|", body)


def _alternative(text: str, *, at_start: bool, at_end: bool) -> Alternative | None:
    if text.startswith("^"):
        text, at_start = text[1:], True
    if text.endswith("$") and not text.endswith("\\$"):
        text, at_end = text[:-1], True
    parts, offset = [""], 0
    while offset < len(text):
        piece = _PIECE.match(text, offset)
        if piece is None:
            return None
        if piece[0] == _ANY:
            parts.append("")
        else:
            parts[-1] += piece[0].removeprefix("\\")
        offset = piece.end()
    # A quantifier is not a piece, so none can follow one.
    return Alternative(tuple(parts), at_start, at_end)


def _holds(parts: tuple[str, ...], subject: str, *, at_start: bool, at_end: bool) -> bool:
    first, last = parts[0], parts[-1]
    if len(parts) == 1:
        if at_start and at_end:
            return subject == first
        return subject.startswith(first) if at_start else subject.endswith(first) if at_end else first in subject
    begin = 0 if at_start else subject.find(first)
    if begin < 0 or (at_start and not subject.startswith(first)):
        return False
    offset = begin + len(first)
    for part in parts[1:-1]:
        offset = subject.find(part, offset)
        if offset < 0:
            return False
        offset += len(part)
    return len(subject) - offset >= len(last) and subject.endswith(last) if at_end else last in subject[offset:]
