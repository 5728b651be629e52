"""What can be folded in a hook file: every object and array of several lines, and comments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hookwright.syntax.tree import Kind, Node, Tree


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines from 0, the last of them staying visible where it has the closing bracket."""

    first: int
    last: int
    comment: bool = False


def folds(tree: Tree) -> tuple[Fold, ...]:
    """The folds in the order of their first lines."""
    found = [*(_containers(tree, tree.root) if tree.root else ()), *_comments(tree)]
    return tuple(sorted(found, key=lambda it: (it.first, -it.last)))


def _containers(tree: Tree, root: Node) -> Iterator[Fold]:
    todo = [root]
    while todo:
        node = todo.pop()
        if node.kind not in (Kind.OBJECT, Kind.ARRAY):
            continue
        first, last = tree.lines.position(node.start).line, tree.lines.position(max(node.start, node.end - 1)).line
        closed = tree.text[node.end - 1 : node.end] in ("}", "]")
        last = last - 1 if closed else last
        if last > first:
            yield Fold(first, last)
        todo += [it.value for it in node.members] if node.kind is Kind.OBJECT else node.items


def _comments(tree: Tree) -> Iterator[Fold]:
    for span in tree.comments:
        first, last = tree.lines.position(span.start).line, tree.lines.position(span.end).line
        if last > first:
            yield Fold(first, last, comment=True)
