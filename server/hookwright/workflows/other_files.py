"""The hook files in a project's folder that no agent reads when it is started there.

Those of plugins that are written in it run where the plugin is installed, those in the folders of other projects where
the agent is started in these, and those at a place where no agent looks for them never do.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress

from msgspec import Struct

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.rules import file_not_read
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.analysis.suppression import is_excluded
from hookwright.config.discover import sightings
from hookwright.config.hook_modules import is_module_path
from hookwright.config.view import HookFile
from hookwright.errors import UnreadableInput
from hookwright.files import read_text
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.readers.choice import place_of
from hookwright.workflows.hook_files import hook_file


class OtherFiles(Struct, frozen=True, eq=False):
    """What is beside the files that are read.

    `plugins` are hook files of plugins, `unread` the paths of files that no agent reads, with the reason, and `below`
    the folders of other projects that have hook files, relative to the folder.
    """

    plugins: tuple[HookFile, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    below: tuple[str, ...] = ()


NO_OTHER_FILES = OtherFiles()


def other_files(folder: str, known: Collection[str], host: Host) -> OtherFiles:
    """The hook files in a folder that are not `known`, by their paths; `hookwright.json` may leave some out."""
    plugins, unread, below = list[HookFile](), list[tuple[str, str]](), dict[str, None]()
    for file in _found(folder, known, host):
        if (why := _why_unread(file, folder, host)) is not None:
            unread.append((file.path, why))
        elif place_of(file.path, text=file.tree.text) is None:
            continue
        elif file.scope is Scope.PLUGIN:
            plugins.append(file)
        elif file.project != folder:
            below[os.path.relpath(file.project, folder)] = None
    return OtherFiles(tuple(plugins), tuple(unread), tuple(below))


def _found(folder: str, known: Collection[str], host: Host) -> Iterator[HookFile]:
    projects = ProjectSettings(host.home)
    for it in sightings(folder, host.home, projects.dialect_of):
        path = os.path.abspath(it.path)
        if it.stranger is not None or path in known or is_module_path(path):
            continue
        if is_excluded(path, projects.settings(os.path.dirname(path))):
            continue
        # What cannot be read is said of the places that agents read; elsewhere, it is nobody's hook file.
        with suppress(OSError, ValueError, UnreadableInput):
            yield hook_file(path, read_text(path), None, host, projects)


def _why_unread(file: HookFile, folder: str, host: Host) -> str | None:
    """Why no agent reads a file that is in an agent's folder of this very project; None for all others."""
    first, *rest = os.path.relpath(file.path, folder).split(os.sep)
    if not rest or not first.startswith("."):
        return None
    disk = RealDisk(host.home, host.environ.get("PATH", ""))
    found = file_not_read.RULE.check(Subject(file, folder, disk))
    return next((it.message for it in found if it.severity is None), None)
