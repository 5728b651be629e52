"""Calls: of the script's functions and classes, of what the runtime offers, and of unknown functions."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.scripts.effects import Failure, Risk
from hookwright.scripts.javascript.classes import construct, superior
from hookwright.scripts.javascript.functions import inline
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.members import member
from hookwright.scripts.javascript.methods import call_method
from hookwright.scripts.javascript.modules import import_module
from hookwright.scripts.javascript.natives import call_native, new_native
from hookwright.scripts.javascript.processes import tagged
from hookwright.scripts.javascript.promises import METHODS as PROMISE_METHODS
from hookwright.scripts.javascript.promises import settled
from hookwright.scripts.javascript.results import arguments_of, exits_with, exits_with_argument, with_each_result
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import (
    FOREIGN,
    NOTHING,
    UNDEFINED,
    Args,
    Bound,
    Closure,
    Either,
    Foreign,
    Kind,
    Native,
    Settle,
    Thing,
)
from hookwright.scripts.values import UNKNOWN, Spot

_EXITS = (Native("process.exit"), Native("Deno.exit"))
_WRAPS = ("parenthesized_expression", "non_null_expression")


def _call(run: Interpreter, node: Node) -> Thing:
    function, arguments = node.field("function"), node.field("arguments")
    while function is not None and function.kind in _WRAPS and function.children:
        function = function.children[0]
    if function is None:
        return UNKNOWN
    if arguments is not None and arguments.kind == "template_string":
        return tagged(run, function, arguments)
    if function.kind == "member_expression":
        return _call_member(run, node, function, arguments)
    if function.kind == "import":
        return import_module(run, arguments_of(run, arguments).at(0))
    if function.kind == "super":
        return superior(run, run.this, arguments_of(run, arguments))
    callee = run.evaluate(function)
    if isinstance(callee, Closure) and arguments is not None and exits_with_argument(callee, arguments):
        with_each_result(run, arguments.children[0], lambda code: run.call(callee, Args((code,)), node.spot))
        return UNDEFINED
    return run.call(callee, arguments_of(run, arguments), node.spot)


def _call_member(run: Interpreter, node: Node, function: Node, arguments: Node | None) -> Thing:
    holder, key = function.field("object"), function.field("property")
    if holder is None or key is None:
        return UNKNOWN
    if key.text in PROMISE_METHODS:
        return settled(run, node, holder, key.text, arguments_of(run, arguments))
    base = run.this if holder.kind == "super" else run.evaluate(holder)
    optional = function.field("optional_chain") is not None
    spot = holder.field("property") if holder.kind == "member_expression" else None
    callee = member(run, base, key.text, key.spot, (spot or holder).spot, optional=optional, call=True)
    if callee in _EXITS and arguments is not None and arguments.children:
        exits_with(run, arguments.children[0], node.spot)
        return UNDEFINED
    return run.call(callee, arguments_of(run, arguments), node.spot, base)


def _new(run: Interpreter, node: Node) -> Thing:
    constructor = node.field("constructor")
    args = arguments_of(run, node.field("arguments"))
    callee = run.evaluate(constructor) if constructor is not None else UNDEFINED
    match callee:
        case Kind():
            return construct(run, callee, args)
        case Native(name=name):
            return new_native(run, name, args, node.spot)
    return _unknown_call(run, callee, args, node.spot)


def call(run: Interpreter, thing: Thing, args: Args, spot: Spot, this: Thing | None = None) -> Thing:
    """What a call comes to."""
    match thing:
        case Closure():
            return inline(run, thing, args, this)
        case Kind():
            return construct(run, thing, args)
        case Native(name=name) if thing not in NOTHING:
            return call_native(run, name, args, spot)
        case Bound(receiver=receiver, name=name):
            return call_method(run, receiver, name, args, spot)
        case Settle(cell=cell, rejects=rejects):
            if rejects:
                run.emit(Risk(Failure.OTHER, spot))
            else:
                run.write(cell, join(run.variable(cell), args.at(0)))
            return UNDEFINED
        case Either(things=things):
            some = [it for it in things if it not in NOTHING]
            if len(some) < len(things):
                return run.may(lambda: _one_of(run, some, args, spot, this), spot)
            return _one_of(run, some, args, spot, this)
    return _unknown_call(run, thing, args, spot)


def _one_of(run: Interpreter, things: list[Thing], args: Args, spot: Spot, this: Thing | None) -> Thing:
    """Calls one of several, depending on the run."""
    if not things:
        return UNKNOWN
    first, *rest = things
    if not rest:
        return run.call(first, args, spot, this)
    then = run.way(lambda: run.call(first, args, spot, this))
    return run.branch((), spot, then, run.way(lambda: _one_of(run, rest, args, spot, this)))


def _unknown_call(run: Interpreter, thing: Thing, args: Args, spot: Spot) -> Thing:
    """What it does is unknown; it may call its arguments."""
    run.vague()
    for callback in args.callbacks():
        run.repeat(lambda callback=callback: run.call(callback, Args(open=True), spot), spot)  # type: ignore[misc]
    return FOREIGN if isinstance(thing, Foreign) else UNKNOWN


TABLE: dict[str, Callable[[Interpreter, Node], Thing]] = {
    "call_expression": _call,
    "new_expression": _new,
}
