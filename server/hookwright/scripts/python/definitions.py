"""Definitions of functions and classes."""

from __future__ import annotations

import ast

from hookwright.scripts.python.frames import Scope
from hookwright.scripts.python.library import is_quiet
from hookwright.scripts.python.things import Class, Function, Known, Thing
from hookwright.scripts.python.walk import Walk

_KINDS = {
    "staticmethod": "staticmethod",
    "classmethod": "classmethod",
    "property": "property",
    "functools.cached_property": "property",
}


def defined_function(walk: Walk, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """`def`; a decorator of the script's own is gone through."""
    kind = ""
    decorators: list[Thing] = [walk.value(it) for it in node.decorator_list]
    for it in decorators:
        if isinstance(it, Known):
            kind = _KINDS.get(it.name, kind)
    frame = walk.scope.frame if not walk.class_frames.get(walk.scope.frame) else walk.class_frames[walk.scope.frame]
    walk.kept.add(frame)
    thing = Function(node, frame, None, kind)
    walk.bind(node.name, _decorated(walk, thing, decorators, node))


def _decorated(
    walk: Walk, thing: Thing, decorators: list[Thing], node: ast.FunctionDef | ast.AsyncFunctionDef
) -> Thing:
    for expression, it in zip(reversed(node.decorator_list), reversed(decorators), strict=True):
        if isinstance(it, Function):
            thing = walk.call(it, [thing], expression)
        elif isinstance(it, Known) and not is_quiet(it.name):
            # What the name stands for now may do anything when it is called.
            thing = Known(f"?.{it.name}")
    return thing


def defined_class(walk: Walk, node: ast.ClassDef) -> None:
    """`class`; its body is gone through, its attributes are in a frame of their own."""
    bases = tuple(walk.value(it) for it in node.bases)
    decorators = [walk.value(it) for it in node.decorator_list]
    around = walk.scope
    frame = walk.frame(around.frame)
    walk.places_of[frame] = around.places
    walk.class_frames[frame] = around.frame
    walk.kept |= {frame, around.frame}
    walk.scope = Scope(frame, around.places)
    try:
        walk.run(node.body)
    finally:
        walk.scope = around
    has_fields = any(isinstance(it, Known) and "dataclass" in it.name for it in decorators)
    has_fields = has_fields or any(isinstance(it, Known) and it.name.endswith("NamedTuple") for it in bases)
    fields = tuple(
        it.target.id
        for it in node.body
        if has_fields and isinstance(it, ast.AnnAssign) and isinstance(it.target, ast.Name)
    )
    walk.bind(node.name, Class(node, frame, bases, fields))
