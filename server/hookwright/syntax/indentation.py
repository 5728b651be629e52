"""Which open container a line belongs to by its indentation; asked only where the brackets alone do not tell."""

from __future__ import annotations

from hookwright.syntax.nodes import Kind
from hookwright.syntax.scan import Policy, Scan


def fits(scan: Scan, gap: int, start: int, *, closing: bool = False) -> bool:
    """Whether the token at `start`, after blanks from `gap`, may belong to the innermost container."""
    newline = scan.text.rfind("\n", gap, start)
    if newline < 0:
        return True
    column = scan.indentation = start - newline - 1
    if closing:
        return column == scan.bases[-1]
    known = scan.columns[-1]
    if column >= known >= 0:
        return True
    if column <= scan.bases[-1] or known >= 0:
        return outer_entries(scan, scan.stack[-1].kind) < 0
    scan.columns[-1] = column
    return True


def outer_entries(scan: Scan, kind: Kind) -> int:
    """Depth of the nearest outer container of that kind whose entries stand at the current indentation, or -1."""
    return _nearest(scan, kind, scan.columns)


def outer_opening(scan: Scan, kind: Kind) -> int:
    """Depth of the nearest outer container of that kind that opened in a line of the current indentation, or -1."""
    return _nearest(scan, kind, scan.bases)


def outer_of_kind(scan: Scan, kind: Kind) -> int:
    """Depth of the nearest outer container of that kind, or -1."""
    return _nearest(scan, kind, None)


def belongs_outside(scan: Scan, start: int, kind: Kind) -> int:
    """Depth of the outer container to which a line's first token belongs by its indentation, or -1."""
    if scan.policy is not Policy.BY_INDENTATION or scan.text.find("\n", scan.gap, start) < 0:
        return -1
    fits(scan, scan.gap, start)
    column, known = scan.indentation, scan.columns[-1]
    if known == column or (known < 0 and column > scan.bases[-1]):
        return -1
    return outer_entries(scan, kind)


def _nearest(scan: Scan, kind: Kind, marks: list[int] | None) -> int:
    if scan.patience <= 0:
        return -1
    for depth in range(len(scan.stack) - 2, -1, -1):
        if scan.stack[depth].kind is kind and (marks is None or marks[depth] == scan.indentation):
            return depth
    scan.patience -= 1
    return -1
