"""What two ways of a run come to together, and what of a thing the model can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from hookwright.scripts import values as model
from hookwright.scripts.javascript.things import (
    NOTHING,
    PENDING,
    UNDEFINED,
    Closure,
    Content,
    Either,
    Kind,
    Record,
    Ref,
    Row,
    Slot,
    Thing,
    alternatives,
)
from hookwright.scripts.values import UNKNOWN, Literal, Path, Unknown, Value

_MOST_ALTERNATIVES = 12
_DEEPEST = 6
_VALUES = (
    model.Unknown,
    model.Literal,
    model.Text,
    model.Record,
    model.Items,
    model.Payload,
    model.PayloadText,
    model.Variable,
    model.Argument,
    model.Json,
    model.OneOf,
)

Load = Callable[[int], Content]
"""Gives what a cell holds."""


def join(*things: Thing) -> Thing:
    """One of them, depending on the run."""
    found = [*dict.fromkeys(it for one in things for it in alternatives(one) if it is not PENDING)]
    if not found:
        return PENDING
    if len(found) == 1:
        return found[0]
    return Either(tuple(found)) if len(found) <= _MOST_ALTERNATIVES else Unknown(_paths_of_values(found))


def join_contents(contents: Iterable[Content]) -> Content:
    """What a cell holds where several ways come together."""
    return reduce(_joined, contents)


def _joined(one: Content, other: Content) -> Content:
    if one == other:
        return one
    if isinstance(one, Record) and isinstance(other, Record):
        keys = dict.fromkeys((*one.slots, *other.slots))
        slots = {key: _slot(one.slots.get(key), other.slots.get(key)) for key in keys}
        return Record(slots, one.open or other.open, one.kind)
    if isinstance(one, Row) and isinstance(other, Row):
        return _rows(one, other)
    if isinstance(one, Record | Row) or isinstance(other, Record | Row):
        return UNKNOWN
    return join(one, other)


def _slot(one: Slot | None, other: Slot | None) -> Slot:
    if one is not None and other is not None:
        return one if one == other else Slot(join(one.value, other.value), other.spot, one.certain and other.certain)
    found = one or other
    assert found is not None
    return Slot(found.value, found.spot, certain=False)


def _rows(one: Row, other: Row) -> Row:
    if len(one.items) == len(other.items):
        items = tuple(join(*pair) for pair in zip(one.items, other.items, strict=True))
        return Row(items, one.open or other.open)
    return Row(tuple(dict.fromkeys((*one.items, *other.items))), open=True)


def exported(thing: Thing, load: Load, depth: int = 0) -> Value:
    """The value of the model that stands for a thing."""
    if isinstance(thing, _VALUES):
        return thing
    match thing:
        case Either(things=things):
            return one_of(exported(it, load, depth + 1) for it in things)
        case Ref(cell=cell) if depth < _DEEPEST:
            return _content(load(cell), load, depth + 1)
    return Literal(None) if thing is UNDEFINED else UNKNOWN


def _content(content: Content, load: Load, depth: int) -> Value:
    match content:
        case Record(slots=slots, open=is_open):
            members = tuple(
                model.Member(key, exported(_defined(it.value), load, depth), it.spot, it.certain and not _may_lack(it))
                for key, it in slots.items()
                if it.value is not UNDEFINED
            )
            return model.Record(members, is_open)
        case Row(items=items, open=is_open):
            return model.Items(tuple(exported(it, load, depth) for it in items), is_open)
    return exported(content, load, depth)


def _may_lack(slot: Slot) -> bool:
    return isinstance(slot.value, Either) and UNDEFINED in slot.value.things


def _defined(thing: Thing) -> Thing:
    """A member that is undefined is none."""
    if isinstance(thing, Either) and UNDEFINED in thing.things:
        return join(*(it for it in thing.things if it is not UNDEFINED))
    return thing


def one_of(values: Iterable[Value]) -> Value:
    """One of several values."""
    found = tuple(dict.fromkeys(values))
    return found[0] if len(found) == 1 else model.OneOf(found)


def _paths_of_values(things: Iterable[Thing]) -> tuple[Path, ...]:
    paths = (path for it in things if isinstance(it, _VALUES) for path in model.payload_paths(it))
    return tuple(dict.fromkeys(paths))


def paths_of(thing: Thing, load: Load) -> tuple[Path, ...]:
    """The parts of the payload that a thing is made of."""
    return model.payload_paths(exported(thing, load))


def unknown_of(load: Load, *things: Thing) -> Unknown:
    """A value of which is known only what it is made of."""
    paths = tuple(dict.fromkeys(path for it in things for path in paths_of(it, load)))
    return Unknown(paths) if paths else UNKNOWN


def truth(thing: Thing) -> bool | None:
    """Whether it counts as true; None if only a run can tell."""
    found = {_truth(it) for it in alternatives(thing)}
    return found.pop() if len(found) == 1 else None


def _truth(thing: Thing) -> bool | None:
    if isinstance(thing, Literal):
        return bool(thing.value)
    if thing in NOTHING:
        return False
    if isinstance(thing, Unknown | model.Payload | model.PayloadText | model.Variable | model.Argument | model.Text):
        return _text_truth(thing)

    return True if isinstance(thing, Ref | Closure | Kind | model.Json) else None


def _text_truth(thing: Value) -> bool | None:
    """A text is true that has a word in it which is written out."""
    if isinstance(thing, model.Text) and any(isinstance(it, Literal) and it.value for it in thing.parts):
        return True
    return None


def written(thing: Thing) -> Thing:
    """An alternative that is no empty default, if there is only one."""
    found = [it for it in alternatives(thing) if not (it in NOTHING or (isinstance(it, Literal) and not it.value))]
    return found[0] if len(found) == 1 else thing
