"""What is known at a place of a script: the values of its names, and its objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.scripts.python.things import (
    NONE,
    Chosen,
    Dictionary,
    Entry,
    Instance,
    Listing,
    Object,
    Ref,
    Thing,
    choose,
    same,
    simple,
    unknown,
)
from hookwright.scripts.values import Literal, Payload, Text, Value

Key: TypeAlias = tuple[int, str]
"""A name in a frame."""
_K = TypeVar("_K")
_V = TypeVar("_V")
_MOST_ABOUT = 8


class State(Struct, eq=False):
    """The values of names, and the objects by their numbers."""

    cells: dict[Key, Thing] = field(default_factory=dict)
    objects: dict[int, Object] = field(default_factory=dict)

    def copy(self) -> State:
        """A state that can be changed without this one."""
        return State(self.cells.copy(), self.objects.copy())


def joined(states: Sequence[State], about: Iterable[Value]) -> State:
    """What is known where one of several states holds, which of them is decided by `about`."""
    first, *others = states
    reasons = tuple(about)
    for it in others:
        first = State(
            _merged(first.cells, it.cells, lambda one, two: one if same(one, two) else choose((one, two), reasons)),
            _merged(first.objects, it.objects, lambda one, two: _either(one, two, reasons)),
        )
    return first


def _merged(one: dict[_K, _V], two: dict[_K, _V], choice: Callable[[_V, _V], _V]) -> dict[_K, _V]:
    different = [(key, it) for (key, it), other in zip(two.items(), map(one.get, two), strict=True) if it is not other]
    if not different:
        return one
    found = one.copy()
    for key, it in different:
        other = found.get(key)
        found[key] = it if other is None else choice(other, it)
    return found


def _either(one: Object, two: Object, about: tuple[Value, ...]) -> Object:
    """An object that is as one or as the other."""
    match one, two:
        case Dictionary(), Dictionary():
            keys = dict.fromkeys([*one.entries, *two.entries])
            entries = {key: _entry(key, one, two, about) for key in keys}
            return Dictionary(entries, one.open or two.open, _all_about(one, two, about))
        case Listing(), Listing():
            shorter, longer = sorted((one.things, two.things), key=len)
            if all(map(same, shorter, longer)):
                is_open = one.open or two.open or len(shorter) < len(longer)
                return Listing(longer, is_open, _all_about(one, two, about), some=_both_filled(one, two))
            new = [it for it in two.things if not any(same(it, other) for other in one.things)]
            found = Listing((*one.things, *new), open=True, about=_all_about(one, two, about))
            return replace(found, some=_both_filled(one, two))
        case Instance(), Instance():
            names = dict.fromkeys([*one.attributes, *two.attributes])
            return Instance(
                one.of,
                {it: choose((one.attributes.get(it, NONE), two.attributes.get(it, NONE)), about) for it in names},
            )
    return one


def _both_filled(one: Listing, two: Listing) -> bool:
    return one.filled is True and two.filled is True


def _all_about(one: Dictionary | Listing, two: Dictionary | Listing, about: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(dict.fromkeys([*one.about, *two.about, *about]))[:_MOST_ABOUT]


def _entry(key: str, one: Dictionary, two: Dictionary, about: tuple[Value, ...]) -> Entry:
    mine, theirs = one.entries.get(key), two.entries.get(key)
    if mine is None or theirs is None:
        only = mine or theirs
        assert only is not None
        return replace(only, certain=False)
    if mine is theirs:
        return mine
    thing = choose((mine.thing, theirs.thing), about)
    return Entry(thing, mine.spot, mine.certain and theirs.certain)


def blur(state: State, keys: Iterable[Key], deep: Iterable[Key]) -> None:
    """Forgets what a loop may change: the values of `keys`, and what the objects hold that `deep` refer to."""
    for key in keys:
        thing = state.cells.get(key)
        if thing is not None:
            state.cells[key] = _vague(thing)
    seen = set[int]()
    for key in deep:
        _open(state, state.cells.get(key), seen)


def _vague(thing: Thing) -> Thing:
    match thing:
        case Chosen(things=things, about=about):
            return choose(map(_vague, things), about)
        case Literal() | Text():
            return Chosen((thing, unknown(simple(thing))))
        case Payload():
            return unknown(thing)
    return thing


def _open(state: State, thing: Thing | None, seen: set[int]) -> None:
    for it in thing.things if isinstance(thing, Chosen) else (thing,):
        if not isinstance(it, Ref) or it.number in seen:
            continue
        seen.add(it.number)
        inner: Iterable[Thing] = ()
        match state.objects.get(it.number):
            case Dictionary(entries=entries) as found:
                state.objects[it.number] = Dictionary(entries, open=True, about=found.about)
                inner = [one.thing for one in entries.values()]
            case Listing(things=things) as found:
                state.objects[it.number] = Listing(things, open=True, about=found.about)
                inner = things
            case Instance(of=of, attributes=attributes):
                vague = {name: _vague(one) for name, one in attributes.items()}
                state.objects[it.number] = Instance(of, vague)
                inner = attributes.values()
        for one in inner:
            _open(state, one, seen)
