"""Decisions: what a condition is about, which way is taken if that is missing, and what is known behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from hookwright.scripts import values as model
from hookwright.scripts.effects import Effect, ReadArgument, ReadInput, ReadKey, ReadVariable
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join, truth, written
from hookwright.scripts.javascript.machine import Way
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.texts import operate
from hookwright.scripts.javascript.things import NOTHING, UNDEFINED, Kind, Record, Thing, alternatives
from hookwright.scripts.values import Literal, Path, Payload, Spot, Unknown, Value

_NONE: Final = frozenset[Path]()
_EQUAL = ("===", "==")
_UNEQUAL = ("!==", "!=")
_READS = (ReadKey, ReadVariable, ReadArgument, ReadInput)
_OPPOSITE = {"then": "otherwise", "otherwise": "then", "": ""}


class Test(Struct, frozen=True, eq=False):
    """What a condition says.

    `empty` is the way that is taken where the first value it is `about` is missing; `yes` and `no` are the parts of the
    payload that are there where it holds, and where it does not.  `holds` is None if only a run can tell.  `full`
    are the cells of variables that have no empty value where it holds, `hollow` those if it does not; `instances`
    are those that have one of a class where it holds.
    """

    about: tuple[Value, ...] = ()
    empty: str = ""
    yes: frozenset[Path] = _NONE
    no: frozenset[Path] = _NONE
    holds: bool | None = None
    value: Thing = UNDEFINED
    full: tuple[int, ...] = ()
    hollow: tuple[int, ...] = ()
    instances: tuple[tuple[int, Thing], ...] = ()

    def turned(self) -> Test:
        """The opposite."""
        holds = None if self.holds is None else not self.holds
        return Test(self.about, _OPPOSITE[self.empty], self.no, self.yes, holds, full=self.hollow, hollow=self.full)


def test(run: Interpreter, node: Node) -> Test:
    """Evaluates a condition."""
    if not run.enter():
        return Test()
    try:
        return _test(run, node)
    finally:
        run.back()


def _test(run: Interpreter, node: Node) -> Test:
    sign = node.field("operator")
    left, right = node.field("left"), node.field("right")
    if node.kind in ("parenthesized_expression", "await_expression", "as_expression", "non_null_expression"):
        return test(run, node.children[0]) if node.children else Test()
    if node.kind == "unary_expression" and sign is not None and sign.kind == "!":
        operand = node.field("argument")
        return test(run, operand).turned() if operand is not None else Test()
    if node.kind == "binary_expression" and sign is not None and left is not None and right is not None:
        if sign.kind in ("&&", "||"):
            return _both(run, sign.kind, left, right, node.spot)
        if sign.kind == "instanceof" and left.kind == "identifier":
            return _instance(run, node, left, right)
        if sign.kind in (*_EQUAL, *_UNEQUAL):
            equal = _compared(run, left, right, sign.kind)
            return equal if sign.kind in _EQUAL else equal.turned()
    cell = run.scope.find(node.text) if node.kind == "identifier" else None
    return of_value(run, run.evaluate(node), () if cell is None else (cell,))


def _instance(run: Interpreter, node: Node, left: Node, right: Node) -> Test:
    """`error instanceof Blocked`."""
    kind, cell = run.evaluate(right), run.scope.find(left.text)
    asked = of_value(run, run.evaluate(node), ())
    if cell is None or not isinstance(kind, Kind):
        return asked
    contents = [(it, run.content(it)) for it in alternatives(run.variable(cell))]
    found = [it for it, content in contents if isinstance(content, Record) and content.kind is kind]
    return replace(asked, instances=((cell, join(*found)),) if found else ())


def of_value(run: Interpreter, value: Thing, cells: tuple[int, ...]) -> Test:
    """Asks whether a value counts as true, which some variables hold."""
    return Test(about(run, value), "otherwise", present(value), holds=truth(value), value=value, full=cells)


def filled(run: Interpreter, cells: tuple[int, ...], do: Callable[[], Thing]) -> Callable[[], Thing]:
    """Does something where variables are known to hold no empty value."""

    def doing() -> Thing:
        for cell in cells:
            value = run.variable(cell)
            found = [it for it in alternatives(value) if truth(it) is not False]
            if 0 < len(found) < len(alternatives(value)):
                run.write(cell, join(*found))
        return do()

    return doing


def about(run: Interpreter, *things: Thing) -> tuple[Value, ...]:
    """The values that are worth saying what a decision is about."""
    found = []
    for it in things:
        value = run.export(written(it))
        if any(
            isinstance(one, model.Payload | model.PayloadText | model.Variable | model.Argument) or _is_made(one)
            for one in model.within(value)
        ):
            found.append(value)
    return tuple(found)


def _is_made(value: Value) -> bool:
    return isinstance(value, Unknown) and bool(value.of)


def present(value: Thing) -> frozenset[Path]:
    """The parts of the payload that are there where a value is."""
    value = written(value)
    if isinstance(value, Payload):
        return frozenset(value.path[:length] for length in range(1, len(value.path) + 1))
    if isinstance(value, Unknown) and len(value.of) == 1:
        path = value.of[0]
        return frozenset(path[:length] for length in range(1, len(path)))
    return _NONE


def _both(run: Interpreter, sign: str, left: Node, right: Node, spot: Spot) -> Test:
    """`left && right`; `||` is the opposite of that of the opposites."""
    first = test(run, left)
    if sign == "||":
        first = first.turned()
    if first.holds is False:
        return first.turned() if sign == "||" else first
    found: list[Test] = []

    def second() -> Thing:
        found.append(test(run, right))
        return UNDEFINED

    way = run.way(filled(run, first.full, second), first.yes)
    other = found[0].turned() if sign == "||" else found[0]
    _only_where(run, first, way, spot)
    empty = first.empty if first.about else other.empty
    both = Test(
        (*first.about, *other.about),
        "otherwise" if empty == "otherwise" else "",
        first.yes | other.yes,
        first.no & other.no,
        other.holds if first.holds or other.holds is False else None,
        full=(*first.full, *other.full),
    )
    return both.turned() if sign == "||" else both


def _only_where(run: Interpreter, first: Test, way: Way, spot: Spot) -> None:
    """Writes down what is done where a condition holds; what is only read needs no decision."""
    if is_reading(way.block) or first.holds:
        run.emit(*way.block)
        known = run.known
        run.meet(way)
        run.known = known
        return
    run.branch(first.about, spot, way, run.way(lambda: UNDEFINED), _OPPOSITE[_OPPOSITE[first.empty]])


def is_reading(block: tuple[Effect, ...]) -> bool:
    """Whether a block reads and does nothing else."""
    return all(isinstance(it, _READS) for it in block)


def _compared(run: Interpreter, left: Node, right: Node, sign: str) -> Test:
    """`left === right`."""
    kind = _type_asked(left), _type_asked(right)
    one, other = run.evaluate(kind[0] or left), run.evaluate(kind[1] or right)
    if kind[0] is not None or kind[1] is not None:
        asked, named = (one, other) if kind[0] is not None else (other, one)
        return _of_type(run, asked, named)
    result = operate(run, "===" if len(sign) == 3 else "==", one, other)
    holds = truth(result)
    if other in NOTHING or one in NOTHING:
        asked = one if other in NOTHING else other
        return Test(about(run, asked), "then", no=present(asked), holds=holds)
    if isinstance(one, Literal):
        one, other = other, one
    if isinstance(other, Literal):
        if not other.value:
            return Test(about(run, one), "then", no=present(one) if _is_counted(one) else _NONE, holds=holds)
        return Test(about(run, one), "otherwise", present(one), holds=holds)
    return Test(about(run, one, other), "", present(one) & present(other), holds=holds)


def _is_counted(thing: Thing) -> bool:
    """`x.length === 0`: whatever is counted is there."""
    return isinstance(thing, Unknown)


def _type_asked(node: Node) -> Node | None:
    """The operand of `typeof`."""
    sign = node.field("operator")
    return node.field("argument") if node.kind == "unary_expression" and sign and sign.kind == "typeof" else None


def _of_type(run: Interpreter, asked: Thing, named: Thing) -> Test:
    """`typeof asked === named`."""
    if named == Literal("undefined"):
        return Test(about(run, asked), "then", no=present(asked))
    kind = named.value if isinstance(named, Literal) else None
    holds = kind == "string" if isinstance(asked, Literal) and isinstance(asked.value, str) else None
    return Test(about(run, asked), "otherwise", present(asked), holds=holds)
