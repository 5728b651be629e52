"""The second look that an agent has at front matter which is not valid YAML: tabs for spaces, values without quotes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.syntax.tree import Node, PlacedString
from hookwright.text import Span

_PLAIN_VALUE = late_pattern(r"(?P<key>[a-zA-Z_-]+):\s+(?P<value>\S[^\r\n]*)")
_PROBLEMATIC = late_pattern(r"[{}\[\]*&#!|>%@`]|: ")
_ESCAPED = '\\"'
_PER_TAB = 2


class Mended(Struct, frozen=True):
    """The text that is read instead, and where each of its characters, and its end, is in the first one."""

    text: str
    places: Sequence[int]

    def put_back(self, root: Node | None) -> None:
        """Moves the nodes of a tree of the text to where they are in the first one."""
        seen, left = set[int](), [root] if root is not None else []
        while left:
            node = left.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            node.start, node.end = self.places[node.start], self.places[node.end]
            if isinstance(node, PlacedString):
                node.offsets = [self.places[it] for it in node.offsets]
            left += [one for it in node.members for one in (it.key, it.value)]
            left += node.items

    def span(self, span: Span) -> Span:
        """A part of the text as one of the first text."""
        return Span(self.places[span.start], self.places[span.end])


def mended(text: str, span: Span) -> Mended:
    """What is read instead of a part of a text: leading tabs are two spaces each, and plain values at the left edge
    that YAML reads as something else are quoted.
    """
    parts: list[str] = []
    places: list[int] = []
    start = span.start
    for line in text[span.start : span.end].splitlines(keepends=True):
        for part, place in _of_line(line, start):
            parts.append(part)
            places += [place] * len(part) if isinstance(place, int) else place
        start += len(line)
    return Mended("".join(parts), [*places, span.end])


_Piece = tuple[str, int | Sequence[int]]


def _of_line(line: str, start: int) -> Iterator[_Piece]:
    """The pieces that a line becomes, each with its place, or that of each of its characters."""
    tabs = len(line) - len(line.lstrip("\t"))
    for index in range(tabs):
        yield " " * _PER_TAB, start + index
    body = line.rstrip("\n")
    found = _PLAIN_VALUE.fullmatch(body)
    if found is None or _is_quoted(found["value"]) or not _PROBLEMATIC.search(found["value"]):
        yield line[tabs:], range(start + tabs, start + len(line))
        return
    value, end = start + found.start("value"), start + len(body)
    yield f"{found['key']}: ", [*range(start, start + found.end("key") + 1), value - 1]
    yield '"', value
    for index, char in enumerate(found["value"]):
        yield ("\\" + char if char in _ESCAPED else char), value + index
    yield '"', end
    yield line[len(body) :], range(end, start + len(line))


def _is_quoted(value: str) -> bool:
    return len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
