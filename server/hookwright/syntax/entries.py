"""Reading one member or item of a container, whatever stands in place of its key, colon or value."""

from __future__ import annotations

import re

from hookwright.syntax.blanks import skip_blanks
from hookwright.syntax.brackets import skip_contents
from hookwright.syntax.nodes import Kind, Node
from hookwright.syntax.scalars import read_key, read_scalar
from hookwright.syntax.scan import MAX_DEPTH, Policy, Scan, attach, insertion, open_container, replacement, report

QUOTED_KEY_AHEAD = re.compile(r'"(?>(?:[^"\\\r\n]++|\\[^\r\n])*)"[ \t\r\n]*+:')
BARE_KEY_AHEAD = re.compile(r"[A-Za-z_$][\w$-]*+\"?[ \t]*+:(?!//)")
_TOKEN = re.compile(r'"(?>(?:[^"\\\r\n]++|\\[^\r\n])*)"?|[\w$.-]++|.', re.DOTALL)
_EQUALS = re.compile(r"=[=>]?")
OPENING = {"{": Kind.OBJECT, "[": Kind.ARRAY}


def read_member(scan: Scan, char: str) -> None:
    """Read what stands where a key is expected, with its value."""
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
        passed(scan, "this colon is one too many; remove it")
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
    """Read what stands where an item of an array is expected."""
    if char == ":":
        passed(scan, "this colon is one too many; remove it")
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
