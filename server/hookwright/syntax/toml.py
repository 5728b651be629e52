"""Reads TOML into a tree with places, for any text, in time linear to its length; what is broken is passed over.

Whether a text is TOML at all is left to the standard library, which knows no places but that of its first complaint,
and no TOML 1.1: the line breaks, comments and last commas that this allows in inline tables are blanked for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct, field

from hookwright.patterns import late_pattern
from hookwright.syntax.toml_values import decoded, scalar
from hookwright.syntax.tree import (
    Kind,
    Member,
    Node,
    Notation,
    PlacedString,
    Problem,
    ProblemKind,
    Section,
    Tree,
    member,
)
from hookwright.text import Route, Span

# The depth of inline values, and of names with dots, that is read.
_DEEPEST = 64
_BLANKS = late_pattern(r"[ \t]*+")
_SPACE = late_pattern(r"[ \t\r\n]*+")
_COMMENT = late_pattern(r"#[^\r\n]*+")
_BARE = late_pattern(r"[A-Za-z0-9_-]++")
_WORD = late_pattern(r"[^\s,\]}#=]++(?: \d\d:\d\d[^\s,\]}#]*+)?")
_PLACE = late_pattern(r" \((?:at line (\d+), column (\d+)|at end of document)\)\Z")
# What ends a string by its marks, and what is to be passed over before that.
_STOPS = {
    '"': late_pattern(r'\\[^\r\n]|"|[\r\n]'),
    "'": late_pattern(r"'|[\r\n]"),
    '"""': late_pattern(r'\\.|"""', re.DOTALL),
    "'''": late_pattern(r"'''"),
}


def parse_toml(text: str) -> Tree:
    """The tree of a text; it never raises, and what is broken is a problem of the tree."""
    reader = _Reader(text, pos=1 if text.startswith("\ufeff") else 0)
    reader.read()
    sections = tuple(reader.sections)
    return Tree(
        text,
        reader.root,
        _problems(text, reader.loose),
        tuple(reader.comments),
        Notation.TOML,
        sections,
        reader.repeats,
    )


def _problems(text: str, loose: Sequence[Span]) -> tuple[Problem, ...]:
    """What the standard library complains about first, with the `loose` pieces of inline tables blanked."""
    # Few files are TOML.
    import tomllib

    edges = [0, *(edge for it in loose for edge in (it.start, it.end)), len(text)]
    pieces = (text[start:end] for start, end in pairwise(edges))
    text = "".join(" " * len(it) if place % 2 else it for place, it in enumerate(pieces))
    try:
        tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        return (_problem(text, str(error)),)
    except (RecursionError, ValueError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error).splitlines()[0]
        return (Problem(ProblemKind.SYNTAX, f"not valid TOML: {reason}", Span(0, min(1, len(text)))),)
    return ()


def _problem(text: str, complaint: str) -> Problem:
    found = _PLACE.search(complaint)
    reason = complaint[: found.start()] if found is not None else complaint
    offset = len(text)
    if found is not None and found[1] is not None:
        starts = [0, *(it.end() for it in re.finditer("\n", text))]
        offset = min(starts[min(int(found[1]), len(starts)) - 1] + int(found[2]) - 1, len(text))
    end = min(offset + 1, len(text))
    message = f"not valid TOML: {reason[:1].lower()}{reason[1:]}"
    return Problem(ProblemKind.SYNTAX, message, Span(offset if end > offset else max(0, offset - 1), end))


class _Reader(Struct):
    """How far a text is read, and what has been found."""

    text: str
    pos: int = 0
    root: Node = field(default_factory=lambda: Node(Kind.OBJECT, 0, 0))
    comments: list[Span] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    repeats: dict[Node, list[Node]] = field(default_factory=dict)
    # What only TOML 1.1 allows in inline tables.
    loose: list[Span] = field(default_factory=list)
    # The objects and lists around the table that is read, the table last.
    path: list[Node] = field(default_factory=list)
    route: Route = ()

    def read(self) -> None:
        """Reads line by line; one that cannot be read is passed over."""
        self.path, self.root.end = [self.root], len(self.text)
        begun, names = self.pos, tuple[tuple[Route, Node], ...]()
        while self._skip_blank_lines():
            if self.text[self.pos] != "[":
                if not self._entry(self.path[-1], self.route, "\n"):
                    self._skip_line()
                continue
            self.sections.append(Section(Span(begun, self.pos), self.route, self.path[-1], names))
            begun, names = self.pos, self._header()
            self._skip_line()
        self.sections.append(Section(Span(begun, len(self.text)), self.route, self.path[-1], names))

    def _skip_blank_lines(self) -> bool:
        """To the next thing that is written; whether there is one."""
        while True:
            self.pos = _end(_SPACE, self.text, self.pos)
            if not self._comment():
                return self.pos < len(self.text)

    def _comment(self) -> bool:
        found = _COMMENT.match(self.text, self.pos)
        if found is not None:
            self.comments.append(Span(*found.span()))
            self.pos = found.end()
        return found is not None

    def _skip_line(self) -> None:
        while self.pos < len(self.text) and self.text[self.pos] not in "\r\n" and not self._comment():
            self.pos += 1

    def _header(self) -> tuple[tuple[Route, Node], ...]:
        """Reads the head of a table, and goes to it."""
        start, listed = self.pos, self.text.startswith("[[", self.pos)
        self.pos += 2 if listed else 1
        keys = self._keys()
        self.pos = min(_end(_BLANKS, self.text, self.pos), len(self.text))
        closing = "]]" if listed else "]"
        if self.text.startswith(closing, self.pos):
            self.pos += len(closing)
        if not keys:
            # What follows belongs to a table without a name.
            self.path, self.route = [Node(Kind.OBJECT, start, self.pos)], ()
            return ()
        self.path, self.route = [self.root], ()
        names: list[tuple[Route, Node]] = []
        for index, key in enumerate(keys):
            last = index + 1 == len(keys)
            names.append(((*self.route, str(key.value)), key))
            self._go(key, start, Kind.ARRAY if listed and last else Kind.OBJECT)
        self._extend(self.pos)
        return tuple(names)

    def _go(self, key: Node, start: int, kind: Kind) -> None:
        """Into the member of that name, or a new one; of a list into its last table, or a new one where it is named."""
        found = self._member(self.path[-1], key, start, kind)
        self.path.append(found.value)
        self.route = (*self.route, found.name)
        if found.value.kind is Kind.ARRAY:
            items = found.value.items
            if kind is Kind.ARRAY or not items or items[-1].kind is not Kind.OBJECT:
                items.append(Node(Kind.OBJECT, start, self.pos))
            self.path.append(items[-1])
            self.route = (*self.route, len(items) - 1)
        elif found.value.kind is not Kind.OBJECT:
            # The name is a value's; what follows belongs to a table that is nowhere.
            self.path.append(Node(Kind.OBJECT, start, self.pos))

    def _member(self, table: Node, key: Node, start: int, kind: Kind = Kind.OBJECT) -> Member:
        found = member(table, str(key.value))
        if found is not None:
            self.repeats.setdefault(found.key, []).append(key)
            return found
        return _attach(table, key, Node(kind, start, self.pos))

    def _extend(self, end: int) -> None:
        for node in self.path:
            node.end = max(node.end, end)

    def _entry(self, table: Node, route: Route, closing: str) -> bool:
        """Reads `key = value` into a table; whether it could be read."""
        keys = self._keys()
        self.pos = _end(_BLANKS, self.text, self.pos)
        if not keys:
            return False
        has_sign = self.text.startswith("=", self.pos)
        if has_sign:
            self.pos = _end(_BLANKS, self.text, self.pos + 1)
        value = self._value(0) if has_sign else None
        if value is None:
            value = Node(Kind.MISSING, self.pos, self.pos)
        outer = [table]
        for key in keys[:-1]:
            inner = self._member(outer[-1], key, key.start).value
            if inner.kind is not Kind.OBJECT:
                return True
            outer.append(inner)
        _attach(outer[-1], keys[-1], value)
        for it in outer[1:]:
            it.end = max(it.end, value.end)
        self._extend(value.end)
        self.pos = _end(_BLANKS, self.text, self.pos)
        self._comment()
        return closing != "\n" or self.pos >= len(self.text) or self.text[self.pos] in "\r\n"

    def _keys(self) -> list[Node]:
        """The parts of a name with dots."""
        found: list[Node] = []
        while len(found) < _DEEPEST:
            self.pos = _end(_BLANKS, self.text, self.pos)
            key = self._key()
            if key is None:
                break
            found.append(key)
            self.pos = _end(_BLANKS, self.text, self.pos)
            if not self.text.startswith(".", self.pos):
                break
            self.pos += 1
        return found

    def _key(self) -> Node | None:
        bare = _BARE.match(self.text, self.pos)
        if bare is not None:
            self.pos = bare.end()
            return PlacedString(*bare.span(), bare[0], range(bare.start(), bare.end() + 1))
        return self._string() if self.text[self.pos : self.pos + 1] in ('"', "'") else None

    def _value(self, depth: int) -> Node | None:
        char = self.text[self.pos : self.pos + 1]
        if char in ('"', "'"):
            return self._string()
        if char in ("[", "{"):
            return self._inline(char, depth) if depth < _DEEPEST else None
        word = _WORD.match(self.text, self.pos)
        if word is None:
            return None
        self.pos = word.end()
        return scalar(word[0], *word.span())

    def _inline(self, opening: str, depth: int) -> Node:
        """An array or a table between brackets, up to where it ends or breaks off."""
        kind, closing = (Kind.ARRAY, "]") if opening == "[" else (Kind.OBJECT, "}")
        node = Node(kind, self.pos, self.pos, closed=False)
        self.pos += 1
        comma: int | None = None
        while True:
            self._skip_gap(kind, comma, closing)
            if self.text.startswith(closing, self.pos):
                self.pos += 1
                node.closed = True
                break
            before = self.pos
            if kind is Kind.ARRAY:
                item = self._value(depth + 1)
                if item is None:
                    break
                node.items.append(item)
            elif not self._inline_entry(node, depth):
                break
            self._skip_gap(kind, None, closing)
            comma = self.pos if self.text.startswith(",", self.pos) else None
            if comma is not None:
                self.pos += 1
            elif not self.text.startswith(closing, self.pos) or self.pos == before:
                break
        node.end = self.pos
        return node

    def _skip_gap(self, kind: Kind, comma: int | None, closing: str) -> None:
        """To the next thing that is written between brackets, behind a comma if there is one."""
        start = self.pos
        self._skip_blank_lines()
        is_last = comma is not None and self.text.startswith(closing, self.pos)
        begin = comma if comma is not None and is_last else start
        if kind is Kind.OBJECT and (is_last or "\n" in self.text[start : self.pos]):
            self.loose.append(Span(begin, self.pos))

    def _inline_entry(self, node: Node, depth: int) -> bool:
        keys = self._keys()
        self.pos = _end(_BLANKS, self.text, self.pos)
        if not keys or not self.text.startswith("=", self.pos):
            return False
        self.pos = _end(_BLANKS, self.text, self.pos + 1)
        value = self._value(depth + 1)
        if value is None:
            value = Node(Kind.MISSING, self.pos, self.pos)
        for key in keys[:-1]:
            inner = self._member(node, key, key.start).value
            if inner.kind is not Kind.OBJECT:
                return True
            inner.end = max(inner.end, value.end)
            node = inner
        _attach(node, keys[-1], value)
        return value.kind is not Kind.MISSING

    def _string(self) -> Node:
        """A string of one of the four kinds, up to its line's end if it is not closed."""
        start, quote = self.pos, self.text[self.pos]
        many = self.text.startswith(quote * 3, start)
        marks = quote * 3 if many else quote
        content = start + len(marks)
        if many:
            content += 2 if self.text.startswith("\r\n", content) else self.text.startswith("\n", content)
        end = self._end_of_string(content, marks)
        closed = self.text.startswith(marks, end)
        if many and closed:
            # Up to two more quotes before the last three belong to the string.
            extra = 0
            while extra < 2 and self.text.startswith(quote, end + 3):
                end, extra = end + 1, extra + 1
        self.pos = end + len(marks) if closed else end
        value, offsets = decoded(self.text, content, end, escapes=quote == '"')
        node = PlacedString(start, self.pos, value, offsets)
        node.closed = closed
        return node

    def _end_of_string(self, content: int, marks: str) -> int:
        for found in _STOPS[marks].finditer(self.text, content):
            if found[0][0] != "\\":
                return found.start()
        return len(self.text)


def _attach(table: Node, key: Node, value: Node) -> Member:
    added = Member(key, value, str(key.value))
    table.members.append(added)
    if table.named is not None:
        table.named[added.name] = added
    return added


def _end(pattern: re.Pattern[str], text: str, pos: int) -> int:
    found = pattern.match(text, pos)
    return found.end() if found is not None else pos
