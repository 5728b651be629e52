"""Loops."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hookwright.scripts.effects import Bounds, Loop, ReadArgument, Scope
from hookwright.scripts.python.binding import assign, element
from hookwright.scripts.python.conditions import condition, reasons_in
from hookwright.scripts.python.frames import LoopEnds
from hookwright.scripts.python.members import ARGUMENTS
from hookwright.scripts.python.payload import STDIN, read_stdin
from hookwright.scripts.python.state import blur, joined
from hookwright.scripts.python.things import NONE, Function, Listing, Thing, choices, text_of
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import Payload, Value


def for_each(walk: Walk, node: ast.For | ast.AsyncFor) -> None:
    """`for`: its body is gone through once, with what may be known of any of its rounds."""
    of = walk.value(node.iter)
    if of == STDIN:
        of = read_stdin(walk, node.iter)
    elif of == ARGUMENTS:
        walk.emit(ReadArgument(0, walk.spot(node.iter)))
    it = walk.object(of)
    if isinstance(it, Listing) and not it.things and not it.open:
        walk.run(node.orelse)
        return
    if isinstance(it, Listing) and _walks_down(walk, node, it):
        for one in it.things:
            if walk.live:
                assign(walk, node.target, one)
                walk.run(node.body)
        walk.run(node.orelse)
        return
    item = element(walk, of)
    some = isinstance(it, Listing) and it.filled is True
    _looped(walk, node, lambda: assign(walk, node.target, item), some=some)


def _walks_down(walk: Walk, node: ast.For | ast.AsyncFor, of: Listing) -> bool:
    """Whether each round goes on with what the one before it has found in the payload, or sets a key of its own."""
    if of.open or len(of.things) > _MOST_KEYS or not all(_is_written_out(walk, it) for it in of.things):
        return False
    inner = [*ast.walk(node)]
    if any(isinstance(it, ast.Break | ast.Continue) for it in inner):
        return False
    names = [it for it in inner if isinstance(it, ast.Name)]
    read = {it.id for it in names if isinstance(it.ctx, ast.Load)}
    if any(isinstance(it, ast.Subscript) and isinstance(it.ctx, ast.Store) and _is_item(it, node) for it in inner):
        return True
    stored = {it.id for it in names if isinstance(it.ctx, ast.Store)} & read
    keys = [key for it in stored if (key := walk.key(it)) is not None]
    return any(isinstance(it, Payload) for key in keys for it in choices(walk.state.cells[key]))


def _is_written_out(walk: Walk, thing: Thing) -> bool:
    """Whether it is a text, or several things of which the first is one."""
    it = walk.object(thing)
    return text_of(it.things[0] if isinstance(it, Listing) and it.things else thing) is not None


def _is_item(it: ast.Subscript, node: ast.For | ast.AsyncFor) -> bool:
    """Whether it sets a key that the loop gives."""
    names = {one.id for one in ast.walk(node.target) if isinstance(one, ast.Name)}
    return isinstance(it.slice, ast.Name) and it.slice.id in names


def while_true(walk: Walk, node: ast.While) -> None:
    """`while`."""
    test = None
    endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
    if not endless:
        _forget(walk, node)
        test = condition(walk, node.test)
        if test.truth is False:
            walk.run(node.orelse)
            return
    _looped(walk, node, lambda: test.narrow(walk, holds=True) if test else None, endless=endless)


def _looped(
    walk: Walk,
    node: ast.For | ast.AsyncFor | ast.While,
    begin: Callable[[], None],
    *,
    endless: bool = False,
    some: bool = False,
) -> None:
    """Goes through the body once; `begin` is what is done before each round, of which there are `some` in any case."""
    _forget(walk, node)
    before = walk.state.copy()
    ends = LoopEnds()
    walk.loops.append(ends)
    with walk.inside() as block:
        begin()
        walk.run(node.body)
    walk.loops.pop()
    behind = [walk.state] if walk.live else []
    if block and some:
        walk.block.append(Scope(tuple(block), Bounds.LOOP))
    elif block:
        walk.block.append(Loop(tuple(block), walk.spot(node)))
    walk.live = ends.breaks or bool(ends.states and some) or (walk.live if some else not endless)
    reasons = reasons_in(tuple(block))
    walk.state = joined(
        [*([] if (endless or some) and (behind or ends.states) else [before]), *behind, *ends.states], reasons
    )
    if node.orelse and walk.live:
        _otherwise(walk, node, ends, reasons)


def _otherwise(
    walk: Walk, node: ast.For | ast.AsyncFor | ast.While, ends: LoopEnds, reasons: tuple[Value, ...]
) -> None:
    """`else` of a loop: what is done where nothing broke it."""
    if not ends.breaks:
        walk.run(node.orelse)
        return

    def rest() -> Thing:
        walk.run(node.orelse)
        return NONE

    walk.either(reasons, walk.spot(node), rest, lambda: NONE)


def broken(walk: Walk, _: ast.Break) -> None:
    """`break`."""
    if walk.loops:
        walk.loops[-1].states.append(walk.state.copy())
        walk.loops[-1].breaks = True
    walk.leave(Bounds.LOOP)


def continued(walk: Walk, _: ast.Continue) -> None:
    """`continue`."""
    if walk.loops:
        walk.loops[-1].states.append(walk.state.copy())
    walk.leave(Bounds.LOOP)


def _forget(walk: Walk, node: ast.For | ast.AsyncFor | ast.While) -> None:
    """What the rounds of a loop may change is not known in any of them."""
    found = walk.changes.get(node)
    if found is None:
        found = walk.changes[node] = changes(node)
    names, mutated, calls = found
    keys = [key for it in names if (key := walk.key(it)) is not None]
    deep = [key for it in mutated if (key := walk.key(it)) is not None]
    if calls:
        deep += [key for key, it in walk.state.cells.items() if key[1] in walk.shared and not isinstance(it, Function)]
        keys += [key for key in walk.state.cells if key[1] in walk.shared]
    blur(walk.state, keys, deep)


_MOST_KEYS = 6
_MUTATORS = frozenset(
    ["append", "extend", "insert", "add", "update", "pop", "clear", "remove", "setdefault", "appendleft"]
)


def changes(node: ast.AST) -> tuple[frozenset[str], frozenset[str], bool]:
    """The names that code gives a value, those whose objects it changes, and whether it calls functions by name."""
    names, mutated, calls = set[str](), set[str](), False
    for it in ast.walk(node):
        if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store):
            names.add(it.id)
        elif isinstance(it, ast.Subscript | ast.Attribute) and isinstance(it.ctx, ast.Store):
            mutated.add(_root(it))
        elif isinstance(it, ast.Call):
            calls = calls or isinstance(it.func, ast.Name)
            if isinstance(it.func, ast.Attribute):
                calls = True
                if it.func.attr in _MUTATORS:
                    mutated.add(_root(it.func))
            mutated |= {one.id for one in it.args if isinstance(one, ast.Name)}
    return frozenset(names), frozenset(mutated), calls


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
