"""Reads on in broken text, one step at a time: what is before, between and around members and items."""

from __future__ import annotations

import re

from hookwright.syntax.blanks import skip_blanks
from hookwright.syntax.brackets import belongs_outside, close_at_end, close_down_to, read_closing, skip_contents
from hookwright.syntax.clean_reader import read_clean
from hookwright.syntax.scalars import read_key, read_scalar
from hookwright.syntax.scan import MAX_DEPTH, Policy, Scan, attach, insertion, open_container, replacement, report
from hookwright.syntax.tree import Kind, Node

QUOTED_KEY_AHEAD = re.compile(r'"(?>(?:[^"\\\r\n]++|\\[^\r\n])*)"[ \t\r\n]*+:')
BARE_KEY_AHEAD = re.compile(r"[A-Za-z_$][\w$-]*+\"?[ \t]*+:(?!//)")
_TOKEN = re.compile(r'"(?>(?:[^"\\\r\n]++|\\[^\r\n])*)"?|[\w$.-]++|.', re.DOTALL)
_EQUALS = re.compile(r"=[=>]?")
OPENING = {"{": Kind.OBJECT, "[": Kind.ARRAY}


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
        passed(scan, "this comma is not needed; remove it")
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
        passed(scan, "this colon is not needed; remove it")
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


def read_member(scan: Scan, char: str) -> None:
    """Read what is where a key is expected, with its value."""
    at = scan.pos
    if char in OPENING:
        report(scan, f"expected a key before this `{char}`", at, at + 1)
        read_value(scan, None)
    elif char == ":":
        report(scan, "expected a key before this colon", at, at + 1)
        scan.pos = at + 1
        read_value(scan, None)
    elif key := read_key(scan, char):
        _read_after_key(scan, key)


def _read_after_key(scan: Scan, key: Node) -> None:
    char = skip_blanks(scan)
    at = scan.pos
    if char == ":":
        scan.pos = at + 1
    elif equals := _EQUALS.match(scan.text, at):
        message = f"expected a colon here, not `{equals[0]}`; replace it"
        report(scan, message, at, equals.end(), replacement(at, equals.end(), ":"))
        scan.pos = equals.end()
    elif _value_follows(scan, key, char):
        report(scan, "expected a colon after this key", key.start, key.end, insertion(key.end, ":"))
    else:
        report(scan, "this key has no value; add a colon and a value", key.start, key.end)
        _miss(scan, key, key.end)
        return
    read_value(scan, key)


def _value_follows(scan: Scan, key: Node, char: str) -> bool:
    if not char or char in ",}];" or is_key_ahead(scan, char):
        return False
    in_line = scan.text.find("\n", key.end, scan.pos) < 0
    return in_line or (char in OPENING and not (len(scan.stack) > 1 and scan.stack[-2].kind is Kind.ARRAY))


def read_value(scan: Scan, key: Node | None) -> None:
    """Read the value of a member; without a key it is read and forgotten."""
    colon = scan.pos
    while (char := skip_blanks(scan)) == ":":
        passed(scan, "this colon is not needed; remove it")
    is_key = char == '"' and QUOTED_KEY_AHEAD.match(scan.text, scan.pos)
    if is_key and key and _is_deeper(scan):
        column = scan.pos - scan.text.rfind("\n", 0, scan.pos) - 1
        open_missing_object(scan, key, "what follows is deeper than the key above")
        scan.indentation = scan.columns[-1] = column
        return
    if is_key or not char or char in ",}]":
        if key:
            report(scan, "expected a value after this colon", colon - 1, colon)
        _miss(scan, key, colon + (scan.text[colon : colon + 1] == " "))
        # The missing value is the one fault; the comma after it is not asked for as well.
        scan.after = not is_key
    elif char in OPENING:
        open_value(scan, key, char)
    elif node := read_scalar(scan, char):
        attach(scan, key, node)
        scan.after, scan.comma, scan.end = True, -1, node.end
    else:
        _miss(scan, key, colon)


def read_item(scan: Scan, char: str) -> None:
    """Read what is where an item of an array is expected."""
    if char == ":":
        passed(scan, "this colon is not needed; remove it")
    elif char in OPENING:
        open_value(scan, None, char)
    elif node := read_scalar(scan, char):
        attach(scan, None, node)
        scan.after, scan.comma, scan.end = True, -1, node.end


def open_value(scan: Scan, key: Node | None, char: str) -> None:
    """Open the container at the current place as a value; one that is nested too deep is passed over."""
    node = Node(OPENING[char], scan.pos, scan.pos + 1, closed=False)
    attach(scan, key, node)
    if len(scan.stack) < MAX_DEPTH:
        open_container(scan, node)
    else:
        skip_contents(scan, node)


def open_missing_object(scan: Scan, key: Node | None, reason: str) -> None:
    """Begin an object without a brace before the key at the current place, as an item or as the value of a key."""
    scan.unbalanced = True
    fix = insertion(scan.pos, "{")
    report(scan, f"expected `{{` before this key; {reason}", *token(scan), fix)
    node = Node(Kind.OBJECT, scan.pos, scan.pos, closed=False)
    attach(scan, key, node)
    open_container(scan, node)


def open_missing_array(scan: Scan) -> None:
    """Begin an array without a bracket around the last member's value, since another value comes after it."""
    scan.unbalanced = True
    member, comma = scan.stack[-1].members[-1], scan.comma
    first = member.value
    fix = insertion(first.start, "[")
    report(scan, "expected `[` before this value; another one comes after it", first.start, first.start + 1, fix)
    member.value = Node(Kind.ARRAY, first.start, first.end, closed=False)
    member.value.items.append(first)
    pos = scan.pos
    open_container(scan, member.value)
    scan.pos, scan.comma = pos, comma


def _is_deeper(scan: Scan) -> bool:
    """Whether the current place begins a line that is indented more than the members of the innermost container."""
    if scan.policy is not Policy.BY_INDENTATION:
        return False
    newline = scan.text.rfind("\n", scan.gap, scan.pos)
    return newline >= 0 and scan.pos - newline - 1 > scan.columns[-1] >= 0


def _miss(scan: Scan, key: Node | None, place: int) -> None:
    attach(scan, key, Node(Kind.MISSING, place, place))
    scan.after, scan.comma, scan.end = True, -1, place


def passed(scan: Scan, message: str) -> None:
    """Pass over one character that should not be there."""
    start = scan.pos
    scan.pos = start + 1
    report(scan, message, start, scan.pos, replacement(start, scan.pos))


def is_key_ahead(scan: Scan, char: str) -> bool:
    """Whether a word and a colon come next."""
    pattern = QUOTED_KEY_AHEAD if char == '"' else BARE_KEY_AHEAD
    return bool(pattern.match(scan.text, scan.pos))


def token(scan: Scan) -> tuple[int, int]:
    """Where the token at the current place starts and ends."""
    match = _TOKEN.match(scan.text, scan.pos)
    return scan.pos, match.end() if match else scan.pos
