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
    """What a call of a function of the script comes to.

    One that calls itself does the same again; where its arguments have decided something, it is gone through once more
    with unknown arguments.
    """
    node = closure.node
    body = node.field("body")
    if body is None:
        return UNKNOWN
    if node not in run.calls:
        return _inlined(run, closure, body, args, this)
    if run.calls[node] in (run.pruned, None):
        return run.unknown(*args.things)
    run.calls[node] = None
    return _inlined(run, closure, body, Args(open=True), this)


def _inlined(run: Interpreter, closure: Closure, body: Node, args: Args, this: Thing | None) -> Thing:
    if len(run.calls) >= _MOST_CALLS:
        run.vague()
        return UNKNOWN
    after, run.after = run.after, None
    home = Scope({}, closure.scope)
    around = run.scope, run.this
    again = closure.node in run.calls
    run.calls.setdefault(closure.node, run.pruned)
    run.scope = Scope(home.names, closure.scope, home)
    run.this = next((it for it in (closure.this, this) if it is not None), UNDEFINED)
    try:
        return run.bounded(Bounds.FUNCTION, lambda: _body(run, closure.node, body, args), after=after)
    finally:
        if not again:
            del run.calls[closure.node]
        run.scope, run.this = around


def _body(run: Interpreter, function: Node, body: Node, args: Args) -> Thing:
    bind_parameters(run, function, args)
    if body.kind != "statement_block":
        return run.evaluate(body)
    block(run, body.children)
    return UNDEFINED
