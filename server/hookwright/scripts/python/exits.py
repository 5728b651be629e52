"""Ends of a script: `sys.exit`, `raise SystemExit`, and the codes that `main` returns to them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hookwright.scripts.effects import Block, Branch, Effect, Exit, Print, SetExitCode, Stream
from hookwright.scripts.python.codes import is_code
from hookwright.scripts.python.things import Known, Thing, choices
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import Json, Literal, Spot, Text, Value

EXITS = frozenset({"sys.exit", "exit", "quit", "os._exit", "SystemExit", "builtins.exit"})


def leave_script(walk: Walk, node: ast.expr, code: ast.expr | None) -> None:
    """Exits with what an expression comes to."""
    spot = walk.spot(node)
    if code is None:
        walk.stop(Exit(0, spot))
        return
    if is_code(walk, code):
        walk.stop(Exit(None, spot, as_set=True))
        return
    carry(walk, code)
    thing = walk.value(code)
    if is_carried(walk, code):
        walk.stop(Exit(None, spot, as_set=True))
        return
    walk.stop(*_by_code(walk, thing, spot, lambda number: Exit(number, spot)))


def set_code(walk: Walk, thing: Thing, spot: Spot) -> None:
    """Keeps in mind the code that a function returns, for the exit that is given it."""
    walk.emit(*_by_code(walk, thing, spot, lambda number: SetExitCode(number, spot)))


def _by_code(walk: Walk, thing: Thing, spot: Spot, make: Callable[[int | None], Effect]) -> Block:
    """The effect for each code that a thing may be; a text is printed, and stands for 1."""
    ways: dict[Block, None] = {}
    for it in choices(thing):
        value = walk.plain(it)
        said = _is_text(value)
        before: tuple[Effect, ...] = (Print(Stream.STDERR, value, spot),) if said else ()
        ways[(*before, make(1 if said else _code(value)))] = None
    every = list(ways)
    block = every.pop()
    about: tuple[Value, ...] = getattr(thing, "about", ())
    while every:
        block = (Branch(about, every.pop(), block, spot),)
    return block


def _is_text(value: Value) -> bool:
    return isinstance(value, Text | Json) or (isinstance(value, Literal) and isinstance(value.value, str))


def _code(value: Value) -> int | None:
    """The exit code that a value stands for, as the system keeps it."""
    match value:
        case Literal(value=None):
            return 0
        case Literal(value=int(number)):
            return number & 0xFF
    return None


def carry(walk: Walk, node: ast.expr) -> None:
    """The exit code will be what this call returns."""
    inner = node
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.func, ast.Attribute):
        owner = node.func.value
        if node.func.attr == "run" and isinstance(owner, ast.Name) and walk.key(owner.id) is not None:
            module = walk.state.cells.get(walk.key(owner.id) or (0, ""))
            if module == Known("asyncio"):
                inner = node.args[0]
    if isinstance(inner, ast.Call):
        walk.carrying.add(inner)
        if inner is not node:
            walk.wrapping[node] = inner


def is_carried(walk: Walk, node: ast.expr) -> bool:
    """Whether the exit code that is set now is what the expression comes to."""
    if isinstance(node, ast.Name):
        return walk.carried_names.get(node.id) == walk.carried and walk.carried > 0
    return walk.carried_by is not None and walk.wrapping.get(node, node) is walk.carried_by
