"""The folders that a hook file belongs to: its project, its plugin, its repository."""

from __future__ import annotations

import os
from collections.abc import Sequence

from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS
from hookwright.dialects.places import root_at
from hookwright.dialects.plugins import (
    enclosing_plugin,
    is_own_plugin,
    naming_plugin,
    plugin_places,
)
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.paths import is_in


def project_of(dialect: Dialect, path: str) -> str:
    """The folder that a hook file's place is relative to: a project or a plugin; its own folder where it is at none."""
    path = os.path.normpath(path)
    for location in dialect.locations:
        folder = _folder_at(path, location)
        marked = location.scope is Scope.PLUGIN and not location.manifest and bool(dialect.plugins.marks)
        if folder is not None and (not marked or is_own_plugin(dialect, folder)):
            return folder
    named = naming_plugin(dialect, path)
    if named is not None:
        return named
    folder = os.path.dirname(path)
    above, name = os.path.split(folder)
    while name:
        if name in dialect.markers:
            return above
        above, name = os.path.split(above)
    return _folder_of_plugin(dialect, path) or folder


def run_folder(file: HookFile, folders: Sequence[str] = ()) -> str:
    """The folder that the agent runs a file's hooks in: its project; a plugin's hooks run in the project that uses it.

    That is the innermost of the `folders` that holds the plugin, else the first of them; where there are none, the
    repository that the plugin is part of, or the plugin itself.
    """
    own = project_of(file.dialect, file.path)
    if file.scope is not Scope.PLUGIN:
        return own
    holders = [it for it in folders if is_in(own, it)]
    return max(holders, key=len, default=None) or next(iter(folders), None) or repository_of(own) or own


def plugin_of(dialect: Dialect, path: str) -> str | None:
    """The folder of the plugin that a plugin's file belongs to; None where its place does not tell."""
    path = os.path.normpath(path)
    if all(it.scope is Scope.PLUGIN for it in dialect.locations):
        return project_of(dialect, path)
    return _folder_of_plugin(dialect, path) or naming_plugin(dialect, path) or enclosing_plugin(dialect, path)


def repository_of(folder: str) -> str | None:
    """The nearest folder from here upwards that is a Git repository."""
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _folder_of_plugin(dialect: Dialect, path: str) -> str | None:
    # A dialect that does not look for plugins itself shares the place with those that do.
    places = (place for it in (dialect, *DIALECTS) for place in plugin_places(it))
    return next((folder for it in places if (folder := _folder_at(path, it)) is not None), None)


def _folder_at(path: str, location: Location) -> str | None:
    """The folder that a location is relative to where the file is at it."""
    folder = root_at(path, location)
    return os.path.normpath(folder + os.sep) if folder is not None else None
