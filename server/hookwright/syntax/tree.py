"""The values a parsed text consists of, and how a route or a JSON pointer is found among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from msgspec import Struct, field

from hookwright.text import Edit, Key, LineIndex, Route, Span

JSON = str | int | float | bool | None | list["JSON"] | dict[str, "JSON"]
Scalar = str | int | float | bool | None


class Kind(StrEnum):
    """What a node is; a MISSING one, without width, is where a value is expected and none was written."""

    OBJECT = "object"
    ARRAY = "array"
    STRING = "string"
    NUMBER = "number"
    BOOLEAN = "boolean"
    NULL = "null"
    MISSING = "missing"


class Notation(StrEnum):
    """What a text is written in."""

    JSON = "JSON"
    TOML = "TOML"
    YAML = "YAML"
    SCRIPT = "script"


_OBJECT, _ARRAY = Kind.OBJECT, Kind.ARRAY
_NO_MEMBERS: list[Member] = []
_NO_ITEMS: list[Node] = []
_NO_NAMES: dict[str, Member] = {}


class Node:
    """One value or key with its place in the text, quotes and brackets included.

    `value` is the decoded scalar, None for containers; `closed` is False for a container or string whose end is
    missing, and for a string without quotes. Nodes are compared by identity. All share empty lists: read only what is
    not the node's own kind of entries.
    """

    __slots__ = ("closed", "end", "items", "kind", "members", "named", "start", "value")

    def __init__(self, kind: Kind, start: int, end: int, value: Scalar = None, *, closed: bool = True) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.value = value
        self.closed = closed
        self.members: list[Member] = [] if kind is _OBJECT else _NO_MEMBERS
        self.items: list[Node] = [] if kind is _ARRAY else _NO_ITEMS
        # The members by name, once one has been asked for.
        self.named: dict[str, Member] | None = None if kind is _OBJECT else _NO_NAMES

    def __repr__(self) -> str:
        return f"Node({self.kind}, {self.start}, {self.end}, {self.value!r})"

    @property
    def span(self) -> Span:
        """Where the node is."""
        return Span(self.start, self.end)


class PlacedString(Node):
    """A string that is not written as JSON writes it; `offsets` are the places of its characters and of its end."""

    __slots__ = ("offsets",)

    def __init__(self, start: int, end: int, value: str, offsets: Sequence[int]) -> None:
        super().__init__(Kind.STRING, start, end, value)
        self.offsets = offsets


class Member(Struct, eq=False):
    """One key of an object with its value; `name` is the decoded key, `value` may be MISSING."""

    key: Node
    value: Node
    name: str


class ProblemKind(StrEnum):
    """Which of the four faults of the text a problem is."""

    SYNTAX = "syntax"
    COMMENT = "comment"
    TRAILING_COMMA = "trailing-comma"
    DUPLICATE_KEY = "duplicate-key"


class Problem(Struct, frozen=True):
    """A fault of the text in a person's words; `fix` is there where one edit puts it right."""

    kind: ProblemKind
    message: str
    span: Span
    fix: Edit | None = None


class Section(Struct, frozen=True, eq=False):
    """A stretch of the text whose entries belong to an object of the tree, and the names in its head, each a route.

    TOML's tables are such: the parts of one may be anywhere, and its name is repeated.
    """

    span: Span
    route: Route
    node: Node
    names: tuple[tuple[Route, Node], ...] = ()


class Tree(Struct, frozen=True, eq=False, dict=True):
    """A parsed text; `root` is None if the text holds no value, `problems` are in text order.

    `repeats` has the further places of a member's name by its key, where the notation repeats names.  One that is
    `mended` is of another text, which an agent makes of this one if it cannot read it.
    """

    text: str
    root: Node | None
    problems: tuple[Problem, ...] = ()
    comments: tuple[Span, ...] = ()
    notation: Notation = Notation.JSON
    sections: tuple[Section, ...] = ()
    repeats: Mapping[Node, Sequence[Node]] = field(default_factory=lambda: MappingProxyType({}))
    mended: bool = False

    @cached_property
    def lines(self) -> LineIndex:
        """The line index of the text, built when it is first asked for."""
        return LineIndex(self.text)


def members_of(node: Node) -> Mapping[str, Member]:
    """The members of an object by name, of several of a name the last one; none of anything else."""
    named = node.named
    if named is None:
        named = node.named = {it.name: it for it in node.members}
    return named


def member(node: Node, name: str) -> Member | None:
    """The member of that name, the last one if there are several."""
    return members_of(node).get(name)


def keys_of(node: Node) -> frozenset[str]:
    """The keys of an object; none of anything else."""
    return frozenset([it.name for it in node.members])


def child(node: Node, key: Key) -> Node | None:
    """The value under a key of an object (the last of that name) or at an index of an array."""
    if isinstance(key, str):
        # As `member` has it: this is what rules ask most.
        named = node.named
        if named is None:
            named = node.named = {it.name: it for it in node.members}
        found = named.get(key)
        return found.value if found is not None else None
    return node.items[key] if 0 <= key < len(node.items) else None


def entries(container: Node) -> list[tuple[int, int]]:
    """Start and end of each member or item of a container, without its comma."""
    return [entry(container, index) for index in range(len(container.members) or len(container.items))]


def entry(container: Node, index: int) -> tuple[int, int]:
    """Start and end of one of them."""
    if container.kind is Kind.OBJECT:
        it = container.members[index]
        return it.key.start, max(it.key.end, it.value.end)
    return container.items[index].start, container.items[index].end


def find(tree: Tree, route: Route) -> Node | None:
    """The node a route leads to, None if it leads nowhere."""
    node = tree.root
    for key in route:
        if node is None:
            return None
        node = child(node, key)
    return node


def key_at(tree: Tree, route: Route) -> Node | None:
    """The key node of the member a route leads to, None if the route ends elsewhere."""
    parent = find(tree, route[:-1]) if route else None
    if parent is None or not isinstance(route[-1], str):
        return None
    found = member(parent, route[-1])
    return found.key if found else None


def plain(node: Node) -> JSON:
    """The node as plain Python data; a missing value is None, and the last of equal keys wins."""
    value = _shell(node)
    todo: list[tuple[Node, JSON]] = [(node, value)]
    while todo:
        source, target = todo.pop()
        if isinstance(target, dict):
            for entry in source.members:
                inner = _shell(entry.value)
                target[entry.name] = inner
                todo.append((entry.value, inner))
        elif isinstance(target, list):
            for index, item in enumerate(source.items):
                target[index] = _shell(item)
                todo.append((item, target[index]))
    return value


def route_of_pointer(tree: Tree, pointer: str) -> Route | None:
    """The route of a JSON pointer (RFC 6901), None if it leads nowhere in this tree."""
    if pointer and not pointer.startswith("/"):
        return None
    route: list[Key] = []
    node = tree.root
    for token in pointer.split("/")[1:]:
        if node is None:
            return None
        name = token.replace("~1", "/").replace("~0", "~")
        key = int(name) if node.kind is Kind.ARRAY and name.isdecimal() and len(name) < 10 else name
        route.append(key)
        node = child(node, key)
    return None if node is None else tuple(route)


def _shell(node: Node) -> JSON:
    if node.kind is Kind.OBJECT:
        return {}
    if node.kind is Kind.ARRAY:
        return [None] * len(node.items)
    return node.value
