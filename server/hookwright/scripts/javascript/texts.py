"""What operators make of values: texts that are joined, numbers that are counted, comparisons."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product

from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.things import NOTHING, UNDEFINED, Either, Native, Thing, alternatives
from hookwright.scripts.values import UNKNOWN, Json, Literal, PayloadText, Text, Value, joined

_MOST_JOINED = 8
_LONGEST = 20_000
# Numbers beyond that are not exact in JavaScript.
_MOST = 1 << 53


def concat(run: Interpreter, *parts: Thing) -> Thing:
    """The text of several values one behind another, for each of the alternatives of those few that have some."""
    found = [it for it in parts if not (isinstance(it, Literal) and it.value == "")]
    if len(found) == 1 and isinstance(found[0], Native) and found[0].name == "itself":
        return found[0]
    if any(it == Native("itself") for it in found) and len(found) == 2 and found[0] == Literal("file://"):
        return Native("itself")
    several = [alternatives(it) for it in found]
    count = 1
    for it in several:
        count *= len(it)
    if count > _MOST_JOINED:
        return _text(run, found)
    return join(*(_text(run, [*it]) for it in product(*several)))


def _text(run: Interpreter, parts: list[Thing]) -> Thing:
    values = [run.export(_as_text(it)) for it in parts]
    if sum(_size(it) for it in values) > _LONGEST:
        return run.unknown(*values)
    value = joined(*values)
    if isinstance(value, Literal) and not isinstance(value.value, str):
        return Literal(str(value.value))
    return value


def _size(value: Value) -> int:
    """About how much is written out in a text."""
    if isinstance(value, Literal):
        return len(value.value) if isinstance(value.value, str) else 1
    return sum(_size(it) for it in value.parts) if isinstance(value, Text) else 1


def _as_text(thing: Thing) -> Thing:
    """How JavaScript writes what is not a text."""
    if thing is UNDEFINED:
        return Literal("undefined")
    if isinstance(thing, Literal) and (thing.value is None or isinstance(thing.value, bool)):
        return Literal("null" if thing.value is None else str(thing.value).lower())
    return thing


def is_text(thing: Thing) -> bool:
    """Whether it is a text for certain."""
    if isinstance(thing, Either):
        return all(is_text(it) for it in thing.things)
    return isinstance(thing, Text | Json | PayloadText) or (isinstance(thing, Literal) and isinstance(thing.value, str))


def operate(run: Interpreter, sign: str, left: Thing, right: Thing) -> Thing:
    """What `left sign right` comes to."""
    if sign == "+" and (is_text(left) or is_text(right)):
        return concat(run, left, right)
    if sign in ("===", "==", "!==", "!="):
        same = _same(left, right, loose=len(sign) == 2)
        return run.unknown(left, right) if same is None else Literal(same is (sign[0] == "="))
    if isinstance(left, Literal) and isinstance(right, Literal):
        return _counted(sign, left, right)
    if sign == "instanceof":
        return UNKNOWN
    return run.unknown(left, right)


def _same(left: Thing, right: Thing, *, loose: bool) -> bool | None:
    """Whether two values are the same; None if only a run can tell."""
    if left == right == Native("itself") or left == right == Native("module"):
        return True
    if isinstance(left, Either) or isinstance(right, Either):
        return None
    if loose and left in NOTHING and right in NOTHING:
        return True
    if not all(isinstance(it, Literal) or it is UNDEFINED for it in (left, right)):
        return None
    if isinstance(left, Literal) and isinstance(right, Literal):
        return left == right if type(left.value) is type(right.value) or not loose else None
    return left is right


def _counted(sign: str, left: Literal, right: Literal) -> Thing:
    one, other = _number(left), _number(right)
    count = _COUNTS.get(sign)
    return UNKNOWN if count is None or one is None or other is None else Literal(count(one, other))


def _number(it: Literal) -> int | float | None:
    """A number that JavaScript counts with exactly."""
    value = it.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) <= _MOST else None


_COUNTS: dict[str, Callable[[float, float], float | bool]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
