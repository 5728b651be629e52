"""What is done with the result of a call: with each result by itself, where it depends on the run which one comes."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.scripts.javascript.choices import choose
from hookwright.scripts.javascript.exits import leave_script
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import UNDEFINED, Args, Closure, Row, Thing
from hookwright.scripts.values import Spot

_FUNCTIONS = ("identifier", "arrow_function", "function_expression")
_WRAPS = ("parenthesized_expression", "non_null_expression", "await_expression", "as_expression")


def arguments_of(run: Interpreter, node: Node | None) -> Args:
    """The arguments of a call."""
    things: list[Thing] = []
    nodes: list[Node] = []
    is_open = False
    for it in node.children if node is not None else ():
        value = run.evaluate(it)
        content = run.content(value) if it.kind == "spread_element" else None
        if it.kind == "spread_element":
            things += content.items if isinstance(content, Row) else ()
            is_open |= not isinstance(content, Row) or content.open
        else:
            things.append(value)
        nodes += [it] * (len(things) - len(nodes))
    return Args(tuple(things), tuple(nodes), is_open)


def with_each_result(run: Interpreter, node: Node, do: Callable[[Thing], object]) -> None:
    """Evaluates an expression and does something with what it comes to.

    Where it calls a function of the script, that is done at each `return` of it; where it is `a ? b : c`, on both ways.
    """
    while node.kind in _WRAPS and node.children:
        node = node.children[0]
    if node.kind == "ternary_expression":
        _with_either(run, node, do)
        return
    function = node.field("function") if node.kind == "call_expression" else None
    while function is not None and function.kind in _WRAPS and function.children:
        function = function.children[0]
    callee = run.evaluate(function) if function is not None and function.kind in _FUNCTIONS else None
    if not isinstance(callee, Closure):
        do(run.evaluate(node))
        return
    args = arguments_of(run, node.field("arguments"))
    run.after = do
    run.call(callee, args, node.spot)
    run.after = None


def _with_either(run: Interpreter, node: Node, do: Callable[[Thing], object]) -> None:
    condition, then, otherwise = node.field("condition"), node.field("consequence"), node.field("alternative")

    def way(value: Node) -> Callable[[], Thing]:
        def go() -> Thing:
            with_each_result(run, value, do)
            return UNDEFINED

        return go

    if condition is not None and then is not None and otherwise is not None:
        choose(run, condition, way(then), way(otherwise), node.spot)


def exits_with_argument(closure: Closure, arguments: Node) -> bool:
    """Whether a function ends the script with its only argument, as `finish(check(text))` does."""
    parameters = closure.node.field("parameters") or closure.node.field("parameter")
    names = [it.text.partition(":")[0].strip() for it in (parameters.children if parameters is not None else ())]
    if len(arguments.children) != 1 or len(names) != 1 or not names[0].isidentifier():
        return False
    return f"process.exit({names[0]})" in closure.node.text


def exits_with(run: Interpreter, code: Node, spot: Spot) -> None:
    """`process.exit(code)`."""
    with_each_result(run, code, lambda value: leave_script(run, Args((value,)), spot))
