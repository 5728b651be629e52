"""Which node, route and role are at an offset of a text, however broken the text is."""

from __future__ import annotations

from bisect import bisect_right
from enum import StrEnum

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.syntax.between_brackets import comma_between
from hookwright.syntax.strings import content_end, content_start, value_index
from hookwright.syntax.tree import Kind, Node, Notation, PlacedString, Section, Tree, entry
from hookwright.text import Key, Route

_SIGN = late_pattern("[=:]")
_LINE_SO_FAR = late_pattern(r"([ ]*(?:-[ ]+)*)([\w-]*)")


class Role(StrEnum):
    """What is, or could be typed, at a place."""

    KEY = "key"
    VALUE = "value"
    MEMBER_GAP = "member-gap"
    ITEM_GAP = "item-gap"
    OUTSIDE = "outside"


class Cursor(Struct, frozen=True):
    """What is at an offset.

    `route` leads to the key's member or the value, in a gap to the container; `node` is the key or value, or None.
    `prefix_index` is the place in a string's decoded value, `inside` whether the offset is between its quotes.
    `index` is the place of the entry in the container, in a gap that of a new one; `needs_comma` says that a new one
    must begin with a comma, `followed` that another entry comes after.
    """

    route: Route
    node: Node | None
    role: Role
    container: Node | None
    prefix_index: int = 0
    inside: bool = False
    index: int = 0
    needs_comma: bool = False
    followed: bool = False


def at(tree: Tree, offset: int) -> Cursor:
    """The cursor at an offset; in comments, and where nothing can be typed but a colon, it is OUTSIDE."""
    outside = Cursor((), None, Role.OUTSIDE, None)
    root = tree.root
    if tree.notation is not Notation.JSON:
        return outside if _in_comment(tree, offset) else _in_section(tree, offset)
    if root is None or _in_comment(tree, offset) or not root.start <= offset <= root.end:
        return outside
    if root.kind not in (Kind.OBJECT, Kind.ARRAY):
        return _on_value(tree, (), root, None, 0, offset)
    if not _within(root, offset):
        return outside
    route: list[Key] = []
    container = root
    while True:
        found = (_in_object if container.kind is Kind.OBJECT else _in_array)(tree, tuple(route), container, offset)
        if isinstance(found, Cursor):
            return found
        key, container = found
        route.append(key)


def _in_section(tree: Tree, offset: int) -> Cursor:
    """The same where the entries of an object may be anywhere, and are separated by lines."""
    outside = Cursor((), None, Role.OUTSIDE, None)
    index = bisect_right(tree.sections, offset, key=lambda it: it.span.start) - 1
    if index < 0:
        return outside
    section = tree.sections[index]
    for route, name in section.names:
        if name.start <= offset <= name.end:
            return _on_string(tree, route, name, section.node, Role.KEY, 0, offset)
    if section.names and offset <= section.names[-1][1].end:
        return outside
    route, node = section.route, section.node
    while True:
        found = _entry_at(tree, route, node, offset)
        if isinstance(found, Cursor):
            break
        key, node = found
        route = (*route, key)
    is_gap = found.role is Role.MEMBER_GAP and tree.notation is Notation.YAML
    return _by_column(tree, section, offset) if is_gap else found


def _by_column(tree: Tree, section: Section, offset: int) -> Cursor:
    """The object whose keys begin in the column of a line in which nothing, or one word, is written so far."""
    start = max(tree.text.rfind("\n", 0, offset), tree.text.rfind("\r", 0, offset)) + 1
    written = _LINE_SO_FAR.fullmatch(tree.text, start, offset)
    if written is None:
        return Cursor((), None, Role.OUTSIDE, None)
    column, word = written.end(1) - start, written[2]
    open_at = next((it for it in _last_before(section, offset) if _column(tree, it[1]) == column), None)
    if open_at is None:
        return Cursor((), None, Role.OUTSIDE, None)
    route, node = open_at
    if not word:
        return Cursor(route, None, Role.MEMBER_GAP, node, index=len(node.members))
    key = PlacedString(offset - len(word), offset, word, range(offset - len(word), offset + 1))
    return Cursor((*route, word), key, Role.KEY, node, len(word), inside=True, index=len(node.members))


def _last_before(section: Section, offset: int) -> list[tuple[Route, Node]]:
    """The objects that a line at an offset may belong to, innermost first."""
    route, node = section.route, section.node
    found: list[tuple[Route, Node]] = []
    while True:
        if node.kind is Kind.OBJECT:
            found.insert(0, (route, node))
        inner: list[tuple[Key, Node]] = [(it.name, it.value) for it in node.members] or list(enumerate(node.items))
        before = [it for it in inner if it[1].start < offset]
        last = max(before, key=lambda it: it[1].start, default=None)
        if last is None or last[1].kind not in (Kind.OBJECT, Kind.ARRAY):
            return found
        route, node = (*route, last[0]), last[1]


def _column(tree: Tree, node: Node) -> int:
    """Where the keys of an object begin in their lines; -1 where it is written between brackets."""
    if not node.members or tree.text[node.start : node.start + 1] == "{":
        return -1
    start = node.members[0].key.start
    return start - max(tree.text.rfind("\n", 0, start), tree.text.rfind("\r", 0, start)) - 1


def _entry_at(tree: Tree, route: Route, node: Node, offset: int) -> Cursor | tuple[Key, Node]:
    """What is at an offset in an object or array, or the member or item to go into."""
    if node.kind is Kind.ARRAY:
        if tree.text[node.start : node.start + 1] == "[" and not tree.text.startswith("[[", node.start):
            return _in_array(tree, route, node, offset)
        item = next((it for it in enumerate(node.items) if it[1].start <= offset <= it[1].end), None)
        if item is None:
            return Cursor(route, None, Role.MEMBER_GAP, node)
        if item[1].kind in (Kind.OBJECT, Kind.ARRAY):
            return item
        return _on_value(tree, (*route, item[0]), item[1], node, item[0], offset)
    # In the order of the text, it is the last that begins before; TOML has its tables in any order.
    near = bisect_right(node.members, offset, key=lambda it: it.key.start) - 1
    for index in (near, *range(len(node.members))) if near >= 0 else range(len(node.members)):
        member = node.members[index]
        inner, key, value = (*route, member.name), member.key, member.value
        if key.start <= offset <= key.end:
            return _on_string(tree, inner, key, node, Role.KEY, index, offset)
        if key.end < offset <= value.end or (value.kind is Kind.MISSING and key.end < offset <= value.start):
            if value.kind in (Kind.OBJECT, Kind.ARRAY):
                return member.name, value
            sign = _SIGN.search(tree.text, key.end, value.start)
            if sign is None or offset < sign.end():
                return Cursor(route, None, Role.OUTSIDE, node, index=index)
            return _on_value(tree, inner, value, node, index, offset)
    return Cursor(route, None, Role.MEMBER_GAP, node, index=len(node.members))


def _in_object(tree: Tree, route: Route, node: Node, offset: int) -> Cursor | tuple[Key, Node]:
    index = bisect_right(node.members, offset, key=lambda it: it.key.start) - 1
    if index < 0:
        return _gap(tree, route, node, Role.MEMBER_GAP, -1, offset)
    member = node.members[index]
    inner = (*route, member.name)
    if offset <= member.key.end:
        return _on_string(tree, inner, member.key, node, Role.KEY, index, offset)
    value = member.value
    if _within(value, offset):
        return member.name, value
    colon = tree.text.rfind(":", member.key.end, value.start)
    is_scalar = value.kind not in (Kind.OBJECT, Kind.ARRAY)
    still_missing = value.kind is Kind.MISSING and comma_between(tree.text, value.end, offset) < 0
    if offset <= value.start or still_missing:
        if offset <= colon or (colon < 0 and offset != value.start):
            return Cursor(route, None, Role.OUTSIDE, node, index=index)
        return _on_value(tree, inner, value, node, index, offset)
    if is_scalar and offset <= value.end:
        return _on_value(tree, inner, value, node, index, offset)
    return _gap(tree, route, node, Role.MEMBER_GAP, index, offset)


def _in_array(tree: Tree, route: Route, node: Node, offset: int) -> Cursor | tuple[Key, Node]:
    index = bisect_right(node.items, offset, key=lambda it: it.start) - 1
    if index < 0:
        return _gap(tree, route, node, Role.ITEM_GAP, -1, offset)
    item = node.items[index]
    if _within(item, offset):
        return index, item
    if offset == item.start or (offset <= item.end and item.kind not in (Kind.OBJECT, Kind.ARRAY)):
        return _on_value(tree, (*route, index), item, node, index, offset)
    return _gap(tree, route, node, Role.ITEM_GAP, index, offset)


def _on_value(tree: Tree, route: Route, node: Node, container: Node | None, index: int, offset: int) -> Cursor:
    if node.kind is Kind.STRING:
        return _on_string(tree, route, node, container, Role.VALUE, index, offset)
    return Cursor(route, node, Role.VALUE, container, index=index)


def _on_string(
    tree: Tree, route: Route, node: Node, container: Node | None, role: Role, index: int, offset: int
) -> Cursor:
    inside = content_start(tree.text, node) <= offset <= content_end(node)
    place = value_index(tree, node, offset)
    return Cursor(route, node, role, container, prefix_index=place, inside=inside, index=index)


def _gap(tree: Tree, route: Route, node: Node, role: Role, index: int, offset: int) -> Cursor:
    needs_comma = index >= 0 and comma_between(tree.text, entry(node, index)[1], offset) < 0
    followed = index + 1 < (len(node.members) or len(node.items))
    return Cursor(route, None, role, node, index=index + 1, needs_comma=needs_comma, followed=followed)


def _within(node: Node, offset: int) -> bool:
    """Whether an offset is between the brackets of a container; one that is not closed reaches up to its end."""
    if node.kind not in (Kind.OBJECT, Kind.ARRAY):
        return False
    return node.start < offset < node.end or (offset == node.end and not node.closed)


def _in_comment(tree: Tree, offset: int) -> bool:
    index = bisect_right(tree.comments, offset - 1, key=lambda it: it.start) - 1
    if index < 0:
        return False
    comment = tree.comments[index]
    if offset < comment.end:
        return True
    text = tree.text[comment.start : comment.end]
    return offset == comment.end and not (text.startswith("/*") and text.endswith("*/") and len(text) > 3)
