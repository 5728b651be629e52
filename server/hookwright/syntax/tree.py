"""The tree of a parsed text, and how a route, a JSON pointer or a place in a string is found in it."""

from __future__ import annotations

from hookwright.syntax.nodes import JSON, Kind, Member, Node, Problem, ProblemKind, Scalar, Tree
from hookwright.syntax.strings import decode, quote, text_offset, value_index
from hookwright.text import Key, Route

__all__ = [
    "JSON",
    "Index",
    "Kind",
    "Member",
    "Node",
    "Problem",
    "ProblemKind",
    "Scalar",
    "Tree",
    "child",
    "decode",
    "find",
    "key_at",
    "member",
    "plain",
    "quote",
    "route_of_pointer",
    "text_offset",
    "value_index",
]

Index = dict[Node, dict[Scalar, Member]]
"""The members of large objects by their names, for many searches in a tree that nobody changes meanwhile."""
_FEW = 32


def member(node: Node, name: str, index: Index | None = None) -> Member | None:
    """The member of that name, the last one where there are several; an index is filled as it is needed."""
    if index is not None and len(node.members) > _FEW:
        if node not in index:
            index[node] = {it.key.value: it for it in node.members}
        return index[node].get(name)
    for it in reversed(node.members):
        if it.key.value == name:
            return it
    return None


def child(node: Node, key: Key, index: Index | None = None) -> Node | None:
    """The value under a key of an object (the last of that name) or at an index of an array."""
    if isinstance(key, str):
        found = member(node, key, index)
        return found.value if found else None
    return node.items[key] if 0 <= key < len(node.items) else None


def find(tree: Tree, route: Route, index: Index | None = None) -> Node | None:
    """The node a route leads to, None where it leads nowhere."""
    node = tree.root
    for key in route:
        if node is None:
            return None
        node = child(node, key, index)
    return node


def key_at(tree: Tree, route: Route, index: Index | None = None) -> Node | None:
    """The key node of the member a route leads to, None where the route ends elsewhere."""
    parent = find(tree, route[:-1], index) if route else None
    if parent is None or not isinstance(route[-1], str):
        return None
    found = member(parent, route[-1], index)
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
    """The route of a JSON pointer (RFC 6901), None where it leads nowhere in this tree."""
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
