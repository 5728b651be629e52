"""Evaluates expressions: one function for each kind that comes to something."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hookwright.scripts.effects import Loop, UseUndefined
from hookwright.scripts.python.binding import assign, element
from hookwright.scripts.python.calls import call
from hookwright.scripts.python.conditions import Condition, condition, maybe, reasons_of
from hookwright.scripts.python.members import attribute, subscript
from hookwright.scripts.python.paths import below
from hookwright.scripts.python.payload import instead_of_one_another
from hookwright.scripts.python.texts import formatted, put_together
from hookwright.scripts.python.things import (
    NONE,
    Beside,
    Dictionary,
    Entry,
    Function,
    Known,
    Listing,
    Thing,
    choices,
    choose,
    text_of,
    unknown,
)
from hookwright.scripts.python.walk import Evaluators, Walk
from hookwright.scripts.values import UNKNOWN, Literal, Payload, Value

_CONSTANTS = (str, int, float, bool, type(None))


def _constant(walk: Walk, node: ast.Constant) -> Thing:
    value = node.value.decode("utf-8", "replace") if isinstance(node.value, bytes) else node.value
    if not isinstance(value, _CONSTANTS):
        return UNKNOWN
    made = Literal(value)
    if isinstance(value, str):
        walk.origins[id(made)] = (made, walk.scope.places, node)
    return made


def _name(walk: Walk, node: ast.Name) -> Thing:
    key = walk.key(node.id)
    if key is None and (node.lineno, node.col_offset) in walk.lacking and not walk.scope.places.file:
        walk.emit(UseUndefined(walk.spot(node)))
    return Known(node.id) if key is None else walk.state.cells[key]


def _joined_text(walk: Walk, node: ast.JoinedStr) -> Thing:
    return put_together(*[_part(walk, it) for it in node.values])


def _part(walk: Walk, node: ast.expr) -> Value:
    if isinstance(node, ast.FormattedValue):
        value = walk.plain(walk.value(node.value))
        return unknown(value) if node.format_spec is not None and not isinstance(value, Literal) else value
    return walk.plain(walk.value(node))


def _dictionary(walk: Walk, node: ast.Dict) -> Thing:
    entries: dict[str, Entry] = {}
    is_open = False
    for key, value in zip(node.keys, node.values, strict=True):
        thing = walk.value(value)
        if key is None:
            it = walk.object(thing)
            if isinstance(it, Dictionary):
                entries |= it.entries
                is_open = is_open or it.open
            else:
                is_open = True
            continue
        name = walk.value(key)
        if isinstance(name, Literal):
            entries[str(name.value)] = Entry(thing, walk.key_spot(name, key))
        else:
            is_open = True
    return walk.make(Dictionary(entries, is_open))


def _listing(walk: Walk, node: ast.List | ast.Tuple | ast.Set) -> Thing:
    things, is_open = several(walk, node.elts)
    return walk.make(Listing(tuple(things), is_open))


def several(walk: Walk, nodes: Sequence[ast.expr]) -> tuple[list[Thing], bool]:
    """What expressions come to, those with a star spread out; and whether there may be more of them."""
    things: list[Thing] = []
    is_open = False
    for it in nodes:
        if not isinstance(it, ast.Starred):
            things.append(walk.value(it))
            continue
        thing = walk.value(it.value)
        spread = walk.object(thing)
        if isinstance(spread, Listing):
            things += spread.things
            is_open = is_open or spread.open
        else:
            things.append(unknown(walk.plain(thing)))
            is_open = True
    return things, is_open


def _operation(walk: Walk, node: ast.BinOp) -> Thing:
    left, right = walk.value(node.left), walk.value(node.right)
    one, two = walk.object(left), walk.object(right)
    if isinstance(node.op, ast.Add):
        if isinstance(one, Listing) and isinstance(two, Listing):
            return walk.make(Listing((*one.things, *two.things), one.open or two.open))
        if (
            text_of(left) is not None
            or text_of(right) is not None
            or type(walk.plain(left)).__name__ in ("Text", "Json")
        ):
            return put_together(walk.plain(left), walk.plain(right))
    if isinstance(node.op, ast.Mod) and text_of(left) is not None:
        return formatted(walk, text_of(left) or "", right)
    if isinstance(node.op, ast.Div) and isinstance(left, Beside) and text_of(right):
        return below(left, text_of(right) or "")
    if isinstance(node.op, ast.BitOr) and isinstance(one, Dictionary) and isinstance(two, Dictionary):
        return walk.make(Dictionary({**one.entries, **two.entries}, one.open or two.open))
    return unknown(walk.plain(left), walk.plain(right))


def _either(walk: Walk, node: ast.BoolOp) -> Thing:
    """`a or b`, `a and b`: as values, the first that decides."""
    return _first_that_decides(walk, node.values, isinstance(node.op, ast.And))


def _first_that_decides(walk: Walk, nodes: Sequence[ast.expr], every: bool) -> Thing:
    """The value of the first that is empty, if `every` one has to hold, or else of the first that is not."""
    node, *rest = nodes
    test = condition(walk, node) if isinstance(node, ast.Compare | ast.UnaryOp) else None
    if test is not None:
        first: Thing = UNKNOWN if test.truth is None else Literal(test.truth)
        truth = test.truth
    else:
        first = walk.value(node)
        truth = walk.truth(first)
    if not rest or truth is (not every):
        return choose([first], test.about if test and test.truth is None else ())
    if truth is every:
        return _first_that_decides(walk, rest, every)
    reasons = test.about if test else reasons_of(walk, first)
    deciding = test or Condition(reasons, None, "otherwise" if isinstance(first, Payload) else "")
    second = maybe(walk, deciding, every, lambda: _first_that_decides(walk, rest, every), rest[0])
    if every:
        kept = [it for it in choices(first) if walk.truth(it) is not True]
        return choose([*kept, second], reasons)
    kept = [it for it in choices(first) if walk.truth(it) is not False]
    instead_of_one_another(walk, [*kept, second])
    return choose([*kept, second], reasons)


def _conditional(walk: Walk, node: ast.IfExp) -> Thing:
    test = condition(walk, node.test)
    if test.truth is not None:
        return walk.value(node.body if test.truth else node.orelse)

    def way(it: ast.expr, *, holds: bool) -> Thing:
        test.narrow(walk, holds)
        return walk.value(it)

    thing = walk.either(
        test.about,
        walk.spot(node),
        lambda: way(node.body, holds=True),
        lambda: way(node.orelse, holds=False),
        test.empty,
    )
    if any(isinstance(it, Payload) for it in test.about):
        instead_of_one_another(walk, [thing])
    return thing


def _condition(walk: Walk, node: ast.Compare | ast.UnaryOp) -> Thing:
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        thing = walk.value(node.operand)
        if isinstance(node.op, ast.USub) and isinstance(thing, Literal) and isinstance(thing.value, int):
            return Literal(-thing.value)
        return unknown(walk.plain(thing))
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return unknown(*(walk.plain(walk.value(it)) for it in (node.left, *node.comparators)))
    test = condition(walk, node)
    if test.truth is not None:
        return Literal(test.truth)
    return choose((Literal(value=True), Literal(value=False)), test.about)


def _named(walk: Walk, node: ast.NamedExpr) -> Thing:
    thing = walk.value(node.value)
    assign(walk, node.target, thing)
    return thing


def _lambda(walk: Walk, node: ast.Lambda) -> Thing:
    walk.kept.add(walk.scope.frame)
    return Function(node, walk.scope.frame)


def _awaited(walk: Walk, node: ast.Await) -> Thing:
    return walk.value(node.value)


def _comprehension(walk: Walk, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Thing:
    """What a comprehension makes; its effects are done any number of times."""
    around, parts = walk.scope, list[Thing]()
    first = walk.value(node.generators[0].iter)
    walk.scope = type(around)(walk.frame(around.frame), around.places, {}, around.codes)
    try:
        with walk.inside() as block:
            for number, it in enumerate(node.generators):
                of = walk.value(it.iter) if number else first
                parts.append(unknown(walk.plain(of)))
                assign(walk, it.target, element(walk, of))
                parts += [unknown(*condition(walk, one).about) for one in it.ifs]
            results = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
            things = [walk.value(one) for one in results]
    finally:
        walk.forget(walk.scope.frame)
        walk.scope = around
    if block:
        walk.emit(Loop(tuple(block), walk.spot(node)))
    if isinstance(node, ast.DictComp):
        return walk.make(Dictionary({}, open=True))
    made = choose((things[0], unknown(*map(walk.plain, parts)))) if isinstance(things[0], Literal) else things[0]
    return walk.make(Listing((made,), open=True))


def _yielded(walk: Walk, node: ast.Yield | ast.YieldFrom) -> Thing:
    thing = NONE if node.value is None else walk.value(node.value)
    if walk.returns:
        returns = walk.returns[-1]
        returns.yielded.append(element(walk, thing) if isinstance(node, ast.YieldFrom) else thing)
        # Who asks for values may stop here.
        returns.states.append(walk.state.copy())
    return UNKNOWN


EXPRESSIONS: Evaluators = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.JoinedStr: _joined_text,
    ast.Dict: _dictionary,
    ast.List: _listing,
    ast.Tuple: _listing,
    ast.Set: _listing,
    ast.BinOp: _operation,
    ast.BoolOp: _either,
    ast.IfExp: _conditional,
    ast.Compare: _condition,
    ast.UnaryOp: _condition,
    ast.NamedExpr: _named,
    ast.Lambda: _lambda,
    ast.Await: _awaited,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.Yield: _yielded,
    ast.YieldFrom: _yielded,
    ast.Call: call,
    ast.Attribute: attribute,
    ast.Subscript: subscript,
}
