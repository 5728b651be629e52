"""The values a parsed text consists of: nodes, problems, and the tree that holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from hookwright.text import Edit, LineIndex, Span

JSON = str | int | float | bool | None | list["JSON"] | dict[str, "JSON"]
Scalar = str | int | float | bool | None


class Kind(StrEnum):
    """What a node is; MISSING stands, without width, where a value is expected and none was written."""

    OBJECT = "object"
    ARRAY = "array"
    STRING = "string"
    NUMBER = "number"
    BOOLEAN = "boolean"
    NULL = "null"
    MISSING = "missing"


_OBJECT, _ARRAY = Kind.OBJECT, Kind.ARRAY
_NO_MEMBERS: list[Member] = []
_NO_ITEMS: list[Node] = []


class Node:
    """One value or key with its place in the text, quotes and brackets included.

    `value` is the decoded scalar, None for containers; `closed` is False for a container or string whose end is
    missing, and for a string without quotes. Nodes are compared by identity. All share empty lists: read only what is
    not the node's own kind of entries.
    """

    __slots__ = ("closed", "end", "items", "kind", "members", "start", "value")

    def __init__(self, kind: Kind, start: int, end: int, value: Scalar = None, *, closed: bool = True) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.value = value
        self.closed = closed
        self.members: list[Member] = [] if kind is _OBJECT else _NO_MEMBERS
        self.items: list[Node] = [] if kind is _ARRAY else _NO_ITEMS

    def __repr__(self) -> str:
        return f"Node({self.kind}, {self.start}, {self.end}, {self.value!r})"

    @property
    def span(self) -> Span:
        """Where the node stands."""
        return Span(self.start, self.end)


@dataclass(slots=True, eq=False)
class Member:
    """One key of an object with its value; `key.value` is the decoded name, `value` may be MISSING."""

    key: Node
    value: Node

    @property
    def name(self) -> str:
        """The decoded key."""
        return str(self.key.value)


class ProblemKind(StrEnum):
    """Which of the four faults of the text a problem is."""

    SYNTAX = "syntax"
    COMMENT = "comment"
    TRAILING_COMMA = "trailing-comma"
    DUPLICATE_KEY = "duplicate-key"


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of the text in a person's words; `fix` is there where one edit puts it right."""

    kind: ProblemKind
    message: str
    span: Span
    fix: Edit | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A parsed text; `root` is None where the text holds no value, `problems` stand in text order."""

    text: str = field(repr=False)
    root: Node | None
    problems: tuple[Problem, ...] = ()
    comments: tuple[Span, ...] = ()
    _lines: list[LineIndex] = field(default_factory=list, repr=False)

    @property
    def lines(self) -> LineIndex:
        """The line index of the text, built when it is first asked for."""
        if not self._lines:
            self._lines.append(LineIndex(self.text))
        return self._lines[0]
