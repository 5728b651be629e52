"""The folders that a hook file belongs to: its project, its plugin, its repository."""

from __future__ import annotations

import os

from hookwright.dialects.outlines import OUTLINES
from hookwright.model.hook import Scope
from hookwright.model.outline import Located
from hookwright.readers.place import places_at
from hookwright.readers.plugins import (
    enclosing_plugin,
    is_own_plugin,
    naming_plugin,
)


def project_of(dialect: Located, path: str) -> str:
    """The folder that a hook file's place is relative to: a project or a plugin; its own folder where it is at none."""
    path = os.path.normpath(path)
    for location, at in places_at(dialect, path):
        folder = os.path.normpath(at + os.sep)
        marked = location.scope is Scope.PLUGIN and not location.manifest and bool(dialect.plugins.marks)
        if not marked or is_own_plugin(dialect, folder):
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


def plugin_of(dialect: Located, path: str) -> str | None:
    """The folder of the plugin that a plugin's file belongs to; None if its place does not tell."""
    path = os.path.normpath(path)
    if all(it.scope is Scope.PLUGIN for it in dialect.locations):
        return project_of(dialect, path)
    folder = _folder_of_plugin(dialect, path)
    if folder is not None and is_own_plugin(dialect, folder):
        return folder
    return naming_plugin(dialect, path) or folder or enclosing_plugin(dialect, path)


def repository_of(folder: str) -> str | None:
    """The nearest folder from here upwards that is a Git repository."""
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _folder_of_plugin(dialect: Located, path: str) -> str | None:
    # A dialect that does not look for plugins itself shares the place with those that do.
    for one in (dialect, *OUTLINES):
        for location, folder in places_at(one, path):
            if location.scope is Scope.PLUGIN:
                return os.path.normpath(folder + os.sep)
    return None
