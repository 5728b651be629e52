"""The careful reading: what stands before, between and around members and items, one step at a time."""

from __future__ import annotations

from hookwright.syntax.brackets import close_at_end, close_down_to, read_closing
from hookwright.syntax.entries import (
    BARE_KEY_AHEAD,
    OPENING,
    QUOTED_KEY_AHEAD,
    is_key_ahead,
    open_value,
    passed,
    read_item,
    read_member,
    read_value,
    token,
)
from hookwright.syntax.indentation import belongs_outside
from hookwright.syntax.nodes import Kind, Node
from hookwright.syntax.scalars import read_key, read_scalar
from hookwright.syntax.scan import Scan, attach, insertion, open_container, replacement, report, skip_blanks


def read_step(scan: Scan) -> None:
    """Read the next separator, bracket, member or item of the innermost container."""
    char = skip_blanks(scan)
    if not char:
        close_at_end(scan)
    elif char in "}]":
        read_closing(scan, char)
    elif scan.after:
        _read_separator(scan, char)
    elif char == ",":
        passed(scan, "this comma is one too many; remove it")
    elif not _closed_before(scan, char):
        if scan.stack[-1].kind is Kind.OBJECT:
            read_member(scan, char)
        else:
            read_item(scan, char)


def read_root(scan: Scan) -> None:
    """Read up to the root's opening bracket, or the whole root if it is a scalar."""
    while scan.root is None and (char := skip_blanks(scan)):
        if char in "}],:":
            passed(scan, f"`{char}` has no meaning here; remove it")
        elif char in OPENING:
            open_value(scan, None, char)
        elif QUOTED_KEY_AHEAD.match(scan.text, scan.pos):
            fix = insertion(scan.pos, "{")
            report(scan, "expected `{` before this key; the file must be one object", *token(scan), fix)
            attach(scan, None, root := Node(Kind.OBJECT, scan.pos, scan.pos, closed=False))
            open_container(scan, root)
        elif node := read_scalar(scan, char):
            if skip_blanks(scan) not in ("{", "["):
                scan.root = node
                continue
            fix = replacement(node.start, node.end)
            report(scan, "the document begins only after this; remove it", node.start, node.end, fix)


def _read_separator(scan: Scan, char: str) -> None:
    at, in_object = scan.pos, scan.stack[-1].kind is Kind.OBJECT
    if char == ",":
        scan.after, scan.comma, scan.pos = False, at, at + 1
    elif char == ";" or (char == ":" and not in_object):
        report(scan, f"expected a comma here, not `{char}`; replace it", at, at + 1, replacement(at, at + 1, ","))
        scan.after, scan.comma, scan.pos = False, at, at + 1
    elif char == ":":
        passed(scan, "this colon is one too many; remove it")
        read_value(scan, None)
    elif in_object and char not in '"{[' and not BARE_KEY_AHEAD.match(scan.text, at):
        _read_leftover(scan, char)
    elif not _closed_before(scan, char):
        what = "key" if in_object else "item"
        report(scan, f"expected a comma before this {what}", *token(scan), insertion(scan.end, ","))
        scan.after = False


def _read_leftover(scan: Scan, char: str) -> None:
    """Pass over a word that follows a member's value."""
    end, comma = scan.end, scan.comma
    start, faults, kept = scan.pos, scan.faults, len(scan.problems)
    read_key(scan, char)
    del scan.problems[kept:]
    scan.faults = faults
    message = "this does not belong here; remove it, or add what is missing before it"
    report(scan, message, start, scan.pos, replacement(start, scan.pos))
    scan.after, scan.end, scan.comma = True, end, comma


def _closed_before(scan: Scan, char: str) -> bool:
    """Close containers without their bracket where the entry at the current place shows that they have ended."""
    node, at = scan.stack[-1], scan.pos
    is_key = is_key_ahead(scan, char)
    outer = scan.stack[-2].kind if len(scan.stack) > 1 else None
    what = "key" if is_key else "item"
    depth = belongs_outside(scan, at, Kind.OBJECT if is_key else Kind.ARRAY)
    if depth < 0 and node.kind is Kind.OBJECT and char in OPENING and outer is Kind.ARRAY:
        depth = len(scan.stack) - 2
    if depth < 0 and node.kind is Kind.ARRAY and is_key and outer is Kind.OBJECT:
        ended = bool(node.items) or scan.text.find("\n", scan.gap, at) >= 0
        depth = len(scan.stack) - 2 if ended else -1
    if depth < 0:
        return False
    close_down_to(scan, depth, what)
    return True
