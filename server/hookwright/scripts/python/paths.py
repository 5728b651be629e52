"""Paths that are made of `__file__`: which folders below the script's own are looked through for imports."""

from __future__ import annotations

import posixpath

from hookwright.scripts.python.arguments import Given, made_of
from hookwright.scripts.python.things import NONE, Beside, Thing, text_of, up
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import Literal

SAME_METHODS = frozenset({"resolve", "absolute", "as_posix", "expanduser"})


def below(of: Beside, *names: str) -> Thing:
    """A path below another."""
    return Beside(posixpath.normpath(posixpath.join(of.path or ".", *names)))


def join_paths(walk: Walk, given: Given) -> Thing:
    """`os.path.join(…)` and `Path(…, …)`."""
    first, *rest = given.args or [NONE]
    names = [text_of(it) for it in rest]
    if isinstance(first, Beside) and None not in names:
        return below(first, *filter(None, names))
    return made_of(walk, *given.args)


def folder_of(walk: Walk, given: Given) -> Thing:
    """`os.path.dirname(…)`."""
    it = given.args[0] if given.args else NONE
    return Beside(up(it.path)) if isinstance(it, Beside) else made_of(walk, it)


def same_path(walk: Walk, given: Given) -> Thing:
    """`os.path.abspath(…)` and its like."""
    it = given.args[0] if given.args else NONE
    return it if isinstance(it, Beside) else made_of(walk, it)


def added_folder(walk: Walk, given: Given) -> Thing:
    """`sys.path.insert(0, …)`, `sys.path.append(…)`: one more folder is looked through."""
    it = given.args[-1] if given.args else NONE
    if isinstance(it, Beside):
        folder = "" if it.path == "." else f"{it.path}/"
        if folder not in walk.folders:
            walk.folders.append(folder)
    return Literal(None)
