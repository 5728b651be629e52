"""Calls of the script's own functions and classes: each is gone through where it is called."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hookwright.scripts.effects import Block, Bounds, Branch, Effect, Leave, Scope, inside
from hookwright.scripts.python.arguments import Given
from hookwright.scripts.python.binding import loosen
from hookwright.scripts.python.codes import codes_of, is_code
from hookwright.scripts.python.conditions import reasons_in
from hookwright.scripts.python.exits import carry, is_carried, set_code
from hookwright.scripts.python.frames import Returns
from hookwright.scripts.python.frames import Scope as Names
from hookwright.scripts.python.library import is_quiet
from hookwright.scripts.python.members import in_class
from hookwright.scripts.python.state import joined
from hookwright.scripts.python.things import (
    NONE,
    Class,
    Dictionary,
    Entry,
    Function,
    Instance,
    Known,
    Listing,
    Thing,
    choose,
)
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Spot

_MOST_CALLS = 12


def call_function(walk: Walk, it: Function, given: Given | None = None) -> Thing:
    """Goes through a function; what it returns, and what decides that."""
    node = it.node
    if (node, it.frame) in walk.calling or len(walk.calling) >= _MOST_CALLS:
        walk.doubt()
        loosen(walk, [] if given is None else [*given.args, *given.keywords.values()])
        return UNKNOWN
    places = walk.places_of[it.frame]
    frame = walk.frame(it.frame)
    walk.places_of[frame] = places
    _bind(walk, it, frame, given)
    around, returns = walk.scope, Returns(given is not None and given.node in walk.carrying, it.owner)
    walk.scope = Names(frame, places, codes=codes_of(walk, node, carries=returns.carries))
    walk.returns.append(returns)
    walk.calling.append((node, it.frame))
    coding, walk.coding = walk.coding, walk.coding + len(walk.scope.codes)
    try:
        with walk.inside() as block:
            _body(walk, node, returns)
    finally:
        walk.scope, walk.coding = around, coding
        walk.returns.pop()
        walk.calling.pop()
    thing = _behind(walk, node, given, returns, tuple(block))
    walk.forget(frame)
    return thing


def _body(walk: Walk, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, returns: Returns) -> None:
    if isinstance(node, ast.Lambda):
        thing = walk.value(node.body)
    else:
        walk.run(node.body)
        thing = NONE
    if walk.live:
        if returns.carries:
            set_code(walk, thing, walk.spot(node))
        returns.things.append(thing)
        returns.states.append(walk.state)


def _behind(walk: Walk, node: ast.AST, given: Given | None, returns: Returns, block: Block) -> Thing:
    """Goes on behind a call."""
    walk.live = bool(returns.states)
    block = _without_tail(block)
    reasons = reasons_in(block)
    if returns.states:
        walk.state = joined(returns.states, reasons)
    if any(map(_leaves, block)):
        walk.block.append(Scope(block, Bounds.FUNCTION))
    else:
        walk.block.extend(block)
    if returns.carries and given is not None:
        walk.carried += 1
        walk.carried_by = given.node
    if returns.yielded:
        return walk.make(Listing(tuple(returns.yielded), open=True))
    return choose(returns.things, reasons if len(returns.things) > 1 else ())


def _without_tail(block: Block) -> Block:
    """The block without what leaves it at its end."""
    if not block:
        return block
    *most, last = block
    match last:
        case Leave(bounds=Bounds.FUNCTION):
            return tuple(most)
        case Branch(about=about, then=then, otherwise=otherwise, spot=spot, empty=empty):
            then, otherwise = _without_tail(then), _without_tail(otherwise)
            if not then and not otherwise:
                # What was decided is still known from what is returned.
                return tuple(most)
            return (*most, Branch(about, then, otherwise, spot, empty))
    return block


def _leaves(effect: Effect) -> bool:
    if isinstance(effect, Leave):
        return effect.bounds is Bounds.FUNCTION
    if isinstance(effect, Scope) and effect.bounds is Bounds.FUNCTION:
        return False
    return any(_leaves(it) for block in inside(effect) for it in block)


def _bind(walk: Walk, it: Function, frame: int, given: Given | None) -> None:
    """Gives the parameters of a function their values."""
    spec = it.node.args
    walk.names[frame] = dict.fromkeys(_parameters(spec))
    args = [] if given is None else [*given.args]
    keywords = {} if given is None else {**given.keywords}
    if it.owner is not None:
        args.insert(0, it.owner)
    is_open = given is None or given.open
    names = [*spec.posonlyargs, *spec.args]
    defaults: list[ast.expr | None] = [None] * (len(names) - len(spec.defaults)) + [*spec.defaults]
    cells = walk.state.cells
    for number, (name, default) in enumerate(zip(names, defaults, strict=True)):
        if number < len(args):
            cells[frame, name.arg] = args[number]
        else:
            cells[frame, name.arg] = _keyword(walk, it, keywords, name.arg, default, is_open)
    for name, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
        cells[frame, name.arg] = _keyword(walk, it, keywords, name.arg, default, is_open)
    if spec.vararg is not None:
        cells[frame, spec.vararg.arg] = walk.make(Listing(tuple(args[len(names) :]), is_open))
    if spec.kwarg is not None:
        entries = {key: Entry(thing, Spot(0, 0)) for key, thing in keywords.items()}
        cells[frame, spec.kwarg.arg] = walk.make(Dictionary(entries, is_open))


def _parameters(spec: ast.arguments) -> list[str]:
    every = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, spec.vararg, spec.kwarg]
    return [it.arg for it in every if it is not None]


def _keyword(
    walk: Walk, it: Function, keywords: dict[str, Thing], name: str, default: ast.expr | None, is_open: bool
) -> Thing:
    if name in keywords:
        return keywords.pop(name)
    if default is None:
        return UNKNOWN
    # A default is made once, where the function is; most are written out.
    if isinstance(default, ast.Constant | ast.Name | ast.Attribute | ast.UnaryOp):
        around, walk.scope = walk.scope, Names(it.frame, walk.places_of[it.frame])
        try:
            thing = walk.value(default)
        finally:
            walk.scope = around
        return choose([thing, UNKNOWN]) if is_open else thing
    return UNKNOWN


def instantiate(walk: Walk, of: Class, given: Given) -> Thing:
    """A new object of a class of the script."""
    if not all(isinstance(it, Class) or _is_plain_base(it) for it in of.bases):
        walk.doubt()
    ref = walk.make(Instance(of, {}))
    init = in_class(walk, of, "__init__")
    if isinstance(init, Function):
        call_function(walk, Function(init.node, init.frame, ref), given)
    elif of.fields:
        attributes = dict(zip(of.fields, given.args, strict=False)) | given.keywords
        walk.change(ref, Instance(of, attributes))
    return ref


def _is_plain_base(it: Thing) -> bool:
    return isinstance(it, Known) and (it.name.endswith(("Exception", "Error")) or is_quiet(it.name))


def returned(walk: Walk, node: ast.Return) -> None:
    """`return`."""
    returns = walk.returns[-1] if walk.returns else None
    if node.value is not None and returns is not None and returns.carries:
        carry(walk, node.value)
    thing = NONE if node.value is None else walk.value(node.value)
    if returns is None or not walk.live:
        return
    if returns.carries and not (node.value is not None and (is_carried(walk, node.value) or is_code(walk, node.value))):
        set_code(walk, thing, walk.spot(node))
    returns.things.append(thing)
    returns.states.append(walk.state.copy())
    walk.leave(Bounds.FUNCTION)


def callback(walk: Walk, it: Function, do: Callable[[Block], None]) -> None:
    """Goes through a function that the library may call."""
    live = walk.live
    with walk.inside() as block:
        call_function(walk, it)
    walk.live = live
    if block:
        do(tuple(block))
