"""What a change of a text has put in and taken out, so that it can be taken back to the byte; and how without that."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import takewhile

from msgspec import Struct

from hookwright.config.recorder import recorders
from hookwright.model.nesting import Nesting
from hookwright.syntax.edit import apply, remove
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Node, Tree, find
from hookwright.text import Route, to_pointer


class Piece(Struct, frozen=True):
    """A part of the new text, by its offset there, and what was in its place before: usually nothing."""

    at: int
    new: str
    old: str


class Change(Struct, frozen=True):
    """What tells the new text, and its parts that were not in the old one, in order.

    `empty` are the pointers of objects and lists that were empty before.
    """

    digest: str
    pieces: tuple[Piece, ...]
    empty: tuple[str, ...] = ()


def change_between(old: str, new: str) -> Change:
    """What makes the new text of the old one."""
    return Change(digest_of(new), tuple(_pieces(old, new)), tuple(_empty(parse(old))))


def taken_back(text: str, change: Change) -> str | None:
    """The old text; None if the text is no longer the new one."""
    if digest_of(text) != change.digest:
        return None
    parts: list[str] = []
    done = 0
    for it in change.pieces:
        parts += (text[done : it.at], it.old)
        done = it.at + len(it.new)
    return "".join((*parts, text[done:]))


def without_recording(text: str, nesting: Nesting, empty: Collection[str] = ()) -> str:
    """The text without the hooks that record, and without what they leave empty, unless it is named as `empty`."""
    while True:
        tree = parse(text)
        found = next(iter(recorders(tree)), None)
        edits = [] if found is None else remove(tree, _emptied(tree, found[0], nesting, empty))
        if not edits:
            return text
        text = apply(text, edits)


def digest_of(text: str) -> str:
    """What identifies a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _pieces(old: str, new: str) -> Iterator[Piece]:
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = [0]
    for line in after:
        starts.append(starts[-1] + len(line))
    for what, begin, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            yield _trimmed(starts[first], "".join(after[first:last]), "".join(before[begin:end]))


def _trimmed(at: int, new: str, old: str) -> Piece:
    """A piece without what both texts begin and end with: nothing of the user's is to be kept."""
    same = _same(new, old)
    at, new, old = at + same, new[same:], old[same:]
    same = _same(new[::-1], old[::-1])
    return Piece(at, new[: len(new) - same], old[: len(old) - same])


def _same(one: str, other: str) -> int:
    """How many characters both texts begin with."""
    return sum(1 for _ in takewhile(lambda it: it[0] == it[1], zip(one, other, strict=False)))


def _empty(tree: Tree) -> Iterator[str]:
    left: list[tuple[Route, Node]] = [((), tree.root)] if tree.root is not None else []
    while left:
        route, node = left.pop()
        if node.kind in (Kind.OBJECT, Kind.ARRAY) and not node.members and not node.items:
            yield to_pointer(route)
        left += [((*route, index), it) for index, it in enumerate(node.items)]
        left += [((*route, it.name), it.value) for it in node.members]


def _emptied(tree: Tree, hook: Route, nesting: Nesting, empty: Collection[str]) -> Route:
    """The route of the hook, or of its group, and then of the outermost of what has nothing else in it."""
    route = hook if nesting.is_grouped and not _is_alone(tree, hook) else nesting.entry_of(hook)
    while len(route) > 1 and _is_alone(tree, route) and to_pointer(route[:-1]) not in empty:
        route = route[:-1]
    return route


def _is_alone(tree: Tree, route: Route) -> bool:
    above = find(tree, route[:-1])
    return above is not None and len(above.items) + len(above.members) == 1
