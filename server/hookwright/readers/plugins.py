"""Which folders are plugins, and which files their manifests name: read from the disk, as far as it has changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache

from hookwright.files import read_text
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.model.outline import Located
from hookwright.readers.place import is_at
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Node, Tree, child
from hookwright.text import Route

_MOST_BYTES = 1 << 20
# So far above a file its plugin is looked for.
_MOST_ABOVE = 12

_Stamp = tuple[int, int, int]


def is_own_plugin(dialect: Located, folder: str) -> bool:
    """Whether a folder is a plugin of a dialect that marks its plugins, by what lies in it or who lists it."""
    if any(os.path.exists(os.path.join(folder, it)) for it in dialect.plugins.marks):
        return True
    return dialect.plugins.marketplace is not None and any(
        os.path.normpath(folder) in listed_plugins(os.path.join(above, dialect.plugins.marketplace), above)
        for above in above_file(folder)
    )


def is_other_plugin(dialect: Located, folder: str) -> bool:
    """Whether a folder is a plugin for another agent, by what lies in it."""
    return any(os.path.exists(os.path.join(folder, it)) for it in dialect.plugins.foreign_marks)


def naming_plugin(dialect: Located, path: str) -> str | None:
    """The folder of the plugin whose manifest names the file as one with hooks; None if there is none."""
    manifests = [it.path for it in dialect.locations if it.manifest]
    for folder in above_file(path) if manifests else ():
        for manifest in (os.path.join(folder, it) for it in manifests):
            if os.path.isfile(manifest):
                return folder if os.path.normpath(path) in named_files(dialect, manifest, folder) else None
    return None


def enclosing_plugin(dialect: Located, path: str) -> str | None:
    """The nearest folder above a file that is a plugin of the dialect by what lies in it."""
    marks = dialect.plugins.marks
    found = (it for it in above_file(path) if any(os.path.isdir(os.path.join(it, mark)) for mark in marks))
    return next(found, None) if marks else None


def named_files(dialect: Located, manifest: str, folder: str) -> tuple[str, ...]:
    """The files in a plugin's folder that its manifest names, whether they are there or not; each once."""
    return named_in(manifest, folder, dialect.hooks_key)


def named_in(manifest: str, folder: str, key: str) -> tuple[str, ...]:
    """The files in a folder that a manifest names under the key of hooks."""
    tree = parsed_file(manifest)
    paths = (str(node.value) for _, node in _named_under(key, tree)) if tree is not None else ()
    return tuple(dict.fromkeys(it for text in paths if (it := inside(folder, text)) is not None))


def named_paths(dialect: Located, tree: Tree) -> Iterator[tuple[Route, Node]]:
    """The strings of a manifest that name files with hooks, each at its route."""
    return _named_under(dialect.hooks_key, tree)


def _named_under(key: str, tree: Tree) -> Iterator[tuple[Route, Node]]:
    value = child(tree.root, key) if tree.root is not None and tree.root.kind is Kind.OBJECT else None
    if value is None:
        return
    items = enumerate(value.items) if value.kind is Kind.ARRAY else ()
    places: list[tuple[Route, Node]] = [((key,), value), *(((key, index), item) for index, item in items)]
    yield from ((route, node) for route, node in places if node.kind is Kind.STRING)


def name_in(manifest: str) -> str:
    """What a manifest calls its plugin; empty if it does not say."""
    root = tree.root if (tree := parsed_file(manifest)) is not None else None
    return _text(child(root, "name")) if root is not None else ""


def has_hooks(dialect: Located, manifest: str) -> bool:
    """Whether a manifest says anything about hooks: many are about commands and skills only."""
    root = tree.root if (tree := parsed_file(manifest)) is not None else None
    return root is not None and child(root, dialect.hooks_key) is not None


def inside(folder: str, path: str) -> str | None:
    """The file that a path of a manifest leads to; None if that is not below the plugin's folder."""
    if "\0" in path or os.path.isabs(path):
        return None
    found = os.path.normpath(os.path.join(folder, path))
    return found if found.startswith(os.path.join(os.path.normpath(folder), "")) else None


def listed_plugins(marketplace: str, folder: str) -> tuple[str, ...]:
    """The folders below `folder` that a file which lists plugins names as the sources of some."""
    tree = parsed_file(marketplace)
    root = tree.root if tree is not None else None
    if root is None or root.kind is not Kind.OBJECT:
        return ()
    about = child(root, "metadata")
    base = _text(child(about, "pluginRoot")) if about is not None and about.kind is Kind.OBJECT else ""
    plugins = child(root, "plugins")
    entries = plugins.items if plugins is not None and plugins.kind is Kind.ARRAY else ()
    sources = [_text(child(it, "source")) for it in entries if it.kind is Kind.OBJECT]
    found = (inside(folder, os.path.join(base, it)) for it in sources if it)
    return tuple(dict.fromkeys(it for it in found if it is not None))


def manifest_at(dialect: Located, path: str) -> Location | None:
    """The place of the dialect's manifests that the file is at; None if it is at none."""
    return next((it for it in dialect.locations if it.manifest and is_at(path, it)), None)


def plugin_places(dialect: Located) -> Iterator[Location]:
    """The dialect's places in plugins."""
    return (it for it in dialect.locations if it.scope is Scope.PLUGIN)


def above_file(path: str, most: int = _MOST_ABOVE) -> Iterator[str]:
    """The folders above a file or a folder, the nearest first, so many at most."""
    folder = os.path.dirname(os.path.normpath(path))
    for _ in range(most):
        yield folder
        above = os.path.dirname(folder)
        if above == folder or not above:
            return
        folder = above


def _text(node: Node | None) -> str:
    return str(node.value) if node is not None and node.kind is Kind.STRING else ""


def parsed_file(path: str) -> Tree | None:
    """What is in a file; None if there is none, or it cannot be read."""
    try:
        status = os.stat(path)
        return _parsed(path, (status.st_ino, status.st_size, status.st_mtime_ns))
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=64)
def _parsed(path: str, _: _Stamp) -> Tree:
    return parse(read_text(path, most=_MOST_BYTES))
