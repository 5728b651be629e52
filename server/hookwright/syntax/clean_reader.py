"""Reads sound JSON fast, whole members and items at once, up to where the text is broken."""

from __future__ import annotations

import re

from hookwright.syntax.brackets import fits
from hookwright.syntax.scan import MAX_DEPTH, Policy, Scan, close_container, open_container
from hookwright.syntax.strings import decode
from hookwright.syntax.tree import Kind, Member, Node, Scalar

_STRING = r'"([^"\\\x00-\x1f]*+(?>(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*))"'
_NUMBER = r"(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)"
_BLANK = r"[ \t\r\n]*+"
_SCALAR = rf"(?:(?:{_STRING}|{_NUMBER}|(true|false|null)){_BLANK}"
# A scalar only counts together with the comma or bracket after it; an opening bracket counts alone.
_MEMBER = re.compile(rf"{_BLANK}{_STRING}{_BLANK}:{_BLANK}{_SCALAR}[,}}]|([{{\[]))")
_ITEM = re.compile(rf"{_BLANK}(){_SCALAR}[,\]]|([{{\[]))")
_TAIL = re.compile(rf"{_BLANK}[,}}\]]")
_OPENING = re.compile(rf"{_BLANK}[{{\[]")
_REST = re.compile(rf"{_BLANK}\Z")

_LITERALS: dict[str, tuple[Kind, Scalar]] = {
    "true": (Kind.BOOLEAN, True),
    "false": (Kind.BOOLEAN, False),
    "null": (Kind.NULL, None),
}
_STRING_KIND, _NUMBER_KIND, _OBJECT_KIND, _ARRAY_KIND = Kind.STRING, Kind.NUMBER, Kind.OBJECT, Kind.ARRAY


def number(raw: str) -> int | float:
    """The value of a JSON number; one that is too big is infinite."""
    if raw.lstrip("-").isdecimal() and len(raw) < 4000:
        return int(raw)
    return float(raw)


def literal(raw: str) -> tuple[Kind, Scalar] | None:
    """The kind and value of `true`, `false` and `null`."""
    return _LITERALS.get(raw)


def read_clean_root(scan: Scan) -> None:
    """Read from the start of the text; all of it has been read if `pos` is then its length."""
    match = _OPENING.match(scan.text, scan.pos)
    if match:
        start, end = match.end() - 1, match.end()
        scan.root = Node(_OBJECT_KIND if scan.text[start] == "{" else _ARRAY_KIND, start, end, closed=False)
        open_container(scan, scan.root)
        read_clean(scan)


def read_clean(scan: Scan) -> None:
    """Read on until the text ends or something comes that is not plain sound JSON."""
    while scan.stack and (scan.after or _read_entries(scan) or scan.comma < 0) and _read_tail(scan):
        pass


def _read_tail(scan: Scan) -> bool:
    """After a value: a comma or the closing bracket; in an empty container the bracket only."""
    match = _TAIL.match(scan.text, scan.pos)
    if not match:
        return False
    at = match.end() - 1
    char = scan.text[at]
    if char == ",":
        if not scan.after:
            return False
        scan.after, scan.comma, scan.pos = False, at, at + 1
        return True
    return _close(scan, char, at)


def _close(scan: Scan, char: str, at: int) -> bool:
    pos = at + 1
    if char != ("}" if scan.stack[-1].kind is _OBJECT_KIND else "]"):
        return False
    if scan.policy is Policy.BY_INDENTATION and not fits(scan, scan.pos, at, closing=True):
        return False
    if len(scan.stack) == 1:
        if not (rest := _REST.match(scan.text, pos)):
            return False
        pos = rest.end()
    close_container(scan, at + 1, closed=True)
    scan.pos = pos
    return True


def _read_entries(scan: Scan) -> bool:
    """Read members or items of the innermost container, and of those that open in it; False if that stops."""
    text, stack = scan.text, scan.stack
    watched = scan.policy is Policy.BY_INDENTATION
    pos = scan.pos
    node = stack[-1]
    in_object = node.kind is _OBJECT_KIND
    read = _MEMBER.match if in_object else _ITEM.match
    while match := read(text, pos):
        key_start, key_end = match.span(1)
        which = match.lastindex or 0
        start, end = match.span(which)
        if watched and not fits(scan, pos, key_start - in_object):
            break
        if which == 2:
            raw = text[start:end]
            value = Node(_STRING_KIND, start - 1, end + 1, decode(raw) if "\\" in raw else raw)
        elif which == 5:
            if len(stack) >= MAX_DEPTH:
                break
            kind = _OBJECT_KIND if text[start] == "{" else _ARRAY_KIND
            value = Node(kind, start, end, closed=False)
            open_container(scan, value)
        elif which == 3:
            value = Node(_NUMBER_KIND, start, end, number(text[start:end]))
        else:
            kind, constant = _LITERALS[text[start:end]]
            value = Node(kind, start, end, constant)
        if in_object:
            name = text[key_start:key_end]
            name = decode(name) if "\\" in name else name
            key = Node(_STRING_KIND, key_start - 1, key_end + 1, name)
            node.members.append(Member(key, value, name))
        else:
            node.items.append(value)
        pos = match.end()
        if which == 5:
            node = value
            in_object = kind is _OBJECT_KIND
            read = _MEMBER.match if in_object else _ITEM.match
            continue
        if text[pos - 1] == ",":
            scan.comma = pos - 1
            continue
        scan.pos, scan.after, scan.end, scan.comma = pos - 1, True, end + (which == 2), -1
        return True
    scan.pos = pos
    return False
