"""The members of an object that an edit has touched, read again between those before and behind that it has not."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from hookwright.syntax.clean import read_clean
from hookwright.syntax.moving import move, moved, moved_problem
from hookwright.syntax.nodes import Kind, Member, Node, Problem, Tree
from hookwright.syntax.scan import Policy, Scan, is_mendable
from hookwright.text import Span

# Stands for the rest of a member whose key is read again, and of its object.
_REST = ":0}"
_COLON = re.compile(r"[ \t\r\n]*+:")


@dataclass(frozen=True, slots=True)
class Touched:
    """The members from `first` up to `behind`, and what of the text was and is read for them.

    It begins behind the value of the member before, or the object's brace, and ends behind the object's brace, or the
    key of the member behind, as that may be told to lack a comma before it.
    """

    first: int
    behind: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What now stands in place of the touched members."""

    members: list[Member]
    problems: Sequence[Problem]
    comments: Sequence[Span]


def touched(text: str, node: Node, start: int, end: int) -> Touched:
    """The members of a closed object that a change of the text from `start` to `end`, between its braces, may touch."""
    members = node.members
    first = bisect_left(members, start, key=lambda it: it.key.start)
    while first and not _ends_before(members[first - 1].value, start):
        first -= 1
    behind = bisect_left(members, end, lo=first, key=lambda it: it.key.start)
    while behind < len(members) and not _is_plain(text, members[behind].key):
        behind += 1
    begin = members[first - 1].value.end if first else node.start + 1
    return Touched(first, behind, begin, members[behind].key.end if behind < len(members) else node.end)


def read_members(text: str, around: Sequence[Node], node: Node, part: Touched, by: int) -> Reading | None:
    """The members that stand there now, in a text that is so much longer; None where more than these has changed.

    `around` are the containers around the object, from the root on.
    """
    if _repeats(node.members):
        return None
    begin, is_last = part.start - 1, part.behind == len(node.members)
    piece = text[begin : part.end + by] + ("" if is_last else _REST)
    scan, fresh = _scan(piece, around, node, part)
    read_clean(scan)
    if scan.open:
        from hookwright.syntax.steps import read_containers

        read_containers(scan, len(piece))
    whole = fresh.closed and fresh.end == len(piece) and len(scan.stack) == scan.floor and is_mendable(scan)
    found = fresh.members[1 if part.first else 0 :]
    if not is_last:
        key = node.members[part.behind].key
        whole = whole and _ends_with(found, len(piece) - len(_REST), key.end - key.start)
        found = found[:-1]
    if not whole or _repeats([*node.members[: part.first], *found, *node.members[part.behind :]]):
        return None
    problems = problems_in(scan)
    for it in found:
        move(it.key, begin)
        move(it.value, begin)
    comments = [moved(it, 0, begin) for it in scan.comments]
    return Reading(found, [moved_problem(it, 0, begin) for it in problems], comments)


def problems_in(scan: Scan) -> Sequence[Problem]:
    """All problems of a reading of a part."""
    if not (scan.problems or scan.comments or scan.trailing or scan.repeated):
        return ()
    from hookwright.syntax.remarks import all_problems

    return all_problems(scan, Tree(scan.text, None))


def _scan(piece: str, around: Sequence[Node], node: Node, part: Touched) -> tuple[Scan, Node]:
    """The reading of a piece whose first character is the last before the part, and what stands for the object."""
    fresh = Node(Kind.OBJECT, 0, 1, closed=False)
    scan = Scan(piece, Policy.AS_THEY_COME, pos=1, end=1, stack=[*(Node(it.kind, 0, 0) for it in around), fresh])
    scan.floor = len(around)
    if part.first:
        before = node.members[part.first - 1]
        fresh.members.append(Member(Node(Kind.STRING, 0, 0, before.name), Node(before.value.kind, 0, 1)))
        scan.after = True
    return scan, fresh


def _ends_before(value: Node, offset: int) -> bool:
    """Whether a value ends, by its bracket and so whatever follows, before an offset."""
    return value.kind in (Kind.OBJECT, Kind.ARRAY) and value.closed and value.end <= offset


def _is_plain(text: str, key: Node) -> bool:
    return key.closed and text[key.start] == '"' and _COLON.match(text, key.end) is not None


def _ends_with(members: list[Member], end: int, length: int) -> bool:
    """Whether the last member's key is the one that ends there, and its value the one that stands for the rest."""
    if not members:
        return False
    key, value = members[-1].key, members[-1].value
    return (key.start, key.end, value.start) == (end - length, end, end + 1)


def _repeats(members: list[Member]) -> bool:
    """Whether some of the members have one name: then what is said of others may have changed."""
    return len({it.key.value for it in members}) < len(members)
