"""Which files apply to a project, in which order, and which project a file belongs to."""

from __future__ import annotations

import os.path

from hookwright.dialects import DIALECTS
from hookwright.model.dialect import Dialect, Scope


def hook_paths(dialect: Dialect, project: str, home: str | None) -> tuple[tuple[Scope, str], ...]:
    """Where the dialect looks, in the order in which files apply; a place that is two scopes' is the first's only."""
    found: dict[str, Scope] = {}
    for location in dialect.locations:
        root = home if location.below_home else project
        if root is not None:
            found.setdefault(os.path.normpath(os.path.join(root, location.path)), location.scope)
    return tuple((scope, path) for path, scope in found.items())


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


def dialect_in_use(project: str, home: str | None) -> Dialect:
    """The dialect of the files that are there: the project's first, then the user's; the first of all where none is."""
    for below_home in (False, True):
        for dialect in DIALECTS:
            scopes = {it.scope for it in dialect.locations if it.below_home is below_home}
            places = hook_paths(dialect, project, home)
            if any(scope in scopes and os.path.isfile(path) for scope, path in places):
                return dialect
    return DIALECTS[0]
