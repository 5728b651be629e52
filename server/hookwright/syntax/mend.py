"""A tree after an edit, by reading again only the array's item, or the members of an object, that the edit is in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from hookwright.syntax.clean import read_clean
from hookwright.syntax.members import problems_in, read_members, touched
from hookwright.syntax.moving import move_entries, moved, moved_problem
from hookwright.syntax.nodes import Kind, Node, Problem, Tree
from hookwright.syntax.scan import MAX_PROBLEMS, Policy, Scan, is_mendable, open_container
from hookwright.text import Key, LineIndex, Route, Span


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a text: `by` is how much longer it is, `start` and `end` are where it is no longer what it was.

    Both are offsets into the text as it was before.
    """

    start: int
    end: int
    by: int

    def then(self, later: Change) -> Change:
        """Both in one, where the later one is about the text that this one has made."""
        end = max(0, later.end - (self.end + self.by))
        return Change(min(self.start, later.start), self.end + end, self.by + later.by)


@dataclass(frozen=True, slots=True)
class Mended:
    """A tree after a change: its nodes are those that they were, but at `route`, where one took another's place.

    Where both are the same one, an object, others took the place of some of its members.
    """

    tree: Tree
    route: Route
    before: Node
    after: Node


@dataclass(frozen=True, slots=True)
class _Place:
    """A container, what is around it from the root on, and the index in each of those."""

    node: Node
    around: list[Node]
    indices: list[int]

    @property
    def is_item(self) -> bool:
        """Whether it stands in an array."""
        return bool(self.around) and self.around[-1].kind is Kind.ARRAY

    @property
    def route(self) -> Route:
        keys: list[Key] = []
        for node, index in zip(self.around, self.indices, strict=True):
            keys.append(node.members[index].name if node.kind is Kind.OBJECT else index)
        return tuple(keys)


def mend(tree: Tree, change: Change, lines: LineIndex) -> Mended | None:
    """The tree of the text that is in `lines`, which the change made of the tree's; None where all is to be read again.

    The tree that is given is spent: its nodes are those of the new one, and have moved.
    """
    place = _place_of(tree, change) if tree.mendable else None
    if place is None:
        return None
    return (_mend_item if place.is_item else _mend_members)(tree, place, change, lines)


def _place_of(tree: Tree, change: Change) -> _Place | None:
    """The container that the whole change is in: the outermost item of an array, or else the innermost object."""
    node, around, indices, depth = tree.root, list[Node](), list[int](), -1
    while node is not None and node.closed and node.start < change.start and change.end < node.end:
        is_item = bool(around) and around[-1].kind is Kind.ARRAY and node.kind in (Kind.OBJECT, Kind.ARRAY)
        depth = len(around) if is_item or node.kind is Kind.OBJECT else depth
        around.append(node)
        if is_item:
            break
        if node.kind is Kind.ARRAY:
            indices.append(bisect_left(node.items, change.start, key=lambda it: it.start) - 1)
            node = node.items[indices[-1]] if indices[-1] >= 0 else None
        else:
            indices.append(bisect_left(node.members, change.start, key=lambda it: it.value.start) - 1)
            node = node.members[indices[-1]].value if indices[-1] >= 0 else None
    return _Place(around[depth], around[:depth], indices[:depth]) if depth >= 0 else None


def _mend_item(tree: Tree, place: _Place, change: Change, lines: LineIndex) -> Mended | None:
    node = place.node
    scan = _read_again(place, change, lines.text)
    if scan is None:
        return None
    mended = _tree(tree, Span(node.start + 1, node.end), change.by, lines, problems_in(scan), scan.comments)
    if mended is None:
        return None
    (fresh,) = scan.stack[-1].items
    place.around[-1].items[place.indices[-1]] = fresh
    _move_behind(place, change.by)
    return Mended(mended, place.route, node, fresh)


def _mend_members(tree: Tree, place: _Place, change: Change, lines: LineIndex) -> Mended | None:
    node, by = place.node, change.by
    part = touched(tree.text, node, change.start, change.end)
    reading = read_members(lines.text, place.around, node, part, by)
    if reading is None:
        return None
    mended = _tree(tree, Span(part.start, part.end), by, lines, reading.problems, reading.comments)
    if mended is None:
        return None
    if by:
        move_entries(node, part.behind, by)
    node.members[part.first : part.behind] = reading.members
    node.end += by
    _move_behind(place, by)
    return Mended(mended, place.route, node, node)


def _read_again(place: _Place, change: Change, text: str) -> Scan | None:
    """The reading of the item alone, which is then in the last of the stack; None where more than it has changed."""
    start, end = place.node.start, place.node.end + change.by
    scan = Scan(text, Policy.AS_THEY_COME, stack=[Node(it.kind, it.start, it.start) for it in place.around])
    scan.floor = len(scan.stack)
    array, fresh = scan.stack[-1], Node(place.node.kind, start, start + 1, closed=False)
    array.items.append(fresh)
    open_container(scan, fresh)
    read_clean(scan)
    if scan.open and scan.pos < end:
        from hookwright.syntax.steps import read_containers

        read_containers(scan, end)
    whole = fresh.closed and fresh.end == end and array.items == [fresh] and len(scan.stack) == scan.floor
    return scan if whole and is_mendable(scan) else None


def _tree(
    tree: Tree, span: Span, by: int, lines: LineIndex, problems: Sequence[Problem], comments: Sequence[Span]
) -> Tree | None:
    """The tree with what was found in a span of the text before; None where that has too many problems."""
    start, end = span.start, span.end
    before = [moved_problem(it, end, by) for it in tree.problems if it.span.start < start]
    behind = [moved_problem(it, end, by) for it in tree.problems if it.span.start >= end]
    if len(before) + len(problems) + len(behind) > MAX_PROBLEMS:
        return None
    found = (
        *(it for it in tree.comments if it.start < start),
        *comments,
        *(moved(it, end, by) for it in tree.comments if it.start >= end),
    )
    return Tree(lines.text, tree.root, (*before, *problems, *behind), found, mendable=True, _lines=[lines])


def _move_behind(place: _Place, by: int) -> None:
    """Has the containers around it end later, and moves what comes after."""
    for node, index in zip(place.around, place.indices, strict=True):
        node.end += by
        if by:
            move_entries(node, index + 1, by)
