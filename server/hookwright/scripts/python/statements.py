"""Goes through statements: one function for each kind that does something."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hookwright.scripts.effects import Failure, Print, Risk, Stream
from hookwright.scripts.python.binding import assign, remove_item
from hookwright.scripts.python.codes import set_by_name
from hookwright.scripts.python.conditions import condition
from hookwright.scripts.python.definitions import defined_class, defined_function
from hookwright.scripts.python.exits import carry, is_carried, leave_script
from hookwright.scripts.python.failures import raised
from hookwright.scripts.python.functions import returned
from hookwright.scripts.python.handling import tried, with_managers
from hookwright.scripts.python.imports import imported, imported_from
from hookwright.scripts.python.loops import broken, continued, for_each, while_true
from hookwright.scripts.python.matching import matched
from hookwright.scripts.python.payload import instead_of_one_another
from hookwright.scripts.python.texts import put_together
from hookwright.scripts.python.things import NONE, Dictionary, Known, Listing, Ref, Thing, choices, text_of, unknown
from hookwright.scripts.python.walk import Executors, Walk
from hookwright.scripts.values import UNKNOWN, Literal, Payload, joined


def _expression(walk: Walk, node: ast.Expr) -> None:
    if not isinstance(node.value, ast.Constant):
        walk.value(node.value)


def _assigned(walk: Walk, node: ast.Assign) -> None:
    names = [it.id for it in node.targets if isinstance(it, ast.Name)]
    if not walk.exit_names.isdisjoint(names) and not walk.coding:
        carry(walk, node.value)
    thing = walk.value(node.value)
    for it in node.targets:
        assign(walk, it, thing)
    for name in names:
        set_by_name(walk, name, node)
        walk.carried_names.pop(name, None)
        if name in walk.exit_names and is_carried(walk, node.value):
            walk.carried_names[name] = walk.carried


def _annotated(walk: Walk, node: ast.AnnAssign) -> None:
    if node.value is not None:
        assign(walk, node.target, walk.value(node.value))


def _augmented(walk: Walk, node: ast.AugAssign) -> None:
    """`a += b`; a list or a dictionary is changed itself."""
    before, added = walk.value(_as_read(node.target)), walk.value(node.value)
    if isinstance(node.target, ast.Name):
        walk.carried_names.pop(node.target.id, None)
    it, more = walk.object(before), walk.object(added)
    if isinstance(before, Ref) and isinstance(it, Listing):
        things = more.things if isinstance(more, Listing) else (unknown(walk.plain(added)),)
        is_open = it.open or not isinstance(more, Listing) or more.open
        some = it.filled is True or (isinstance(more, Listing) and more.filled is True)
        walk.change(before, Listing((*it.things, *things), is_open, it.about, some))
    elif isinstance(before, Ref) and isinstance(it, Dictionary) and isinstance(more, Dictionary):
        walk.change(before, Dictionary({**it.entries, **more.entries}, it.open or more.open, it.about))
    elif isinstance(node.op, ast.Add) and (text_of(before) is not None or text_of(added) is not None):
        assign(walk, node.target, put_together(walk.plain(before), walk.plain(added)))
    else:
        assign(walk, node.target, unknown(walk.plain(before), walk.plain(added)))


def _as_read(target: ast.expr) -> ast.expr:
    """The same expression, as one that is read."""
    match target:
        case ast.Attribute(value=value, attr=attr):
            return ast.copy_location(ast.Attribute(value, attr, ast.Load()), target)
        case ast.Subscript(value=value, slice=key):
            return ast.copy_location(ast.Subscript(value, key, ast.Load()), target)
    return target


def _deleted(walk: Walk, node: ast.Delete) -> None:
    """`del a[b]`."""
    for target in node.targets:
        if isinstance(target, ast.Subscript):
            of, key = walk.value(target.value), walk.value(target.slice)
            for it in choices(of):
                remove_item(walk, it, key)


def _decided(walk: Walk, node: ast.If) -> None:
    """`if`."""
    test = condition(walk, node.test)
    if test.truth is not None:
        test.narrow(walk, test.truth)
        walk.run(node.body if test.truth else node.orelse)
        return

    def way(body: Sequence[ast.stmt], *, holds: bool) -> Thing:
        test.narrow(walk, holds)
        walk.run(body)
        return NONE

    names = _payload_names(walk, test.about)
    spot = walk.spot(node.test)
    walk.either(test.about, spot, lambda: way(node.body, holds=True), lambda: way(node.orelse, holds=False), test.empty)
    for key in names:
        instead_of_one_another(walk, [walk.state.cells.get(key, NONE)])


def _payload_names(walk: Walk, about: Sequence[object]) -> list[tuple[int, str]]:
    """The names that have a part of the payload that is asked for."""
    asked = {it for it in about if isinstance(it, Payload) and it.path}
    return [key for key, it in walk.state.cells.items() if isinstance(it, Payload) and it in asked] if asked else []


def _raised(walk: Walk, node: ast.Raise) -> None:
    if node.exc is None:
        walk.stop(Risk(Failure.OTHER, walk.spot(node), certain=True))
        return
    exc = node.exc
    if isinstance(exc, ast.Call):
        callee = walk.value(exc.func)
        if callee == Known("SystemExit"):
            leave_script(walk, exc, exc.args[0] if exc.args else None)
            return
        things = [walk.value(it) for it in exc.args]
        name = getattr(exc.func, "attr", getattr(exc.func, "id", ""))
        walk.raised.append((name, things[0] if things else UNKNOWN))
        if things and not walk.catching:
            # What nothing catches is printed, among other lines.
            said = joined(UNKNOWN, Literal(f"{name}: "), walk.plain(things[0]))
            walk.emit(Print(Stream.STDERR, said, walk.spot(node)))
    else:
        if walk.value(exc) == Known("SystemExit"):
            leave_script(walk, exc, None)
            return
        name = getattr(exc, "attr", getattr(exc, "id", ""))
    walk.stop(Risk(raised(name), walk.spot(node), certain=True))


def _asserted(walk: Walk, node: ast.Assert) -> None:
    test = condition(walk, node.test)

    def fails() -> Thing:
        if node.msg is not None:
            walk.value(node.msg)
        walk.stop(Risk(Failure.OTHER, walk.spot(node), certain=True))
        return NONE

    if test.truth is None:
        walk.either(test.about, walk.spot(node.test), lambda: NONE, fails, test.empty)


def _global(walk: Walk, node: ast.Global | ast.Nonlocal) -> None:
    for name in node.names:
        frame: int | None = walk.scope.frame
        outermost = walk.scope.frame
        while (frame := walk.parents.get(outermost)) is not None:
            outermost = frame
            if isinstance(node, ast.Nonlocal) and (frame, name) in walk.state.cells:
                break
        walk.scope.elsewhere[name] = outermost


EXECUTORS: Executors = {
    ast.Expr: _expression,
    ast.Assign: _assigned,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _decided,
    ast.Delete: _deleted,
    ast.Raise: _raised,
    ast.Assert: _asserted,
    ast.Global: _global,
    ast.Nonlocal: _global,
    ast.Return: returned,
    ast.Import: imported,
    ast.ImportFrom: imported_from,
    ast.FunctionDef: defined_function,
    ast.AsyncFunctionDef: defined_function,
    ast.ClassDef: defined_class,
    ast.For: for_each,
    ast.AsyncFor: for_each,
    ast.While: while_true,
    ast.Break: broken,
    ast.Continue: continued,
    ast.Try: tried,
    ast.TryStar: tried,
    ast.With: with_managers,
    ast.AsyncWith: with_managers,
    ast.Match: matched,
}
