"""What expressions come to that are no calls: literals, names, members, operators, objects and templates."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.scripts.effects import UseUndefined
from hookwright.scripts.javascript import texts
from hookwright.scripts.javascript.choices import choose, either_operand
from hookwright.scripts.javascript.exits import set_exit_code
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join, truth
from hookwright.scripts.javascript.lacking import OF_COMMON_JS, OF_LIBRARY, lacks
from hookwright.scripts.javascript.members import asked_for, item, member
from hookwright.scripts.javascript.modules import NATIVE_GLOBALS
from hookwright.scripts.javascript.patterns import assign_name, bind
from hookwright.scripts.javascript.results import with_each_result
from hookwright.scripts.javascript.setting import delete_member
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import (
    FOREIGN,
    UNDEFINED,
    Closure,
    Native,
    Record,
    Row,
    Thing,
)
from hookwright.scripts.values import UNKNOWN, Literal, Spot

_LACKED = {*OF_LIBRARY, *OF_COMMON_JS}


def _inner(run: Interpreter, node: Node) -> Thing:
    """The last part, such as that of a sequence, or the only one: `(x)`, `x!`, `await x`."""
    value: Thing = UNDEFINED
    for it in node.children:
        value = run.evaluate(it)
    return value


def _first(run: Interpreter, node: Node) -> Thing:
    """`x as T`: types are no values."""
    return run.evaluate(node.children[0]) if node.children else UNDEFINED


def _name(run: Interpreter, node: Node) -> Thing:
    cell = run.scope.find(node.text)
    if cell is not None:
        return run.variable(cell)
    if node.text in _LACKED and not run.inside_import and lacks(run.source, node.text):
        run.emit(UseUndefined(node.spot))
    if node.text == "__filename":
        return Native("itself")
    if node.text in ("__dirname", "NaN", "Infinity"):
        return UNKNOWN
    if node.text in OF_LIBRARY:
        return Native(OF_LIBRARY[node.text])
    return Native(node.text) if node.text in NATIVE_GLOBALS else FOREIGN


def _member(run: Interpreter, node: Node) -> Thing:
    holder, key = node.field("object"), node.field("property")
    if holder is None or key is None:
        return UNKNOWN
    base = run.evaluate(holder)
    optional = node.field("optional_chain") is not None
    return member(run, base, key.text, key.spot, _key_spot(holder), optional=optional)


def _key_spot(node: Node) -> Spot:
    """The place of the key that a value was read with, or of the value."""
    key = node.field("property") if node.kind == "member_expression" else None
    return (key or node).spot


def _subscript(run: Interpreter, node: Node) -> Thing:
    holder, index = node.field("object"), node.field("index")
    if holder is None or index is None:
        return UNKNOWN
    base = run.evaluate(holder)
    key = run.evaluate(index)
    if isinstance(key, Literal) and isinstance(key.value, str):
        optional = node.field("optional_chain") is not None
        return member(run, base, key.value, index.spot, _key_spot(holder), optional=optional)
    if isinstance(key, Literal) and isinstance(key.value, int) and not isinstance(key.value, bool):
        return item(run, base, key.value, index.spot)
    content = run.content(base)
    if isinstance(content, Record) and not content.open:
        return join(UNDEFINED, *(it.value for it in content.slots.values()))
    if isinstance(content, Row):
        return join(UNDEFINED, *content.items) if not content.open else UNKNOWN
    return FOREIGN if base is FOREIGN else run.unknown(base, key)


def _function(run: Interpreter, node: Node) -> Thing:
    return Closure(node, run.scope, run.this if node.kind == "arrow_function" else None)


def _assignment(run: Interpreter, node: Node) -> Thing:
    left, right = node.field("left"), node.field("right")
    if left is None or right is None:
        return UNKNOWN
    if left.text == "process.exitCode":
        with_each_result(run, right, lambda code: set_exit_code(run, code, left.spot))
        return UNKNOWN
    value = run.evaluate(right)
    bind(run, left, value, new=False)
    return value


def _augmented(run: Interpreter, node: Node) -> Thing:
    left, sign, right = node.field("left"), node.field("operator"), node.field("right")
    if left is None or right is None or sign is None:
        return UNKNOWN
    operator = sign.kind[:-1]
    if operator in ("||", "&&", "??"):
        value = either_operand(run, operator, left, right)
    else:
        value = texts.operate(run, operator, run.evaluate(left), run.evaluate(right))
    bind(run, left, value, new=False)
    return value


def _update(run: Interpreter, node: Node) -> Thing:
    target = node.field("argument")
    if target is not None and target.kind == "identifier":
        old = run.evaluate(target)
        assign_name(run, target.text, texts.operate(run, "+" if "++" in node.text else "-", old, Literal(1)))
        return old
    return UNKNOWN


def _binary(run: Interpreter, node: Node) -> Thing:
    left, sign, right = node.field("left"), node.field("operator"), node.field("right")
    if left is None or right is None or sign is None:
        return UNKNOWN
    if sign.kind in ("||", "&&", "??"):
        return either_operand(run, sign.kind, left, right)
    if sign.kind == "in":
        return _has(run, left, right)
    return texts.operate(run, sign.kind, run.evaluate(left), run.evaluate(right))


def _has(run: Interpreter, key: Node, holder: Node) -> Thing:
    """`"key" in object`."""
    name = run.evaluate(key)
    return asked_for(run, run.evaluate(holder), name, key.spot)


def _unary(run: Interpreter, node: Node) -> Thing:
    operand, sign = node.field("argument"), node.field("operator")
    if operand is not None and sign is not None and sign.kind == "delete":
        delete_member(run, operand)
        return Literal(value=True)
    value = run.evaluate(operand) if operand is not None else UNDEFINED
    match sign.kind if sign is not None else "":
        case "!":
            known = truth(value)
            return run.unknown(value) if known is None else Literal(not known)
        case "-" if isinstance(value, Literal) and isinstance(value.value, int | float):
            return Literal(-value.value)
        case "void":
            return UNDEFINED
        case "+" if isinstance(value, Literal):
            return value
    return run.unknown(value)


def _ternary(run: Interpreter, node: Node) -> Thing:
    condition, then, otherwise = node.field("condition"), node.field("consequence"), node.field("alternative")
    if condition is None or then is None or otherwise is None:
        return UNKNOWN
    return choose(run, condition, lambda: run.evaluate(then), lambda: run.evaluate(otherwise), node.spot)


def _meta(_: Interpreter, node: Node) -> Thing:
    return Native(node.text if node.text == "import.meta" else "undefined")


def _this(run: Interpreter, _: Node) -> Thing:
    return run.this


def _require(run: Interpreter, _: Node) -> Thing:
    return Native("import")


def _assertion(run: Interpreter, node: Node) -> Thing:
    return run.evaluate(node.children[-1]) if node.children else UNKNOWN


TABLE: dict[str, Callable[[Interpreter, Node], Thing]] = {
    "parenthesized_expression": _inner,
    "sequence_expression": _inner,
    "await_expression": _inner,
    "non_null_expression": _inner,
    "spread_element": _inner,
    "yield_expression": _inner,
    "template_substitution": _inner,
    "as_expression": _first,
    "satisfies_expression": _first,
    "instantiation_expression": _first,
    "type_assertion": _assertion,
    "identifier": _name,
    "shorthand_property_identifier": _name,
    "this": _this,
    "super": _this,
    "import": _require,
    "meta_property": _meta,
    "member_expression": _member,
    "subscript_expression": _subscript,
    "arrow_function": _function,
    "function_expression": _function,
    "generator_function": _function,
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _augmented,
    "update_expression": _update,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "ternary_expression": _ternary,
}
