"""The project that a command is about: the one that is named, else the nearest one from the current folder upwards."""

from __future__ import annotations

import os

from hookwright.config import SETTINGS_FILE
from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.given_files import project_folder
from hookwright.model.hook import Scope
from hookwright.readers.place import may_be_there, paths_at
from hookwright.readers.plugins import enclosing_plugin

_MARKS = (".git", SETTINGS_FILE)
_OF_PROJECTS = (Scope.PROJECT, Scope.LOCAL)


def current_project(named: str | None, home: str) -> str:
    """The absolute path of the project's folder; raises UsageError if the one that is `named` is not a folder."""
    return nearest_project(os.getcwd(), home) if named is None else project_folder(named)


def nearest_project(folder: str, home: str) -> str:
    """The nearest folder upwards that has hook files, settings of hookwright or a repository; else the folder itself.

    What is in the home folder is the user's, and what is above it nobody's project.
    """
    folder = os.path.realpath(folder)
    home = os.path.realpath(home) if home else ""
    found = folder
    while found != home and not _is_above(found, home):
        if any(os.path.lexists(os.path.join(found, it)) for it in _MARKS) or has_hook_files(found):
            return found
        above = os.path.dirname(found)
        if above == found:
            break
        found = above
    return folder


def project_of_script(script: str, home: str) -> str:
    """The project that a script belongs to, or else the plugin; the script's own folder if there is neither."""
    folder = os.path.dirname(os.path.realpath(script))
    project = nearest_project(folder, home)
    if project != folder:
        return project
    plugins = (enclosing_plugin(it, os.path.realpath(script)) for it in OUTLINES)
    return next((it for it in plugins if it is not None), folder)


def has_hook_files(folder: str) -> bool:
    """Whether an agent that is started in the folder finds hook files of a project in it, or cannot look for them."""
    # What is a project by its other marks needs no reader of files.
    from hookwright.config.discover import concerns_hooks

    for outline in OUTLINES:
        for location in outline.locations:
            if location.scope not in _OF_PROJECTS or location.below_home or location.borrowed:
                continue
            closed: list[str] = []
            for path in paths_at(folder, location, closed.append):
                if may_be_there(path) and concerns_hooks(by_id(outline.id), location.scope, path):
                    return True
            if closed:
                return True
    return False


def _is_above(folder: str, home: str) -> bool:
    """Whether the home folder is in a folder."""
    return home.startswith(os.path.join(folder, ""))
