"""Whether two values are written and were read in the same way, wherever they stand."""

from __future__ import annotations

from hookwright.syntax.nodes import Node


def are_alike(one: Node, other: Node) -> bool:
    """Whether the nodes, and all below them, differ in nothing but where the first begins."""
    by = other.start - one.start
    todo = [(one, other)]
    for left, right in todo:
        if not _is_alike(left, right, by):
            return False
        todo += zip(left.items, right.items, strict=True)
        for mine, its in zip(left.members, right.members, strict=True):
            todo += ((mine.key, its.key), (mine.value, its.value))
    return True


def _is_alike(left: Node, right: Node, by: int) -> bool:
    return (
        left.kind is right.kind
        and left.value == right.value
        and left.closed == right.closed
        and left.start + by == right.start
        and left.end + by == right.end
        and len(left.items) == len(right.items)
        and len(left.members) == len(right.members)
    )
