"""Which files are checked: those that are named, and those in named folders and plugins."""

from __future__ import annotations

import os
import os.path
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from msgspec import Struct

from hookwright.analysis.reports.checked import relative
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.config.discover import sightings
from hookwright.config.plugins import Plugin, plugins_in
from hookwright.dialects import by_id
from hookwright.errors import UsageError
from hookwright.given_files import project_folder, read_text
from hookwright.host import Host
from hookwright.readers.search import dialect_in_use


class SourceFile(Struct, frozen=True):
    """A file to check: its name, how it is read, whether it can be written, and whether it was found in a folder.

    `stranger` is the agent without a table that it is for.
    """

    path: str
    read: Callable[[], str]
    on_disk: bool = True
    searched: bool = False
    stranger: str | None = None


def sources_at(path: str, home: str) -> Iterator[SourceFile]:
    """The file at the path, or every hook file in the folder there."""
    if not os.path.isdir(path):
        yield SourceFile(path, partial(read_text, path))
        return
    for it in sightings(path, home, ProjectSettings(home).dialect_of):
        name = os.path.normpath(it.path)
        yield SourceFile(name, partial(read_text, it.path), searched=True, stranger=it.stranger)


def plugin_sources(folders: Iterable[str], dialect: str | None, host: Host) -> Iterator[SourceFile]:
    """The files with hooks of the plugins in these folders; raises UsageError where one is not there or has none."""
    for folder in folders:
        path = project_folder(folder, "--plugin-dir")
        marked = [it.dialect for it in plugins_in(path) if it.folder == path]
        table = by_id(dialect) if dialect else next(iter(marked), None) or dialect_in_use(os.getcwd(), host)
        found = Plugin(table, path).hook_files()
        if not found:
            raise UsageError(f"`{folder}` has no hooks of a plugin of {table.title}", "name the plugin's own folder")
        for it in found:
            name = relative(it, os.getcwd())
            yield SourceFile(name, partial(read_text, it))
