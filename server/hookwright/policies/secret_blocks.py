"""Secrets of several lines: values of Kubernetes secrets, block scalars of YAML, and the ends of private keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.patterns import late_pattern

Span = tuple[int, int]

_MOST_LINES = 256
_LONGEST_LINE = 128
_DOCUMENT = late_pattern(r"^---.*$", re.MULTILINE)
_IS_SECRET = late_pattern(r"^[ \t-]*[\"']?kind[\"']?:[ \t]*[\"']?Secret[\"']?[ \t\r]*$", re.MULTILINE)
_DATA = late_pattern(r"^(?P<before>[ \t]*(?:-[ \t]+)?)[\"']?(?:data|stringData)[\"']?:[ \t\r]*\n", re.MULTILINE)
_ENTRY = late_pattern(r"[ \t]*[\"']?[\w.-]{1,253}[\"']?:[ \t]+(?P<value>[^\r\n]*)|(?P<more>[^\r\n]*)")
_IS_BLOCK = late_pattern(r"[|>][-+0-9]{0,2}[ \t]*\Z")
_BLOCK = late_pattern(r"[|>][-+0-9]{0,2}[ \t]*\r?\n")
_INDENT = late_pattern(r"[ \t]*(?:-[ \t]+)?")
_IS_SECRET_JSON = late_pattern(r"\"kind\\*\"\s{0,8}:\s{0,8}\\*\"Secret\\*\"")
_DATA_JSON = late_pattern(r"\"(?:data|stringData)\\*\"\s{0,8}:\s{0,8}\{(?P<members>[^{}]*)\}")
_VALUE_JSON = late_pattern(r":\s{0,8}\\*\"(?P<value>(?>(?:[^\"\\]|\\[^\"])+))")
_KEY_END = late_pattern(r"-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY")
_IN_BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
_LEAST = 4


def kubernetes_values(text: str) -> Iterator[Span]:
    """Each value of a Kubernetes secret, in YAML and in JSON."""
    if "Secret" not in text or "ata" not in text:
        return
    ends = [it.start() for it in _DOCUMENT.finditer(text)]
    for start, end in zip([0, *ends], [*ends, len(text)], strict=True):
        if _IS_SECRET.search(text, start, end):
            for it in _DATA.finditer(text, start, end):
                yield from _entries(text, it.end(), end, len(it["before"]))
        if _IS_SECRET_JSON.search(text, start, end):
            for it in _DATA_JSON.finditer(text, start, end):
                yield from (value.span("value") for value in _VALUE_JSON.finditer(text, *it.span("members")))


def _entries(text: str, start: int, end: int, indent: int) -> Iterator[Span]:
    for first, last in _deeper_lines(text, start, end, indent):
        found = _ENTRY.match(text, first, last)
        group = "value" if found and found["value"] is not None else "more"
        if found and len(found[group].strip()) >= _LEAST and not _IS_BLOCK.match(found[group]):
            yield found.span(group)


def block_scalar(text: str, name_at: int, value_at: int) -> Span | None:
    """The lines of the block scalar that begins at `value_at`, for a key at `name_at`; None if none does."""
    head = _BLOCK.match(text, value_at)
    if head is None:
        return None
    before = _INDENT.match(text, text.rfind("\n", 0, name_at) + 1)
    lines = list(_deeper_lines(text, head.end(), len(text), len(before[0]) if before else 0))
    return (lines[0][0], lines[-1][1]) if lines else None


def _deeper_lines(text: str, start: int, end: int, indent: int) -> Iterator[Span]:
    """The lines from there on that are indented by more, without their blanks; no more than a number of them."""
    for _ in range(_MOST_LINES):
        last = text.find("\n", start, end)
        last = end if last < 0 else last
        first = start
        while first < last and text[first] in " \t":
            first += 1
        if start >= end or (first < last and first - start <= indent):
            return
        if first < last:
            yield first, last
        start = last + 1


def ends_of_keys(text: str) -> Iterator[Span]:
    """The lines before the end of a private key, wherever that began."""
    if "PRIVATE KEY" not in text:
        return
    for it in _KEY_END.finditer(text):
        start = it.start()
        for _ in range(_MOST_LINES):
            line = _line_before(text, start)
            if line is None:
                break
            start = line
        if start < it.start():
            yield start, it.start()


def _line_before(text: str, place: int) -> int | None:
    """Where the line of Base64 begins that ends before the place, with a line feed or an escaped one behind it."""
    for feed in ("\r\n", "\n", "\\r\\n", "\\n"):
        if text.endswith(feed, 0, place):
            end = start = place - len(feed)
            while start > 0 and end - start <= _LONGEST_LINE and text[start - 1] in _IN_BASE64:
                start -= 1
            # The `n` of an escaped line feed is none of it.
            start += text[start - 1 : start] == "\\"
            return start if _LEAST <= end - start <= _LONGEST_LINE else None
    return None
