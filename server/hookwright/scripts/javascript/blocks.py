"""The statements of a block, in order."""

from __future__ import annotations

from collections.abc import Iterable

from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.patterns import declare
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import Closure


def block(run: Interpreter, nodes: Iterable[Node]) -> None:
    """Does statements in a scope that has begun; functions can be called before they are declared."""
    nodes = [*nodes]
    for it in nodes:
        hoist(run, it)
    for it in nodes:
        run.execute(it)


def hoist(run: Interpreter, node: Node) -> None:
    """Declares a function before the statements of its block are done."""
    if node.kind == "export_statement":
        node = node.field("declaration") or node
    if node.kind in ("function_declaration", "generator_function_declaration"):
        name = node.field("name")
        if name is not None:
            declare(run, name.text, Closure(node, run.scope))
