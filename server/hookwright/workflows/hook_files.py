"""The hook file that a user names: in which dialect it is read, and where its hooks run."""

from __future__ import annotations

import os.path

from msgspec.structs import replace

from hookwright.analysis.settings.project import ProjectSettings
from hookwright.config.read import read_for, read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.errors import UnreadableInput
from hookwright.given_files import project_folder
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.paths import is_in
from hookwright.readers.case import Ground
from hookwright.readers.choice import place_of, readers
from hookwright.readers.search import moved_globs

NAME_DIALECT = "name it with `--dialect` or in `hookwright.json`; `hookwright dialects` lists them"


def hook_file(
    path: str, text: str, dialect: str | None, host: Host, projects: ProjectSettings | None = None
) -> HookFile:
    """The file, read in the named dialect, in that of `hookwright.json` or its place, or as its contents suggest.

    `projects` are the settings that have been read already.  Raises UnknownDialect, and UnreadableInput if nothing
    suggests one.
    """
    absolute = os.path.abspath(path)
    if dialect:
        table = by_id(dialect)
        scope = Scope.PLUGIN if place_of(absolute, host.home, text=text) == (table, Scope.PLUGIN) else Scope.PROJECT
        return replace(read_hook_file(absolute, text, table, scope), ground=Ground.NAMED)
    given = (projects or ProjectSettings(host.home)).dialect_of(absolute)
    found = readers(absolute, text, home=host.home, globs=moved_globs(host), named=given)
    if not found:
        raise UnreadableInput(f"Cannot tell the dialect of `{path}`", NAME_DIALECT)
    return read_for(absolute, text, found)


def given_dialect(path: str, home: str) -> str | None:
    """The id of the dialect that the project's `hookwright.json` gives to a file."""
    return ProjectSettings(home).dialect_of(os.path.abspath(path))


def folder_of(file: HookFile, project: str | None) -> str:
    """The folder that the file's hooks run in: the named one, else the file's project.

    A plugin's hooks run in the current folder where the plugin is in it, else in the repository that it is part of.
    Raises UsageError if the named one is not a folder.
    """
    if project is not None:
        return project_folder(project)
    here = os.getcwd()
    return file.run_folder((here,) if is_in(file.project, here) else ())
