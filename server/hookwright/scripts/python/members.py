"""Reads attributes and items."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from hookwright.scripts.effects import ReadArgument, ReadVariable
from hookwright.scripts.python.binding import item_at
from hookwright.scripts.python.payload import instead_of_one_another, read_any_key
from hookwright.scripts.python.things import (
    Beside,
    Chosen,
    Class,
    Dictionary,
    Function,
    Instance,
    Known,
    Listing,
    OwnModule,
    Ref,
    Super,
    Thing,
    about,
    choices,
    choose,
    text_of,
    unknown,
    up,
)
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Argument, Literal, Payload, Variable

ENVIRONMENT = Known("os.environ")
ARGUMENTS = Known("sys.argv")
_ALIASES: Mapping[str, Thing] = {
    "sys.stdin.buffer": Known("sys.stdin"),
    "sys.__stdin__": Known("sys.stdin"),
    "sys.stdout.buffer": Known("sys.stdout"),
    "sys.__stdout__": Known("sys.stdout"),
    "sys.stderr.buffer": Known("sys.stderr"),
    "sys.__stderr__": Known("sys.stderr"),
    "argparse.ArgumentParser().parse_args()": Argument(0),
}
_DEEPEST = 8


def attribute(walk: Walk, node: ast.Attribute) -> Thing:
    """`a.b`."""
    return attribute_of(walk, walk.value(node.value), node.attr, node)


def attribute_of(walk: Walk, of: Thing, name: str, node: ast.expr) -> Thing:  # noqa: C901 - one line for each kind
    """An attribute of a thing; `node` is where it is read."""
    match of:
        case Chosen(things=things, about=about):
            return choose((attribute_of(walk, it, name, node) for it in things), about)
        case Known(name=owner):
            full = f"{owner}.{name}"
            return _ALIASES.get(full, Known(full))
        case OwnModule(frame=frame):
            return walk.state.cells.get((frame, name), Known(f"?.{name}"))
        case Class():
            found = in_class(walk, of, name)
            return UNKNOWN if found is None else found
        case Literal() if name in ("value", "name"):
            return of
        case Super(owner=owner):
            return _of_bases(walk, owner, name)
        case Beside():
            return Beside(up(of.path)) if name == "parent" else UNKNOWN
        case Argument():
            return of
        case Ref():
            instance = walk.object(of)
            if isinstance(instance, Instance):
                return _of_instance(walk, of, instance, name, node)
    return unknown(walk.plain(of))


def _of_instance(walk: Walk, of: Ref, instance: Instance, name: str, node: ast.expr) -> Thing:
    if name in instance.attributes:
        return instance.attributes[name]
    found = in_class(walk, instance.of, name)
    if isinstance(found, Function):
        if found.kind == "property":
            return walk.call(Function(found.node, found.frame, of), (), node)
        return Function(found.node, found.frame, None if found.kind == "staticmethod" else of)
    return UNKNOWN if found is None else found


def _of_bases(walk: Walk, owner: Ref, name: str) -> Thing:
    """`super().name`."""
    instance = walk.object(owner)
    for it in instance.of.bases if isinstance(instance, Instance) else ():
        found = in_class(walk, it, name) if isinstance(it, Class) else None
        if found is not None:
            return Function(found.node, found.frame, owner) if isinstance(found, Function) else found
    return UNKNOWN


def in_class(walk: Walk, of: Class, name: str, depth: int = 0) -> Thing | None:
    """An attribute of a class, or of those that it is made of."""
    found = walk.state.cells.get((of.frame, name))
    if isinstance(found, Function) and found.kind == "classmethod":
        return Function(found.node, found.frame, of)
    if found is not None or depth > _DEEPEST:
        return found
    for it in of.bases:
        if isinstance(it, Class):
            inherited = in_class(walk, it, name, depth + 1)
            if inherited is not None:
                return inherited
    return None


def subscript(walk: Walk, node: ast.Subscript) -> Thing:
    """`a[b]`."""
    if isinstance(node.value, ast.Attribute) and node.value.attr == "parents":
        return _ancestor(walk.value(node.value.value), walk.value(node.slice))
    of = walk.value(node.value)
    if isinstance(node.slice, ast.Slice):
        return _slice(walk, of, node)
    key = walk.value(node.slice)
    about = of.about if isinstance(of, Chosen) else ()
    every = choices(of)
    if len(every) > 1:
        every = tuple(it for it in every if not _lacks(walk, it, key))
    found = [_item(walk, it, key, node) for it in every]
    instead_of_one_another(walk, found)
    return choose(found, about)


def _ancestor(of: Thing, number: Thing) -> Thing:
    """`path.parents[1]`."""
    level = getattr(number, "value", None)
    if not isinstance(of, Beside) or not isinstance(level, int) or not 0 <= level < _DEEPEST:
        return UNKNOWN
    for _ in range(level + 1):
        of = Beside(up(of.path))
    return of


def _lacks(walk: Walk, of: Thing, key: Thing) -> bool:
    """Whether it certainly has no such key, as the `{}` that stands in for a payload."""
    it = walk.object(of)
    name = text_of(key)
    return isinstance(of, Literal) or (isinstance(it, Dictionary) and not it.open and name not in it.entries)


def _slice(walk: Walk, of: Thing, node: ast.Subscript) -> Thing:
    assert isinstance(node.slice, ast.Slice)
    for bound in (node.slice.lower, node.slice.upper):
        if bound is not None:
            walk.value(bound)
    if of == ARGUMENTS:
        walk.emit(ReadArgument(0, walk.spot(node)))
        return Argument(0)
    it = walk.object(of)
    if isinstance(it, Listing):
        return walk.make(Listing(it.things, open=True))
    return unknown(walk.plain(of))


def _item(walk: Walk, of: Thing, key: Thing, node: ast.Subscript) -> Thing:
    name, number = text_of(key), getattr(key, "value", None)
    if isinstance(of, Payload):
        return read_any_key(walk, of, key, node.slice, tolerant=False)
    if of == ENVIRONMENT:
        return variable(walk, key, node.slice, tolerant=False)
    if of == ARGUMENTS:
        if not isinstance(number, int) or number == 0:
            return UNKNOWN
        walk.emit(ReadArgument(max(number, 0), walk.spot(node)))
        return Argument(max(number, 0))
    match walk.object(of):
        case Dictionary(entries=entries, open=is_open) if isinstance(key, Literal):
            return entries[str(key.value)].thing if str(key.value) in entries else UNKNOWN
        case Dictionary(entries=entries, open=is_open):
            every = [*(entry.thing for entry in entries.values()), *([UNKNOWN] if is_open else [])]
            return choose(every, about(walk.plain(key)))
        case Listing():
            return item_at(walk, of, number) if isinstance(number, int) else choose(_things(walk, of))
    if isinstance(of, Class) and name is not None:
        return in_class(walk, of, name) or UNKNOWN
    return unknown(walk.plain(of), walk.plain(key))


def _things(walk: Walk, of: Thing) -> tuple[Thing, ...]:
    it = walk.object(of)
    return it.things if isinstance(it, Listing) else ()


def variable(walk: Walk, name: Thing, node: ast.expr, *, tolerant: bool) -> Thing:
    """An environment variable; `name` may be one of several."""
    found: list[Thing] = []
    for thing in choices(name):
        it = text_of(thing)
        if it is None or it in walk.written:
            found.append(UNKNOWN)
            continue
        is_there = tolerant or f"${it}" in walk.written
        walk.emit(ReadVariable(it, walk.key_spot(thing, node), is_there))
        walk.written.add(f"${it}")
        found.append(Variable(it))
    return choose(found)
