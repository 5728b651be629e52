"""Imports: of the library by name, and of files in the script's folder, which are gone through themselves."""

from __future__ import annotations

import ast
import sys

from hookwright.scripts.python.frames import Scope
from hookwright.scripts.python.parse import parse
from hookwright.scripts.python.places import Places
from hookwright.scripts.python.things import Known, OwnModule, Thing
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.trees import tree_of
from hookwright.scripts.values import Literal

_MOST_FILES = 12


def imported(walk: Walk, node: ast.Import) -> None:
    """`import a.b as c`."""
    for it in node.names:
        name = it.name if it.asname else it.name.partition(".")[0]
        module = _module(walk, it.name)
        whole = module is not None and (bool(it.asname) or "." not in it.name)
        walk.bind(it.asname or name, OwnModule(module) if whole and module is not None else Known(name))


def imported_from(walk: Walk, node: ast.ImportFrom) -> None:
    """`from a import b`."""
    module = node.module or ""
    frame = _module(walk, module) if module and node.level <= 1 else None
    for it in node.names:
        if it.name == "*":
            _all(walk, frame)
            continue
        walk.bind(it.asname or it.name, _member(walk, frame, module, it.name))


def _member(walk: Walk, frame: int | None, module: str, name: str) -> Thing:
    if frame is not None:
        found = walk.state.cells.get((frame, name))
        if found is not None:
            return found
    inner = _module(walk, f"{module}.{name}" if module else name)
    if inner is not None:
        return OwnModule(inner)
    known = f"{module}.{name}" if module else f"?.{name}"
    return {"sys.stdin": Known("sys.stdin"), "os.environ": Known("os.environ")}.get(known, Known(known))


def _all(walk: Walk, frame: int | None) -> None:
    if frame is None:
        return
    for (of, name), thing in list(walk.state.cells.items()):
        if of == frame and not name.startswith("_"):
            walk.bind(name, thing)


def _module(walk: Walk, name: str) -> int | None:
    """The frame of a file of the folder, gone through with its first import; None if there is none."""
    if name in walk.modules:
        return walk.modules[name]
    walk.modules[name] = None
    if name.partition(".")[0] in sys.stdlib_module_names:
        return None
    # A file that is imported is not followed further.
    if walk.scope.places.file or len(walk.files) >= _MOST_FILES:
        return None
    path = name.replace(".", "/")
    for folder in walk.folders:
        for it in (f"{folder}{path}.py", f"{folder}{path}/__init__.py"):
            text = walk.source.beside(it)
            if text is not None:
                walk.modules[name] = _gone_through(walk, name, it, text)
                return walk.modules[name]
    return None


def _gone_through(walk: Walk, name: str, path: str, text: str) -> int:
    found = tree_of(parse, text)
    if found.fault:
        walk.doubt()
    walk.files[path] = None
    frame = walk.frame(None)
    places = Places(text, path)
    walk.places_of[frame] = places
    around, walk.scope = walk.scope, Scope(frame, places)
    walk.bind("__name__", Literal(name))
    try:
        walk.run(found.tree.body)
    finally:
        walk.scope = around
    return frame
