"""A whole script: its statements, then what waits for input, and around all that what is done where nothing catches."""

from __future__ import annotations

from hookwright.scripts.effects import Block, Bounds, Handler, Language, Script, Try
from hookwright.scripts.javascript import calls, classes, expressions, literals, statements, stdin
from hookwright.scripts.javascript.blocks import block
from hookwright.scripts.javascript.interpreter import Interpreter, Rules
from hookwright.scripts.javascript.syntax import Node, parse
from hookwright.scripts.javascript.things import UNDEFINED, Args, Thing
from hookwright.scripts.source import MOST_BYTES, Source
from hookwright.scripts.values import UNKNOWN

_RULES = Rules({**literals.TABLE, **expressions.TABLE, **calls.TABLE, **classes.TABLE}, statements.TABLE, calls.call)


def run_program(source: Source) -> Script | None:
    """What a script does; None if that cannot be said."""
    if len(source.text) > MOST_BYTES:
        return None
    parsed = parse(source.text)
    if parsed is None:
        return None
    root, understood = parsed
    run = Interpreter(source, _RULES)
    try:
        body = _body(run, root)
    except RecursionError:
        return None
    return Script(Language.JAVASCRIPT, body, run.whole and understood, files=tuple(run.files))


def _body(run: Interpreter, root: Node) -> Block:
    def statements() -> Thing:
        block(run, root.children)
        return UNDEFINED

    run.bounded(Bounds.FUNCTION, statements)
    stdin.flush(run)
    done: Block = tuple(run.block)
    if not run.guards:
        return done
    callback, spot = run.guards[0]
    run.alive = True
    way = run.way(lambda: run.call(callback, Args((UNKNOWN,)), spot))
    return (Try(done, (Handler(None, way.block, spot),), (), root.spot, exits_skip=True),)
