"""Goes one way or the other: `if`, `a ? b : c`, and operators that evaluate their right side in some runs only."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.scripts.effects import ReadKey
from hookwright.scripts.javascript.conditions import about, filled, is_reading, present, test
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join, truth
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import NOTHING, UNDEFINED, Thing, alternatives
from hookwright.scripts.values import Literal, Path, Payload, Spot


def _holding(run: Interpreter, cell: int, value: Thing, do: Callable[[], Thing]) -> Callable[[], Thing]:
    def doing() -> Thing:
        run.write(cell, value)
        return do()

    return doing


def choose(
    run: Interpreter, condition: Node, then: Callable[[], Thing], otherwise: Callable[[], Thing], spot: Spot
) -> Thing:
    """Goes one way where a condition holds, and the other if it does not."""
    found = test(run, condition)
    if found.holds is not None:
        run.pruned += 1
        run.known |= found.yes if found.holds else found.no
        return then() if found.holds else otherwise()
    for cell, value in found.instances:
        then = _holding(run, cell, value, then)
    one = run.way(filled(run, found.full, then), found.yes)
    other = run.way(filled(run, found.hollow, otherwise), found.no)
    if is_reading(one.block) and is_reading(other.block) and one.alive and other.alive:
        run.emit(*one.block, *other.block)
        return run.meet(one, other)
    return run.branch(found.about, spot, one, other, found.empty)


def either_operand(run: Interpreter, sign: str, left: Node, right: Node) -> Thing:
    """What `left || right`, `left ?? right` or `left && right` comes to."""
    operands = [left]
    if sign == "&&":
        first = test(run, left)
        known, holds, value = first.yes, first.holds, first.value
    else:
        value = run.evaluate(operands[0])
        known, holds = frozenset[Path](), _stays(sign, value)
    run.pruned += holds is not None
    if holds is (sign != "&&"):
        return value
    way = run.way(lambda: run.evaluate(right), known)
    if is_reading(way.block) and way.alive:
        run.emit(*way.block)
        run.meet(way)
        if sign != "&&":
            instead(run, value, way.value)
    else:
        empty = "otherwise" if sign == "&&" else "then"
        other = run.way(lambda: UNDEFINED, present(value) if sign != "&&" else frozenset())
        run.branch(about(run, value), left.spot, way, other, empty)
        if not way.alive:
            return _without_empty(sign, value)
    if sign == "&&":
        return way.value if holds else join(way.value, Literal(value=False))
    return join(_without_empty(sign, value), way.value) if holds is None else way.value


def _stays(sign: str, value: Thing) -> bool | None:
    """Whether `value || x` is the value."""
    if sign == "||":
        return truth(value)
    if all(it in NOTHING for it in alternatives(value)):
        return False
    return True if isinstance(value, Literal) or truth(value) else None


def _without_empty(sign: str, value: Thing) -> Thing:
    """The alternatives that `||` and `??` let pass."""
    found = [it for it in alternatives(value) if not (it in NOTHING or (sign == "||" and truth(it) is False))]
    return join(*found) if found else UNDEFINED


def instead(run: Interpreter, one: Thing, other: Thing) -> None:
    """Notes on the last reads of two parts of the payload that one stands in for the other."""
    paths = [[it.path for it in alternatives(thing) if isinstance(it, Payload)] for thing in (one, other)]
    if not all(paths):
        return
    for mine, others in (paths, paths[::-1]):
        for path in mine:
            _stand_in(run, path, tuple(others))


def _stand_in(run: Interpreter, path: Path, others: tuple[Path, ...]) -> None:
    for index in range(len(run.block) - 1, -1, -1):
        it = run.block[index]
        if isinstance(it, ReadKey) and it.path == path:
            more = tuple(one for one in others if one not in it.instead and one != path)
            run.block[index] = ReadKey(it.path, it.spot, it.tolerant, (*it.instead, *more))
            return
