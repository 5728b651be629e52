"""Does loops: their body any number of times, with what each time changes not known in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hookwright.scripts.effects import Bounds
from hookwright.scripts.javascript.conditions import test
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.patterns import bind
from hookwright.scripts.javascript.stdin import is_stream, read_stdin
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import FOREIGN, UNDEFINED, Row, Scope, Thing
from hookwright.scripts.values import UNKNOWN, PayloadText

_ASSIGNS = ("assignment_expression", "augmented_assignment_expression", "update_expression")


def _for_in(run: Interpreter, node: Node) -> None:
    target, source, body = node.field("left"), node.field("right"), node.field("body")
    if target is None or source is None:
        return
    over = run.evaluate(source)
    new = node.field("kind") is not None

    def once(value: Thing) -> Thing:
        return _in_scope(run, lambda: _turn(run, target, value, body, new=new))

    if is_stream(over):
        # All of it is read at once here, so the body is done once.
        read_stdin(run, source.spot)
        run.bounded(Bounds.LOOP, lambda: once(PayloadText()))
        return
    sign = node.field("operator")
    value = element(run, over) if sign is not None and sign.kind == "of" else run.unknown(over)
    _many(run, node, lambda: once(value))


def _turn(run: Interpreter, target: Node, value: Thing, body: Node | None, *, new: bool) -> Thing:
    bind(run, target, value, new=new)
    if body is not None:
        run.execute(body)
    return UNDEFINED


def element(run: Interpreter, over: Thing) -> Thing:
    """One item of what is gone through."""
    content = run.content(over)
    if isinstance(content, Row):
        return join(*content.items, *([UNKNOWN] * content.open)) if content.items else UNKNOWN
    return FOREIGN if over is FOREIGN else run.unknown(over)


def _in_scope(run: Interpreter, do: Callable[[], Thing]) -> Thing:
    around = run.scope
    run.scope = Scope({}, around, around.home)
    try:
        return do()
    finally:
        run.scope = around


def _many(run: Interpreter, node: Node, once: Callable[[], Thing]) -> None:
    """Does something any number of times; what it assigns is not known at its beginning."""
    for name in dict.fromkeys(_assigned(node)):
        cell = run.scope.find(name)
        if cell is not None:
            run.write(cell, join(run.variable(cell), UNKNOWN))
    run.repeat(once, node.spot)


def _assigned(node: Node) -> Iterator[str]:
    """The variables that a loop assigns, other than by gathering stdin."""
    if "process.stdin" in node.text or "readSync" in node.text:
        return
    waiting = [node]
    while waiting:
        it = waiting.pop()
        waiting += it.children
        target = it.field("left") or it.field("argument")
        if it.kind in _ASSIGNS and target is not None and target.kind == "identifier":
            yield target.text


def _while(run: Interpreter, node: Node) -> None:
    condition, body = node.field("condition"), node.field("body")
    start, step = node.field("initializer"), node.field("increment")

    def turn() -> Thing:
        if condition is not None and condition.kind != ";":
            known = test(run, _expression(condition)).yes
            run.known |= known
        if body is not None:
            run.execute(body)
        if step is not None and run.alive:
            run.evaluate(step)
        return UNDEFINED

    def whole() -> Thing:
        if start is not None and start.kind != ";":
            run.execute(start)
        if node.kind == "do_statement":
            run.bounded(Bounds.LOOP, lambda: _in_scope(run, lambda: _turn_of(run, body)))
            if condition is not None:
                run.evaluate(condition)
        else:
            _many(run, node, lambda: _in_scope(run, turn))
        return UNDEFINED

    _in_scope(run, whole)


def _turn_of(run: Interpreter, body: Node | None) -> Thing:
    if body is not None:
        run.execute(body)
    return UNDEFINED


def _expression(condition: Node) -> Node:
    """The condition of `for` may be a statement."""
    return condition.children[0] if condition.kind == "expression_statement" and condition.children else condition


TABLE: dict[str, Callable[[Interpreter, Node], None]] = {
    "for_in_statement": _for_in,
    "for_statement": _while,
    "while_statement": _while,
    "do_statement": _while,
}
