"""Whether hooks may run where they are to: trust is given to folders, and each project needs it for itself."""

from __future__ import annotations

import os.path
from collections.abc import Iterable

from msgspec import Struct

from hookwright.dialects.outlines import OUTLINES
from hookwright.errors import UntrustedWorkspace
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.paths import absolute, is_in
from hookwright.readers.search import hook_paths


def is_covered(path: str, folders: Iterable[str]) -> bool:
    """Whether a path leads into one of the folders; links are followed."""
    # No file has such a path.
    if "\0" in path:
        return False
    folders = tuple(folders)
    if path in folders:
        return True
    real = os.path.realpath(path)
    return any(is_in(real, os.path.realpath(it)) for it in folders)


class Trust(Struct, frozen=True):
    """What a client trusts: nothing unless `given`, then what lies in the `folders`.

    The own files of the `host`'s user are trusted in a project that is.  `how` is how to trust another folder.
    """

    given: bool
    folders: tuple[str, ...]
    host: Host
    untrusted: UntrustedWorkspace
    how: str

    def covers(self, path: str) -> bool:
        """Whether a path leads into one of the folders."""
        return is_covered(path, self.folders)

    def require(self, *paths: str) -> None:
        """Raises UntrustedWorkspace unless trust is given, and each path is in one of the folders."""
        if not self.given:
            raise self.untrusted
        strange = next((it for it in paths if not self.covers(it)), None)
        if strange is not None:
            raise UntrustedWorkspace(f"`{strange}` is not in a trusted folder, so nothing was done", self.how)

    def require_hooks(self, dialect: Dialect, project: str, files: Iterable[str]) -> None:
        """Raises UntrustedWorkspace unless the hooks of these files may run in the project.

        The user's own files are trusted, in a project that is, and in the home folder, where they are fired.
        """
        self.require()
        paths = [absolute(it) for it in files]
        if not paths:
            # What is found in the places of the agent is trusted with the project.
            self.require(project)
            return
        home = self.host.home
        own = {path for _, path in hook_paths(dialect, home, self.host)}
        if own.issuperset(paths) and absolute(project) == absolute(home):
            return
        self.require(project)
        found = {path for _, path in hook_paths(dialect, project, self.host)} | own
        self.require(*(it for it in paths if it not in found))

    def require_file(self, path: str) -> None:
        """Raises UntrustedWorkspace unless a file may be changed: in one of the folders, or beside the user's hooks."""
        self.require()
        home = self.host.home
        own = {os.path.dirname(it) for dialect in OUTLINES for _, it in hook_paths(dialect, home, self.host)}
        real = os.path.realpath(path)
        if not any(is_in(real, os.path.realpath(it)) for it in own - {home}):
            self.require(path)

    def allows_hooks(self, dialect: Dialect, project: str, files: Iterable[str]) -> bool:
        """Whether they may."""
        try:
            self.require_hooks(dialect, project, files)
        except UntrustedWorkspace:
            return False
        return True
