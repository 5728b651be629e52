"""What a condition asks for, and what is known behind it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.scripts.effects import Block, Branch, ReadArgument, ReadKey, ReadVariable, inside
from hookwright.scripts.python.binding import narrow_linked
from hookwright.scripts.python.members import ENVIRONMENT, variable
from hookwright.scripts.python.payload import ask_for
from hookwright.scripts.python.state import joined
from hookwright.scripts.python.things import (
    Dictionary,
    Listing,
    Ref,
    Thing,
    about,
    choices,
    choose,
    same,
    simple,
    text_of,
)
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Argument, Literal, Payload, PayloadText, Value, Variable

_MAY_BE_EMPTY = (Payload, PayloadText, Variable, Argument)
_MOST_REASONS = 6
_OTHER_WAY = {"then": "otherwise", "otherwise": "then", "": ""}
# Reads that change nothing, so that it does not matter whether they are done.
_FLAT = (ReadKey, ReadVariable, ReadArgument)


class Narrowing(Struct, frozen=True, eq=False):
    """What a name or another thing is, where a condition holds, and where it does not."""

    name: str
    then: Thing
    otherwise: Thing


class Filling(Struct, frozen=True, eq=False):
    """Whether a list has items where a condition holds, and where it does not; None if that is not known."""

    ref: Ref
    then: bool | None
    otherwise: bool | None


class Condition(Struct, frozen=True, eq=False):
    """The values that decide, whether it is known what they come to, and the branch for an empty first value."""

    about: tuple[Value, ...]
    truth: bool | None = None
    empty: str = ""
    narrowings: tuple[Narrowing, ...] = ()
    fillings: tuple[Filling, ...] = ()

    def inverted(self) -> Condition:
        """That it does not hold."""
        turned = tuple(Narrowing(it.name, it.otherwise, it.then) for it in self.narrowings)
        fillings = tuple(Filling(it.ref, it.otherwise, it.then) for it in self.fillings)
        truth = None if self.truth is None else not self.truth
        return Condition(self.about, truth, _OTHER_WAY[self.empty], turned, fillings)

    def narrow(self, walk: Walk, holds: bool) -> None:
        """Keeps in mind what is known where it holds, or does not."""
        for one in self.fillings:
            filled, listing = one.then if holds else one.otherwise, walk.object(one.ref)
            if isinstance(listing, Listing) and filled is not None:
                walk.change(one.ref, replace(listing, some=True) if filled else Listing((), about=listing.about))
        for it in self.narrowings:
            key = walk.key(it.name)
            if key is not None:
                narrow_linked(walk, key, it.then if holds else it.otherwise)


def condition(walk: Walk, node: ast.expr) -> Condition:
    """Evaluates a condition; the effects of its parts are written down."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return condition(walk, operand).inverted()
        case ast.BoolOp(op=op, values=values):
            return _several(walk, values, isinstance(op, ast.And))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _comparison(walk, left, op, right)
        case ast.NamedExpr(target=ast.Name(id=name)):
            return _of_thing(walk, walk.value(node), name)
        case ast.Call(func=ast.Name(id="bool"), args=[inner], keywords=[]):
            return condition(walk, inner)
        case ast.Call(func=ast.Name(id="isinstance"), args=[inner, _], keywords=[]):
            return Condition(about(walk.plain(walk.value(inner))))
    found = _of_thing(walk, walk.value(node), node.id if isinstance(node, ast.Name) else "")
    return _by_part(walk, node, found, walk.truth)


def _of_thing(walk: Walk, thing: Thing, name: str) -> Condition:
    """Whether a thing counts as true."""
    reasons = reasons_of(walk, thing)
    empty = "otherwise" if any(isinstance(it, _MAY_BE_EMPTY) for it in choices(thing)) else ""
    is_list = isinstance(walk.object(thing), Listing)
    fillings = (Filling(thing, then=True, otherwise=False),) if isinstance(thing, Ref) and is_list else ()
    return Condition(reasons, walk.truth(thing), empty, _narrowed(name, thing, walk.truth), fillings)


def _by_part(walk: Walk, node: ast.expr, found: Condition, holds: Callable[[Thing], bool | None]) -> Condition:
    """The condition, which also tells which of several objects it is whose part is asked for."""
    of, name = part_of(node)
    key = walk.key(of) if of else None
    thing = UNKNOWN if key is None else walk.state.cells[key]

    def fits(it: Thing) -> bool | None:
        part = walk.part(it, name)
        return None if part is None else holds(part)

    more = _narrowed(of, thing, fits)
    return (
        Condition(found.about, found.truth, found.empty, (*found.narrowings, *more), found.fillings) if more else found
    )


def part_of(node: ast.expr) -> tuple[str, str]:
    """The name and the key in `name[key]`, `name.key` and `name.get(key)`; both empty for others."""
    match node:
        case (
            ast.Subscript(value=ast.Name(id=of), slice=ast.Constant(value=str(key)))
            | ast.Call(func=ast.Attribute(value=ast.Name(id=of), attr="get"), args=[ast.Constant(value=str(key)), *_])
        ):
            return of, key
        case ast.Attribute(value=ast.Name(id=of), attr=key):
            return of, key
    return "", ""


def _narrowed(name: str, thing: Thing, holds: Callable[[Thing], bool | None]) -> tuple[Narrowing, ...]:
    """What is left of the choices of a name, on both sides."""
    every = choices(thing)
    if not name or len(every) < 2:
        return ()
    reasons = getattr(thing, "about", ())
    found = [(it, holds(it)) for it in every]
    then = [it for it, fits in found if fits is not False]
    otherwise = [it for it, fits in found if fits is not True]
    return (Narrowing(name, choose(then or every, reasons), choose(otherwise or every, reasons)),)


def reasons_in(block: Block) -> tuple[Value, ...]:
    """What decides between the ways through a block."""
    found: dict[Value, None] = {}
    for it in block:
        if isinstance(it, Branch):
            found |= dict.fromkeys(one for one in it.about if one != UNKNOWN)
        for one in inside(it):
            found |= dict.fromkeys(reasons_in(one))
        if len(found) >= _MOST_REASONS:
            break
    return tuple(found)[:_MOST_REASONS]


def reasons_of(walk: Walk, thing: Thing) -> tuple[Value, ...]:
    """What decides which value a thing is."""
    found = dict.fromkeys(about(walk.plain(thing)))
    for it in (thing, *map(walk.object, choices(thing))):
        found |= dict.fromkeys(getattr(it, "about", ()))
    if len(found) > 1:
        found.pop(UNKNOWN, None)
    return tuple(found)


def _several(walk: Walk, values: Sequence[ast.expr], every: bool) -> Condition:
    """`and`, where `every` one has to hold, or `or`."""
    first = condition(walk, values[0])
    if first.truth is (not every) or len(values) == 1:
        return first
    rest: list[Condition] = []

    def others() -> Thing:
        first.narrow(walk, every)
        rest.append(_several(walk, values[1:], every))
        return UNKNOWN

    if first.truth is every:
        return _several(walk, values[1:], every)
    maybe(walk, first, every, others, values[1])
    second = rest[0] if rest else Condition(())
    reasons = tuple(dict.fromkeys([*first.about, *second.about]))
    truth = second.truth if second.truth is (not every) else None
    empty = first.empty if first.empty == ("otherwise" if every else "then") else ""
    keep = (*first.narrowings, *second.narrowings)
    fillings = tuple(
        Filling(it.ref, it.then if every else None, None if every else it.otherwise)
        for it in (*first.fillings, *second.fillings)
    )
    return Condition(reasons, truth, empty, tuple(_one_side(it, walk, every) for it in keep), fillings)


def _one_side(it: Narrowing, walk: Walk, every: bool) -> Narrowing:
    """Where one of several conditions does not hold, nothing is known of any of them."""
    key = walk.key(it.name)
    now = UNKNOWN if key is None else walk.state.cells[key]
    return Narrowing(it.name, it.then if every else now, now if every else it.otherwise)


def maybe(walk: Walk, first: Condition, wanted: bool, do: Callable[[], Thing], node: ast.expr) -> Thing:
    """Does something where a condition is as wanted; reads that change nothing are written down as they are."""
    before = walk.state
    walk.state = before.copy()
    with walk.inside() as block:
        thing = do()
    if walk.live:
        walk.state = joined([before, walk.state], first.about)
        if all(isinstance(it, _FLAT) for it in block):
            walk.emit(*block)
            return thing
    else:
        walk.state, walk.live = before, True
        first.narrow(walk, not wanted)
    done: Block = tuple(block)
    then, otherwise = (done, ()) if wanted else ((), done)
    walk.emit(Branch(first.about, then, otherwise, walk.spot(node), first.empty))
    return thing


def _comparison(walk: Walk, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Condition:
    if isinstance(op, ast.In | ast.NotIn):
        found = _membership(walk, left, right)
        return found.inverted() if isinstance(op, ast.NotIn) else found
    one, two = walk.value(left), walk.value(right)
    if isinstance(one, Literal) and not isinstance(two, Literal):
        left, one, two = right, two, one
    reasons = tuple(dict.fromkeys([*reasons_of(walk, one), *reasons_of(walk, two)]))
    if not isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot) or not isinstance(two, Literal):
        return Condition(reasons)
    name = left.id if isinstance(left, ast.Name) else left.target.id if isinstance(left, ast.NamedExpr) else ""

    def equal(it: Thing) -> bool | None:
        if isinstance(it, Literal):
            return same(it, two) or (it.value == two.value and isinstance(op, ast.Eq | ast.NotEq))
        never = two.value is None and walk.truth(it) is True
        return False if never or walk.object(it) is not None else None

    truths = {equal(it) for it in choices(one)}
    maybe_empty = any(isinstance(it, _MAY_BE_EMPTY) for it in choices(one))
    empty = ("then" if not two.value else "otherwise" if two.value is True else "") if maybe_empty else ""
    it = Condition(reasons, truths.pop() if len(truths) == 1 else None, empty, _narrowed(name, one, equal))
    it = _by_part(walk, left, it, equal)
    return it.inverted() if isinstance(op, ast.NotEq | ast.IsNot) else it


def _membership(walk: Walk, left: ast.expr, right: ast.expr) -> Condition:
    """`left in right`; of the payload, that asks whether it has a key."""
    one, two = walk.value(left), walk.value(right)
    key = text_of(one)
    if key is not None:
        if two == ENVIRONMENT:
            return Condition((simple(variable(walk, one, left, tolerant=True)),), None, "otherwise")
        asked = ask_for(walk, two, one, left)
        if asked:
            return Condition(asked, None, "otherwise")
        it = walk.object(two)
        if isinstance(it, Dictionary) and not it.open and all(entry.certain for entry in it.entries.values()):
            return Condition((), key in it.entries)
        if text_of(two) is not None:
            return Condition((), key in (text_of(two) or ""))
    reasons = tuple(dict.fromkeys([*reasons_of(walk, one), *reasons_of(walk, two)]))
    if isinstance(one, Literal):
        items = walk.plain(two)
        values = getattr(items, "items", None)
        if values is not None and not getattr(items, "open", True) and all(isinstance(it, Literal) for it in values):
            return Condition((), any(same(it, one) for it in values))
    return Condition(reasons)
