"""A tree after an edit, by reading again only the item of an array that the edit is in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from hookwright.syntax.clean import read_clean
from hookwright.syntax.nodes import UNMOVED, Kind, Node, Problem, Tree
from hookwright.syntax.scan import MAX_PROBLEMS, Policy, Scan, is_mendable, open_container
from hookwright.text import Edit, Key, LineIndex, Route, Span


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
    """A tree after a change: its nodes are those that they were, but at `route`, where one took another's place."""

    tree: Tree
    route: Route
    before: Node
    after: Node


@dataclass(frozen=True, slots=True)
class _Place:
    """An item of an array, what is around it from the root on, and the index in each of those."""

    node: Node
    around: list[Node]
    indices: list[int]

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
    place = _outermost_item(tree, change) if tree.mendable else None
    scan = _read_again(place, change, lines.text) if place else None
    if place is None or scan is None:
        return None
    problems = _problems(tree, place.node, change, scan)
    if len(problems) > MAX_PROBLEMS:
        return None
    start, end = place.node.start, place.node.end
    comments = tuple(
        [it for it in tree.comments if it.start < start]
        + scan.comments
        + [_moved(it, end, change.by) for it in tree.comments if it.start >= end]
    )
    (fresh,) = scan.stack[-1].items
    _put(place, fresh, change.by)
    mended = Tree(lines.text, tree.root, problems, comments, mendable=True, _lines=[lines])
    return Mended(mended, place.route, place.node, fresh)


def _outermost_item(tree: Tree, change: Change) -> _Place | None:
    """The outermost container that is an item of an array, where the whole change is between its brackets."""
    node, around, indices = tree.root, list[Node](), list[int]()
    while node is not None and node.closed and node.start < change.start and change.end < node.end:
        if around and around[-1].kind is Kind.ARRAY:
            return _Place(node, around, indices) if node.kind in (Kind.OBJECT, Kind.ARRAY) else None
        values = node.items if node.kind is Kind.ARRAY else [it.value for it in node.members]
        index = bisect_left(values, change.start, key=lambda it: it.start) - 1
        around.append(node)
        indices.append(index)
        node = values[index] if index >= 0 else None
    return None


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


def _problems(tree: Tree, node: Node, change: Change, scan: Scan) -> tuple[Problem, ...]:
    before = [it for it in tree.problems if it.span.start <= node.start]
    after = [it for it in tree.problems if it.span.start >= node.end]
    kept = [_moved_problem(it, node.end, change.by) for it in (*before, *after)]
    found: tuple[Problem, ...] = ()
    if scan.problems or scan.comments or scan.trailing or scan.repeated:
        from hookwright.syntax.remarks import all_problems

        found = all_problems(scan, Tree(scan.text, None))
    return (*kept[: len(before)], *found, *kept[len(before) :])


def _moved_problem(it: Problem, since: int, by: int) -> Problem:
    fix = it.fix and Edit(_moved(it.fix.span, since, by), it.fix.text)
    return Problem(it.kind, it.message, _moved(it.span, since, by), fix)


def _moved(span: Span, since: int, by: int) -> Span:
    return Span(span.start + by * (span.start >= since), span.end + by * (span.end >= since))


def _put(place: _Place, fresh: Node, by: int) -> None:
    """Puts the item where the one before was, and moves what comes after."""
    place.around[-1].items[place.indices[-1]] = fresh
    for node, index in zip(place.around, place.indices, strict=True):
        node.end += by
        if by:
            for it in _after(node, index):
                _move(it, by)


def _after(node: Node, index: int) -> Iterator[Node]:
    for member in node.members[index + 1 :]:
        yield member.key
        yield member.value
    yield from node.items[index + 1 :]


def _move(node: Node, by: int) -> None:
    todo = [node]
    for it in todo:
        if it.shift is not UNMOVED:
            it.shift.by += by
            continue
        it.move(by)
        todo += it.items
        for member in it.members:
            todo += (member.key, member.value)
