"""How containers end: by their bracket, an outer one, a line's indentation, or the end of the text."""

from __future__ import annotations

import re

from hookwright.syntax.scan import Policy, Scan, close_container, insertion, replacement, report
from hookwright.syntax.tree import Kind, Node

_MEMBER_AHEAD = re.compile(r'[ \t\r\n]*+,?[ \t\r\n]*+"[^"\\\r\n]*+"[ \t\r\n]*+:')
_BRACKET = re.compile(r'"(?>(?:[^"\\\r\n]++|\\.)*)"?|//[^\r\n]*+|/\*(?s:.*?)(?:\*/|\Z)|([{\[])|([}\]])')
_CLOSING = {Kind.OBJECT: "}", Kind.ARRAY: "]"}


def read_closing(scan: Scan, char: str) -> None:
    """Read a closing bracket at the current place, whichever container it turns out to end."""
    at = scan.pos
    kind = Kind.OBJECT if char == "}" else Kind.ARRAY
    if scan.policy is Policy.BY_INDENTATION and not fits(scan, scan.gap, at, closing=True):
        depth = outer_opening(scan, kind)
        if depth >= 0:
            close_down_to(scan, depth, "bracket")
        elif scan.stack[-1].kind is kind and scan.indentation > scan.bases[-1]:
            _stray(scan, char)
            return
    if scan.stack[-1].kind is kind:
        _close_fitting(scan, char)
        return
    scan.unbalanced = True
    depth = outer_of_kind(scan, kind)
    match _reading(scan, depth):
        case "stray":
            _stray(scan, char)
        case "wrong":
            wanted = _CLOSING[scan.stack[-1].kind]
            fix = replacement(at, at + 1, wanted)
            report(scan, f"expected `{wanted}` here, not `{char}`; replace it", at, at + 1, fix)
            _close_fitting(scan, wanted)
        case _:
            close_down_to(scan, depth, "bracket")
            _close_fitting(scan, char)


def close_down_to(scan: Scan, depth: int, before: str) -> None:
    """Close every container inside the one at `depth`, because a bracket, key or item of that one comes next."""
    scan.unbalanced = True
    closing = _closing_of(scan.stack[depth + 1 :])
    at, comma, is_entry = scan.pos, scan.comma, before != "bracket"
    fix = insertion(comma, closing) if comma >= 0 else insertion(scan.end, closing + "," * is_entry)
    what = "array" if scan.stack[-1].kind is Kind.ARRAY else "object"
    report(scan, f"the {what} before this {before} is not closed; add `{closing}`", at, at + 1, fix)
    while len(scan.stack) > depth + 1:
        close_container(scan, at, closed=False)
    if is_entry:
        scan.after, scan.comma = False, comma


def close_at_end(scan: Scan) -> None:
    """Close every container that the end of the text leaves open."""
    scan.unbalanced = True
    closing = _closing_of(scan.stack)
    end, opening = len(scan.text), scan.stack[-1].start
    fix = replacement(scan.comma, scan.comma + 1, closing) if scan.comma >= 0 else insertion(scan.end, closing)
    bracket = scan.text[opening]
    message = f"this `{bracket}` is never closed; add `{closing}` at the end"
    if bracket not in "{[":
        message = f"the object that begins here is never closed; add `{closing}` at the end"
    report(scan, message, opening, opening + 1, fix)
    while scan.stack:
        close_container(scan, end, closed=False)


def skip_contents(scan: Scan, node: Node) -> None:
    """Go past a container that is nested too deep to be read."""
    depth = 0
    node.end = len(scan.text)
    for match in _BRACKET.finditer(scan.text, node.start):
        depth += (match.lastindex == 1) - (match.lastindex == 2)
        if depth == 0:
            node.end, node.closed = match.end(), True
            break
    scan.pos = scan.end = node.end
    scan.after, scan.comma = True, -1
    if not scan.too_deep:
        scan.too_deep = True
        report(scan, "this is nested more than 512 levels deep and is not read", node.start, node.start + 1)


def _reading(scan: Scan, depth: int) -> str:
    """What a bracket is that does not fit the innermost container: `stray`, `wrong`, or `outer` (closing `depth`)."""
    if scan.policy is Policy.SKIP:
        return "stray"
    # The root would end here, yet it goes on: this is the right place for a bracket, but of the other kind.
    if depth == 0 and _MEMBER_AHEAD.match(scan.text, scan.pos + 1):
        return "wrong"
    if scan.policy is Policy.AS_THEY_COME:
        return "wrong" if depth < 0 else "outer"
    opened_here = scan.indentation == scan.bases[-1]
    if depth < 0:
        return "wrong" if opened_here else "stray"
    if scan.text.find("\n", scan.gap, scan.pos) < 0:
        return "outer" if opened_here else "stray"
    return "wrong" if opened_here and scan.bases[depth] != scan.indentation else "outer"


def _close_fitting(scan: Scan, char: str) -> None:
    at = scan.pos
    if len(scan.stack) == 1 and char == "}" and _MEMBER_AHEAD.match(scan.text, at + 1):
        message = "this `}` ends the document too early; remove it"
        scan.unbalanced = True
        report(scan, message, at, at + 1, replacement(at, at + 1))
        scan.pos = at + 1
        return
    if not scan.after and scan.comma >= 0:
        scan.trailing.append(scan.comma)
    close_container(scan, at + 1, closed=True)
    scan.pos = at + 1


def _stray(scan: Scan, char: str) -> None:
    at = scan.pos
    scan.unbalanced = True
    report(scan, f"this `{char}` closes nothing; remove it", at, at + 1, replacement(at, at + 1))
    scan.pos = at + 1


def _closing_of(nodes: list[Node]) -> str:
    return "".join(_CLOSING[node.kind] for node in reversed(nodes))


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
