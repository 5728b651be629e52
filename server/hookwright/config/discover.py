"""Which files apply to a project, in which order, and which project a file belongs to."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hookwright.dialects import DIALECTS, is_other_plugin
from hookwright.model.dialect import Dialect, Scope


def hook_paths(dialect: Dialect, project: str, home: str | None) -> tuple[tuple[Scope, str], ...]:
    """Where the dialect looks, in the order in which files apply; a place that is two scopes' is the first's only.

    Of plugins, every folder that is one applies, in the order of their names (D1).
    """
    found: dict[str, Scope] = {}
    for location in dialect.locations:
        if location.scope is Scope.PLUGIN:
            roots = tuple(_plugins(dialect, project, home))
        else:
            root = home if location.below_home else project
            roots = () if root is None else (root,)
        for root in roots:
            found.setdefault(os.path.normpath(os.path.join(root, location.path)), location.scope)
    return tuple((scope, path) for path, scope in found.items())


def _plugins(dialect: Dialect, project: str, home: str | None) -> Iterator[str]:
    """The folders that may be plugins, without those that are another agent's."""
    for place in dialect.plugin_folders:
        root = home if place.below_home else project
        if root is not None:
            above, last = os.path.split(os.path.join(root, place.path))
            folders = _folders(above) if last == "*" else [os.path.join(above, last)]
            yield from (it for it in folders if not is_other_plugin(dialect, it))


def _folders(path: str) -> list[str]:
    try:
        with os.scandir(path) as entries:
            return sorted(it.path for it in entries if it.is_dir())
    except OSError:
        return []


def project_of(dialect: Dialect, path: str) -> str:
    """The folder that a hook file's project is: the one that its place is relative to, else the file's own folder."""
    path = os.path.normpath(path)
    for location in dialect.locations:
        suffix = os.sep + os.path.normpath(location.path)
        if path.endswith(suffix):
            return path.removesuffix(suffix) or os.sep
    folder = os.path.dirname(path)
    above, name = os.path.split(folder)
    while name:
        if name in dialect.markers:
            return above
        above, name = os.path.split(above)
    return folder


def has_place(dialect: Dialect, path: str) -> bool:
    """Whether a file stands where the dialect's agent has its own, so that its project is known."""
    path = os.path.normpath(path)
    if any(path.endswith(os.sep + os.path.normpath(it.path)) for it in dialect.locations):
        return True
    return not set(os.path.dirname(path).split(os.sep)).isdisjoint(dialect.markers)


def plugin_of(dialect: Dialect, path: str) -> str | None:
    """The folder of the plugin that a plugin's file belongs to; None where its place does not tell."""
    if any(it.scope is Scope.PLUGIN for it in dialect.locations):
        return project_of(dialect, path)
    path = os.path.normpath(path)
    # A dialect that does not look for plugins itself shares the place with those that do.
    for location in (it for known in DIALECTS for it in known.locations if it.scope is Scope.PLUGIN):
        suffix = os.sep + os.path.normpath(location.path)
        if path.endswith(suffix):
            return path.removesuffix(suffix) or os.sep
    return None


def dialect_in_use(project: str, home: str | None) -> Dialect:
    """The dialect of the files that are there: the project's first, then the user's; the first of all where none is."""
    for searched in (None, home):
        for dialect in DIALECTS:
            if any(os.path.isfile(path) for _, path in hook_paths(dialect, project, searched)):
                return dialect
    return DIALECTS[0]
