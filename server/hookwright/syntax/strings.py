"""How a string's decoded value and its text in the file map onto one another, escape by escape."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from hookwright.syntax.tree import Node, PlacedString, Tree

# An unknown escape is no escape: its backslash counts as a character of the value.
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\"\\/bfnrt])")
_SIMPLE = {'\\"': '"', "\\\\": "\\", "\\/": "/", "\\b": "\b", "\\f": "\f", "\\n": "\n", "\\r": "\r", "\\t": "\t"}
_MUST_ESCAPE = '["\\\\\x00-\x1f\x7f\ud800-\udfff]'
_ESCAPED = {decoded: escape for escape, decoded in _SIMPLE.items() if decoded != "/"}

OPENING_QUOTES = "\"'`“”„‘’"


def decode(raw: str) -> str:
    """The value of a string's content as it is written between the quotes."""
    if "\\" not in raw:
        return raw
    if raw.count("\\") == raw.count('\\"'):
        return raw.replace('\\"', '"')
    return _ESCAPE.sub(_decoded, raw)


def quote(value: str) -> str:
    """The JSON string of a value, in double quotes; only what must be escaped is."""
    if value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return f'"{re.sub(_MUST_ESCAPE, _escaped, value)}"'


def content_start(text: str, node: Node) -> int:
    """The offset where the content of a string node begins, after its quote if it has one."""
    if isinstance(node, PlacedString):
        return node.offsets[0]
    return node.start + (node.start < node.end and text[node.start] in OPENING_QUOTES)


def content_end(node: Node) -> int:
    """The offset where the content of a string node ends, before its quote if it has one."""
    if isinstance(node, PlacedString):
        return node.offsets[-1]
    return node.end - 1 if node.closed else node.end


def text_offset(tree: Tree, node: Node, index: int) -> int:
    """The offset in the text of a place in a string node's decoded value; past the value it is the content's end."""
    if isinstance(node, PlacedString):
        return node.offsets[max(0, min(index, len(node.offsets) - 1))]
    start, end = content_start(tree.text, node), content_end(node)
    places, shrunk = _shrinkage(tree.text[start:end])
    return min(start + max(0, index) + shrunk[bisect_left(places, index)], end)


def text_offsets(tree: Tree, node: Node, places: Sequence[int]) -> list[int]:
    """The offsets of places in a string node's decoded value, which are in order; as `text_offset`, read once."""
    if isinstance(node, PlacedString):
        return [text_offset(tree, node, it) for it in places]
    start, end = content_start(tree.text, node), content_end(node)
    escapes = _escapes(tree.text[start:end])
    found, shrunk, ahead = list[int](), 0, next(escapes, None)
    for place in places:
        while ahead is not None and ahead[0] - shrunk < place:
            shrunk, ahead = shrunk + ahead[1] - 1, next(escapes, None)
        found.append(min(start + place + shrunk, end))
    return found


def value_index(tree: Tree, node: Node, offset: int) -> int:
    """The place in a string node's decoded value of an offset in the text; inside an escape, the escape's start."""
    if isinstance(node, PlacedString):
        return max(0, bisect_right(node.offsets, offset) - 1)
    start, end = content_start(tree.text, node), content_end(node)
    wanted = max(start, min(offset, end)) - start
    shrunk = 0
    for place, length in _escapes(tree.text[start:end]):
        if place + length > wanted:
            return min(place, wanted) - shrunk
        shrunk += length - 1
    return wanted - shrunk


@lru_cache(maxsize=16)
def _shrinkage(raw: str) -> tuple[Sequence[int], Sequence[int]]:
    """Where in the decoded value each escape is, and by how much the value is shorter before each, and after all.

    A command has many places that something is said about, and is read once for all of them.
    """
    places, shrunk = list[int](), [0]
    for place, length in _escapes(raw):
        places.append(place - shrunk[-1])
        shrunk.append(shrunk[-1] + length - 1)
    return places, shrunk


def _escapes(raw: str) -> Iterator[tuple[int, int]]:
    if "\\" not in raw:
        return
    for match in _ESCAPE.finditer(raw):
        yield match.start(), match.end() - match.start()


def _decoded(match: re.Match[str]) -> str:
    escape = match[0]
    if escape in _SIMPLE:
        return _SIMPLE[escape]
    unit = int(escape[2:6], base=16)
    if len(escape) == 6:
        return chr(unit)
    return chr(0x10000 + ((unit - 0xD800) << 10) + int(escape[8:], base=16) - 0xDC00)


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    return _ESCAPED.get(char) or f"\\u{ord(char):04x}"
