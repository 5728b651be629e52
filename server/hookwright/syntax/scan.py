"""The state of one reading of a text, and what every step of it needs: reporting, opening, closing, attaching."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct, field

from hookwright.syntax.tree import Kind, Member, Node, Problem, ProblemKind
from hookwright.text import Edit, Span

MAX_DEPTH = 512
MAX_PROBLEMS = 100


class Policy(StrEnum):
    """How closing brackets that do not fit are read: as they come, by the lines' indentation, or not at all."""

    AS_THEY_COME = "as-they-come"
    BY_INDENTATION = "by-indentation"
    SKIP = "skip"


class Scan(Struct, eq=False):
    """One reading of a text; `pos` only ever moves forward past a token once it is understood."""

    text: str
    policy: Policy
    pos: int = 0
    root: Node | None = None
    # Containers that are open, outermost first, and for each: its line's indentation, and that of its entries or -1.
    stack: list[Node] = field(default_factory=list)
    bases: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    # A value has just ended (then `end` is where), or else the comma at `comma` has been read, or nothing yet (-1).
    after: bool = False
    end: int = 0
    comma: int = -1
    # Where the token before the current one ended, and the indentation of the current line.
    gap: int = 0
    indentation: int = 0
    problems: list[Problem] = field(default_factory=list)
    comments: list[Span] = field(default_factory=list)
    trailing: list[int] = field(default_factory=list)
    repeated: list[tuple[Node, int]] = field(default_factory=list)
    faults: int = 0
    unbalanced: bool = False
    too_deep: bool = False
    # Searches that may still fail before indentation is no longer looked at, which keeps the reading linear.
    patience: int = 500
    # Up to here, no end was found for a string with quotes inside.
    no_inner_quotes: int = 0


def report(scan: Scan, message: str, start: int, end: int, fix: Edit | None = None) -> None:
    """Note a fault of the syntax; only the first hundred are kept, all are counted."""
    scan.faults += 1
    if scan.faults <= MAX_PROBLEMS:
        scan.problems.append(Problem(ProblemKind.SYNTAX, message, Span(start, end), fix))


def insertion(offset: int, text: str) -> Edit:
    """The edit that puts text at an offset."""
    return Edit(Span(offset, offset), text)


def replacement(start: int, end: int, text: str = "") -> Edit:
    """The edit that puts text in place of a range; without text it removes the range."""
    return Edit(Span(start, end), text)


def open_container(scan: Scan, node: Node) -> None:
    """Make a container, whose opening bracket has just been read, the innermost one."""
    scan.stack.append(node)
    if scan.policy is Policy.BY_INDENTATION:
        scan.bases.append(scan.indentation)
        scan.columns.append(-1)
    scan.pos = scan.end = node.end
    scan.after, scan.comma = False, -1


def close_container(scan: Scan, end: int, *, closed: bool) -> None:
    """End the innermost container at `end`; reading goes on after it."""
    node = scan.stack.pop()
    node.end, node.closed = end, closed
    if scan.policy is Policy.BY_INDENTATION:
        scan.bases.pop()
        scan.columns.pop()
    note_repeated(scan, node)
    scan.after, scan.comma, scan.end = True, -1, end


def note_repeated(scan: Scan, node: Node) -> None:
    """Remember the members of an object that a later one of the same name hides."""
    members = node.members
    if not members:
        return
    node.named = {it.name: it for it in members}
    if len(node.named) == len(members):
        return
    seen = set()
    for index in range(len(members) - 1, -1, -1):
        name = members[index].name
        if name in seen:
            scan.repeated.append((node, index))
        seen.add(name)


def attach(scan: Scan, key: Node | None, value: Node) -> None:
    """Put a value where it belongs in the innermost container; a value without a key in an object belongs nowhere."""
    if not scan.stack:
        scan.root = scan.root or value
    elif scan.stack[-1].kind is Kind.ARRAY:
        scan.stack[-1].items.append(value)
    elif key is not None:
        scan.stack[-1].members.append(Member(key, value, str(key.value)))
