"""Calls of the script's own functions: what they do is done where they are called."""

from __future__ import annotations

from hookwright.scripts.effects import Bounds
from hookwright.scripts.javascript.blocks import block
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.patterns import bind_parameters
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import UNDEFINED, Args, Closure, Scope, Thing
from hookwright.scripts.values import UNKNOWN

_MOST_CALLS = 14


def inline(run: Interpreter, closure: Closure, args: Args, this: Thing | None = None) -> Thing:
    """What a call of a function of the script comes to; one that calls itself does the same again.

    It may do something else then where it depends on its arguments in what it does.
    """
    body = closure.node.field("body")
    if body is None or closure.node in run.calls:
        if run.calls.get(closure.node) != run.pruned:
            run.vague()
        return run.unknown(*args.things)
    if len(run.calls) >= _MOST_CALLS:
        run.vague()
        return UNKNOWN
    home = Scope({}, closure.scope)
    around = run.scope, run.this
    run.calls[closure.node] = run.pruned
    run.scope = Scope(home.names, closure.scope, home)
    run.this = next((it for it in (closure.this, this) if it is not None), UNDEFINED)
    try:
        return run.bounded(Bounds.FUNCTION, lambda: _body(run, closure.node, body, args))
    finally:
        del run.calls[closure.node]
        run.scope, run.this = around


def _body(run: Interpreter, function: Node, body: Node, args: Args) -> Thing:
    bind_parameters(run, function, args)
    if body.kind != "statement_block":
        return run.evaluate(body)
    block(run, body.children)
    return UNDEFINED
