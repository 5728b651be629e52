"""Does statements: declarations, decisions, loops, `try`, and what leaves a block early."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.scripts.effects import Bounds
from hookwright.scripts.javascript import modules
from hookwright.scripts.javascript.attempts import attempt
from hookwright.scripts.javascript.blocks import block
from hookwright.scripts.javascript.choices import choose
from hookwright.scripts.javascript.classes import enumeration, kind_of
from hookwright.scripts.javascript.exits import throw
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.loops import TABLE as LOOPS
from hookwright.scripts.javascript.patterns import bind, declare
from hookwright.scripts.javascript.switches import switch
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import UNDEFINED, Scope, Thing


def _block(run: Interpreter, node: Node) -> None:
    around = run.scope
    run.scope = Scope({}, around, around.home)
    try:
        block(run, node.children)
    finally:
        run.scope = around


def _expression(run: Interpreter, node: Node) -> None:
    for it in node.children:
        if run.alive:
            run.evaluate(it)


def _declaration(run: Interpreter, node: Node) -> None:
    var = node.kind == "variable_declaration"
    for it in node.children:
        name, value = it.field("name"), it.field("value")
        if name is None or (value is None and var):
            continue
        thing = run.evaluate(value) if value is not None else UNDEFINED
        bind(run, name, thing, var=var)


def _class(run: Interpreter, node: Node) -> None:
    name = node.field("name")
    if name is not None:
        declare(run, name.text, kind_of(run, node))


def _enum(run: Interpreter, node: Node) -> None:
    name = node.field("name")
    if name is not None:
        declare(run, name.text, enumeration(run, node))


def _if(run: Interpreter, node: Node) -> None:
    condition, then, otherwise = node.field("condition"), node.field("consequence"), node.field("alternative")
    if condition is not None:
        choose(run, condition, lambda: _done(run, then), lambda: _done(run, otherwise), condition.spot)


def _done(run: Interpreter, node: Node | None) -> Thing:
    if node is not None:
        run.execute(node)
    return UNDEFINED


def _else(run: Interpreter, node: Node) -> None:
    for it in node.children:
        run.execute(it)


def _return(run: Interpreter, node: Node) -> None:
    value = run.evaluate(node.children[0]) if node.children else UNDEFINED
    run.leave(Bounds.FUNCTION, value)


def _break(run: Interpreter, node: Node) -> None:
    if node.children or (node.kind == "continue_statement" and run.is_in_switch()):
        run.vague()
    run.leave(Bounds.LOOP)


def _throw(run: Interpreter, node: Node) -> None:
    error = run.evaluate(node.children[0]) if node.children else UNDEFINED
    if run.alive:
        throw(run, error, node.spot)


def _try(run: Interpreter, node: Node) -> None:
    body, clause, final = node.field("body"), node.field("handler"), node.field("finalizer")
    attempt(
        run,
        lambda: _done(run, body),
        None if clause is None else lambda error: _caught(run, clause, error),
        None if final is None else lambda: _final(run, final),
        (clause or node),
    )


def _final(run: Interpreter, clause: Node) -> Thing:
    return _done(run, clause.field("body"))


def _caught(run: Interpreter, clause: Node, error: Thing) -> Thing:
    around = run.scope
    run.scope = Scope({}, around, around.home)
    try:
        parameter = clause.field("parameter")
        if parameter is not None:
            bind(run, parameter, error)
        return _done(run, clause.field("body"))
    finally:
        run.scope = around


def _import(run: Interpreter, node: Node) -> None:
    modules.imports(run, node)


def _export(run: Interpreter, node: Node) -> None:
    modules.exports(run, node)


def _labeled(run: Interpreter, node: Node) -> None:
    body = node.field("body")
    if body is not None:
        run.execute(body)


TABLE: dict[str, Callable[[Interpreter, Node], None]] = {
    "statement_block": _block,
    "expression_statement": _expression,
    "lexical_declaration": _declaration,
    "variable_declaration": _declaration,
    "class_declaration": _class,
    "abstract_class_declaration": _class,
    "enum_declaration": _enum,
    "if_statement": _if,
    "else_clause": _else,
    "return_statement": _return,
    "break_statement": _break,
    "continue_statement": _break,
    "throw_statement": _throw,
    "try_statement": _try,
    "switch_statement": switch,
    "import_statement": _import,
    "export_statement": _export,
    "labeled_statement": _labeled,
    "ERROR": lambda run, _: run.vague(),
    **LOOPS,
}
