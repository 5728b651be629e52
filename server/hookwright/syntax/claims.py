"""What edits of TOML and YAML claim about the text after them, and whether that text keeps the claims.

Edits that are made of a text alone say nothing about its meaning.  So each carries the change that it stands for, and
edits of many places are proved at once: one parse of the text with all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.syntax.tree import JSON, Notation, Tree, plain
from hookwright.text import Edit, Key, Route

Data = Any
"""Plain data of a text while changes are made to it; what is taken away leaves a gap, so that routes still lead on."""

_GAP: Any = object()


class Change(Struct, frozen=True):
    """What happens to the value at a route of the text before; `make` gets the container and the key."""

    route: Route
    make: Callable[[Data, Key], None]


class Claim(Edit, frozen=True):
    """An edit that also claims changes of the data, for itself and for those after it, `count` in all.

    `otherwise` are the edits to try in their place where the claim does not hold.
    """

    changes: tuple[Change, ...]
    count: int = 1
    otherwise: tuple[Edit, ...] = ()


def claiming(edits: Sequence[Edit], *changes: Change, otherwise: Sequence[Edit] = ()) -> list[Edit]:
    """The edits with the changes that they stand for; the others if there are none."""
    if not edits:
        return list(otherwise)
    first = Claim(edits[0].span, edits[0].text, changes, len(edits), tuple(otherwise))
    return [first, *(Edit(it.span, it.text) for it in edits[1:])]


def either(edits: Sequence[Edit], otherwise: Sequence[Edit]) -> list[Edit]:
    """Edits under one claim, with others to try if it does not hold; the others if there are none."""
    first = edits[0] if edits else None
    return list(otherwise) if not isinstance(first, Claim) else [replace(first, otherwise=tuple(otherwise)), *edits[1:]]


def put(route: Route, value: JSON) -> Change:
    """The route leads to that value afterwards."""

    def make(container: Data, key: Key) -> None:
        if isinstance(container, list) and key == len(container):
            container.append(value)
        else:
            container[key] = value

    return Change(route, make)


def drop(route: Route) -> Change:
    """What the route leads to is gone."""

    def make(container: Data, key: Key) -> None:
        if container[key] is _GAP:
            raise _Contradiction
        container[key] = _GAP

    return Change(route, make)


def rename(route: Route, new: str) -> Change:
    """The member has another key, which its object did not have."""

    def make(container: Data, key: Key) -> None:
        if new == key:
            return
        if container.get(new, _GAP) is not _GAP:
            raise _Contradiction
        container[new], container[key] = container[key], _GAP

    return Change(route, make)


def become(route: Route, value: Callable[[Data], Data]) -> Change:
    """What the route leads to is another value, made of the one that is there."""

    def make(container: Data, key: Key) -> None:
        container[key] = value(container[key])

    return Change(route, make)


def gather(route: Route, names: Iterable[str]) -> Change:
    """Members beside what the route leads to are in it afterwards; it is an object, or not there yet."""

    def make(container: Data, key: Key) -> None:
        inner = container.setdefault(key, {})
        for name in names:
            if name in inner or container[name] is _GAP:
                raise _Contradiction
            inner[name], container[name] = container[name], _GAP

    return Change(route, make)


def attempts(edits: Iterable[Edit]) -> Iterator[list[Edit]]:
    """The edits, then those with the other choice if there is one."""
    first = list(edits)
    yield first
    second = _second(first)
    if second != first:
        yield second


def bare(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits without their claims."""
    return tuple(Edit(it.span, it.text) for it in edits)


def is_claimed(edits: Sequence[Edit]) -> bool:
    """Whether every edit is spoken for, so that what all of them change is known."""
    return sum(it.count for it in edits if isinstance(it, Claim)) == len(edits)


def is_kept(tree: Tree, edits: Iterable[Edit], after: Tree) -> bool:
    """Whether the text after the edits has no new fault, and says what the one before says with the claimed changes.

    In TOML, what a change has emptied may be gone as well, as it has no place there.
    """
    if after.root is None or tree.root is None or len(after.problems) > len(tree.problems):
        return False
    wanted = plain(tree.root)
    changes = [change for it in edits if isinstance(it, Claim) for change in it.changes]
    try:
        emptied = _changed(wanted, changes)
    except (LookupError, TypeError, AttributeError, _Contradiction):
        return False
    found = plain(after.root)
    return found == wanted or (tree.notation is Notation.TOML and bool(emptied) and _agree(found, wanted, emptied))


class _Contradiction(Exception):
    """Changes that cannot all be made."""


def _second(edits: Sequence[Edit]) -> list[Edit]:
    found, index = list[Edit](), 0
    while index < len(edits):
        it = edits[index]
        count = it.count if isinstance(it, Claim) else 1
        found += it.otherwise if isinstance(it, Claim) and it.otherwise else edits[index : index + count]
        index += count
    return found


def _changed(data: JSON, changes: Iterable[Change]) -> frozenset[int]:
    """Makes the changes, the deepest first, so that none moves what another one leads to; the ids of what is empty."""
    touched: dict[int, Data] = {}
    for it in sorted(changes, key=lambda it: -len(it.route)):
        if not it.route:
            raise _Contradiction
        container: Data = data
        for key in it.route[:-1]:
            container = container[key]
        it.make(container, it.route[-1])
        touched[id(container)] = container
    return frozenset(it for it, container in touched.items() if _closed_up(container))


def _closed_up(container: Data) -> bool:
    """Takes the gaps out of a container; whether that leaves nothing."""
    before = len(container)
    if isinstance(container, dict):
        for key in [key for key, it in container.items() if it is _GAP]:
            del container[key]
    else:
        container[:] = [it for it in container if it is not _GAP]
    return not container and before > 0


def _agree(found: JSON, wanted: JSON, emptied: frozenset[int]) -> bool:
    """Whether both say the same where what is emptied counts for nothing."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        there = {key: it for key, it in wanted.items() if key in found or id(it) not in emptied}
        return found.keys() == there.keys() and all(_agree(found[key], it, emptied) for key, it in there.items())
    if isinstance(wanted, list) and isinstance(found, list):
        left = wanted if len(found) == len(wanted) else [it for it in wanted if id(it) not in emptied]
        return len(found) == len(left) and all(_agree(*pair, emptied) for pair in zip(found, left, strict=True))
    return found == wanted
