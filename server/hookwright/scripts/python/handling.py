"""`try` and `with`."""

from __future__ import annotations

import ast

from hookwright.scripts.effects import Handler, Try
from hookwright.scripts.python.binding import assign
from hookwright.scripts.python.failures import Catch, caught, is_of_library
from hookwright.scripts.python.members import attribute_of
from hookwright.scripts.python.state import State, joined
from hookwright.scripts.python.things import Instance, Known, Listing, Thing, choose
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN

_SUPPRESS = "contextlib.suppress"


def tried(walk: Walk, node: ast.Try | ast.TryStar) -> None:
    """`try`: a handler begins with what may be known anywhere in the body."""
    before = walk.state.copy()
    around, walk.raised = walk.raised, []
    walk.catching += bool(node.handlers)
    with walk.inside() as body:
        walk.run(node.body)
        walk.run(node.orelse)
    walk.catching -= bool(node.handlers)
    raised, walk.raised = walk.raised, around
    living: list[State] = [walk.state] if walk.live else []
    somewhere = joined([before, walk.state], ())
    handlers: list[Handler] = []
    exits_caught = True
    for it in node.handlers:
        if _passes_on(it) and names_of(it.type) == ["SystemExit"]:
            exits_caught = False
            continue
        walk.state, walk.live = somewhere.copy(), True
        catch = caught(names_of(it.type))
        with walk.inside() as block:
            if it.name:
                walk.bind(it.name, _caught_thing(names_of(it.type), raised))
            walk.run(it.body)
        if walk.live:
            living.append(walk.state)
        exits = catch.exits and exits_caught and not _ends_in_raise(it)
        handlers.append(Handler(catch.failures, tuple(block), walk.spot(it), exits))
    walk.live = bool(living)
    walk.state = joined(living, ()) if living else somewhere
    alive = walk.live
    walk.live = True
    with walk.inside() as final:
        walk.run(node.finalbody)
    walk.live = walk.live and alive
    if body or any(it.body for it in handlers) or final:
        walk.block.append(Try(tuple(body), tuple(handlers), tuple(final), walk.spot(node)))


def _caught_thing(names: list[str], raised: list[tuple[str, Thing]]) -> Thing:
    """What an exception says, where all that the handler catches is raised by the script itself."""
    found = [thing for name, thing in raised if name in names]
    return choose(found) if found and not any(map(is_of_library, names)) else UNKNOWN


def _passes_on(it: ast.ExceptHandler) -> bool:
    """Whether all it does is to raise again what it has caught."""
    return len(it.body) == 1 and _ends_in_raise(it)


def _ends_in_raise(it: ast.ExceptHandler) -> bool:
    last = it.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def names_of(node: ast.expr | None) -> list[str]:
    """The names of exceptions, without those of their modules."""
    if node is None:
        return []
    if isinstance(node, ast.Tuple):
        return [name for it in node.elts for name in names_of(it)]
    return [getattr(node, "attr", getattr(node, "id", "?"))]


def with_managers(walk: Walk, node: ast.With | ast.AsyncWith) -> None:
    """`with`: `contextlib.suppress` is a `try`, most others only give a value."""
    catch: Catch | None = None
    for it in node.items:
        suppressed = _suppressed(walk, it.context_expr)
        if suppressed is not None:
            catch = caught(suppressed) if suppressed else Catch(frozenset())
            continue
        thing = walk.value(it.context_expr)
        if it.optional_vars is not None:
            assign(walk, it.optional_vars, _entered(walk, thing, it.context_expr))
    if catch is None:
        walk.run(node.body)
        return
    before = walk.state.copy()
    walk.catching += 1
    with walk.inside() as body:
        walk.run(node.body)
    walk.catching -= 1
    walk.state = joined([before, walk.state], ())
    walk.live = True
    if body:
        handler = Handler(catch.failures, (), walk.spot(node), catch.exits)
        walk.block.append(Try(tuple(body), (handler,), (), walk.spot(node)))


def _suppressed(walk: Walk, node: ast.expr) -> list[str] | None:
    """The exceptions that `contextlib.suppress` is given; None if it is something else."""
    if not isinstance(node, ast.Call) or walk.value(node.func) != Known(_SUPPRESS):
        return None
    return [name for it in node.args for name in names_of(it)]


def _entered(walk: Walk, thing: Thing, node: ast.expr) -> Thing:
    """What `as` gives."""
    it = walk.object(thing)
    if isinstance(it, Instance):
        return walk.call(attribute_of(walk, thing, "__enter__", node), (), node)
    return it.things[0] if isinstance(it, Listing) and it.things else thing
