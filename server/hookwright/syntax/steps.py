"""The careful reading: what stands before, between and around members and items, one step at a time."""

from __future__ import annotations

from hookwright.syntax.blanks import skip_blanks
from hookwright.syntax.brackets import close_at_end, close_down_to, read_closing
from hookwright.syntax.clean import read_clean
from hookwright.syntax.entries import (
    BARE_KEY_AHEAD,
    OPENING,
    is_key_ahead,
    open_missing_array,
    open_missing_object,
    open_value,
    passed,
    read_item,
    read_member,
    read_value,
    token,
)
from hookwright.syntax.indentation import belongs_outside
from hookwright.syntax.nodes import Kind
from hookwright.syntax.scalars import read_key, read_scalar
from hookwright.syntax.scan import Policy, Scan, insertion, replacement, report


def read_carefully(scan: Scan) -> None:
    """Read a text to its end from where the fast reading stopped."""
    _read_root(scan)
    while scan.stack:
        _read_step(scan)
        read_clean(scan)
    if skip_blanks(scan):
        end = len(scan.text.rstrip())
        fix = replacement(scan.pos, end)
        scan.unbalanced = True
        report(scan, "nothing may follow the end of the document; remove this", scan.pos, end, fix)


def _read_step(scan: Scan) -> None:
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
    elif not _restructured(scan, char):
        if scan.stack[-1].kind is Kind.OBJECT:
            read_member(scan, char)
        else:
            read_item(scan, char)


def _read_root(scan: Scan) -> None:
    """Read up to the root's opening bracket, or the whole root if it is a scalar."""
    while scan.root is None and (char := skip_blanks(scan)):
        if char in "}],:":
            passed(scan, f"`{char}` has no meaning here; remove it")
        elif char in OPENING:
            open_value(scan, None, char)
        elif is_key_ahead(scan, char):
            open_missing_object(scan, None, "the file must be one object")
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
    elif not _restructured(scan, char):
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


def _restructured(scan: Scan, char: str) -> bool:
    """Close or open containers without their bracket where the entry at the current place shows that one is missing."""
    node = scan.stack[-1]
    is_key = is_key_ahead(scan, char)
    outer = scan.stack[-2].kind if len(scan.stack) > 1 else None
    depth = belongs_outside(scan, scan.pos, Kind.OBJECT if is_key else Kind.ARRAY)
    if depth < 0 and node.kind is Kind.OBJECT and char in OPENING:
        if _is_array_unopened(scan, outer):
            open_missing_array(scan)
            return True
        depth = len(scan.stack) - 2 if outer is Kind.ARRAY else -1
    if depth < 0 and node.kind is Kind.ARRAY and is_key:
        if outer is not Kind.OBJECT or not _has_array_ended(scan):
            open_missing_object(scan, None, "an item cannot have a key")
            return True
        depth = len(scan.stack) - 2
    if depth >= 0:
        close_down_to(scan, depth, "key" if is_key else "item")
    return depth >= 0


def _is_array_unopened(scan: Scan, outer: Kind | None) -> bool:
    """Whether a bracket in place of a key shows that the last value begins an array without a bracket."""
    members = scan.stack[-1].members
    if scan.after or scan.comma < 0 or not members or members[-1].value.kind is not Kind.OBJECT:
        return False
    # An object that lost its closing brace in an array looks the same; each of the two is tried.
    return outer is not None and (outer is Kind.OBJECT or scan.policy is not Policy.SKIP)


def _has_array_ended(scan: Scan) -> bool:
    """Whether a key in an array shows that the array's bracket is missing, rather than an object's opening brace."""
    first_in_line = scan.text.find("\n", scan.gap, scan.pos) >= 0
    if scan.policy is Policy.BY_INDENTATION and first_in_line:
        return scan.indentation <= scan.bases[-1]
    if scan.policy is Policy.SKIP and not scan.after and scan.comma >= 0:
        return False
    return first_in_line or bool(scan.stack[-1].items)
