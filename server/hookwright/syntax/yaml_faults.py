"""Why YAML cannot be read, in words that say which text wants quotes."""

from __future__ import annotations

import re

from ruamel.yaml.error import MarkedYAMLError

from hookwright.text import Span

_ENTRY = re.compile(r"[ \t]*(?:- +)*(?P<key>[\w.-]+):[ \t]+(?P<value>\S.*)")
_ITEM = re.compile(r"[ \t]*(?:- +)+(?P<value>[^\s-].*)")
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"")
_INNER_COLON = re.compile(r":(?=[ \t]|$)")
_MEANING = {
    "*": "names an alias",
    "&": "names an anchor",
    "!": "names a type",
    "{": "opens a mapping",
    "[": "opens a list",
    "|": "announces a block of lines",
    ">": "announces a block of lines",
}
_RESERVED = frozenset("@`%")
_UNUSABLE = frozenset(",]}?-:")
# What the reader says of these, it says where they end.
_FROM_START = ("alias", "anchor", "flow mapping", "flow sequence", "quoted scalar", "tag", "block scalar")


def explained(text: str, span: Span, error: MarkedYAMLError) -> tuple[str, int]:
    """What is wrong in that part of a text, and where it begins."""
    mark = error.problem_mark or error.context_mark
    if error.context_mark is not None and any(it in (error.context or "") for it in _FROM_START):
        mark = error.context_mark
    at = min(span.start + (mark.index if mark is not None else 0), max(span.start, span.end - 1))
    return _advice(text, span, at) or str(error.problem or error.context), at


def _advice(text: str, span: Span, at: int) -> str | None:
    """What to put into quotes, by the line in which the reader stopped."""
    if text[at : at + 1] == "\t":
        return "a tab cannot stand here; write spaces"
    start = max(text.rfind("\n", span.start, at) + 1, span.start)
    end = text.find("\n", at, span.end)
    line = text[start : end if end >= 0 else span.end]
    entry = _ENTRY.match(line) or _ITEM.match(line)
    if entry is None or at - start < entry.start("value"):
        return None
    value, key = entry["value"].rstrip(), entry.groupdict().get("key")
    name = f"the value of `{key}`" if key else "this item"
    doubled = ", and write `''` for each `'` in it" if "'" in value else ""
    quotes = f"put single quotes around it{doubled}"
    first = value[0]
    if first in "'\"":
        closed = _QUOTED.match(value)
        if closed is None:
            return f"the quote at the beginning of {name} is never closed; close it"
        return f"{name} goes on behind its closing quote; put single quotes around all of it{doubled}"
    if first in _RESERVED or first in _UNUSABLE:
        return f"{name} cannot begin with {'a backtick' if first == '`' else f'`{first}`'}; {quotes}"
    if first in _MEANING:
        return f"{name} begins with `{first}`, which {_MEANING[first]} in YAML; {quotes}"
    if _INNER_COLON.search(value):
        return f"{name} has a `:` before a space, which makes a key of the text before it; {quotes}"
    return None
