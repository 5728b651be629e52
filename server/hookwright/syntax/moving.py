"""What an edit before it has moved: spans, problems, and nodes with all that is below them."""

from __future__ import annotations

from hookwright.syntax.nodes import UNMOVED, Node, Problem
from hookwright.text import Edit, Span


def moved(span: Span, since: int, by: int) -> Span:
    """The span where each end that is not before `since` is so much later."""
    return Span(span.start + by * (span.start >= since), span.end + by * (span.end >= since))


def moved_problem(it: Problem, since: int, by: int) -> Problem:
    """The same for a problem and the edit that puts it right."""
    fix = it.fix and Edit(moved(it.fix.span, since, by), it.fix.text)
    return Problem(it.kind, it.message, moved(it.span, since, by), fix)


def move(node: Node, by: int) -> None:
    """Moves a node with all that is below it."""
    if node.shift is UNMOVED:
        node.move(by)
        move_entries(node, 0, by)
    else:
        node.shift.by += by


def move_entries(node: Node, first: int, by: int) -> None:
    """Moves the members or items of a node from an index on."""
    for member in node.members[first:]:
        move(member.key, by)
        move(member.value, by)
    for item in node.items[first:]:
        # Nearly all there are, since those of an array that are containers move as one.
        if item.shift is UNMOVED:
            move(item, by)
        else:
            item.shift.by += by
