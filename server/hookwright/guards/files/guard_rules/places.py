"""The folders that a rule tells apart: the project, the user's home, and those for temporary files."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from shell_reader import Command


class Places:
    """The `project`, which is where the agent works, and the folders around it, as absolute paths."""

    def __init__(self, project: str, home: str | None = None, temporary: tuple[str, ...] | None = None) -> None:
        self.project = os.path.normpath(os.path.abspath(project))
        self.home = os.path.normpath(home or os.path.expanduser("~"))
        named = [os.environ[name] for name in ("TMPDIR", "TMP", "TEMP") if os.environ.get(name)]
        every = temporary or ("/tmp", "/var/tmp", "/private/tmp", "/dev/shm", *named)
        self.temporary = tuple(map(os.path.normpath, every))

    def in_project(self, path: str) -> bool:
        """Whether a path is below the project's folder, and not in its `.git`; links are followed."""
        real, project = os.path.realpath(path), os.path.realpath(self.project)
        return all(
            is_below(one, folder) and not is_below(one, os.path.join(folder, ".git"), itself=True)
            for one, folder in ((path, self.project), (real, project))
        )

    def is_temporary(self, path: str) -> bool:
        """Whether a path is below a folder for temporary files, and holds neither the project nor the home folder."""
        kept = (self.project, self.home)
        return not any(is_below(it, path, itself=True) for it in kept) and any(
            is_below(path, it) and not self._is_at_home(path, it) for it in self.temporary
        )

    def _is_at_home(self, path: str, temporary: str) -> bool:
        return is_below(path, self.home) and not is_below(temporary, self.home)

    def may_change(self, path: str) -> bool:
        """Whether a path is in the project or temporary."""
        return self.in_project(path) or self.is_temporary(path)


def is_below(path: str, folder: str, *, itself: bool = False) -> bool:
    """Whether a path is below a folder, or `itself` the folder."""
    path, folder = os.path.normpath(path), os.path.normpath(folder)
    return path.startswith(folder.rstrip(os.sep) + os.sep) or (itself and path == folder)


def arrivals(command: Command, names: Iterable[str], target: str) -> list[str]:
    """The paths that files have after a command has put them into a folder, or at the path of a new file."""
    path = command.path(target)
    if path is None:
        return []
    is_folder = target.endswith("/") or os.path.basename(target) in (".", "..") or os.path.isdir(path)
    return [os.path.join(path, os.path.basename(it)) for it in names] if is_folder else [path]
