"""Where hook modules are: `.pi/hooks/*.py` in the user's home and in a project; and how they were when looked at."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass

FOLDER = (".pi", "hooks")
_MOST = 1000
"""So many modules of a folder are judged that need not be trusted; all of one that is are loaded."""

Stamp = tuple[int, int, int]
"""Time of the last change, size and number of a file; zeros for one that cannot be looked at."""


@dataclass(frozen=True, slots=True)
class FoundModule:
    """A module's file; it has changed if its stamp is another."""

    path: str
    stamp: Stamp

    @property
    def is_helper(self) -> bool:
        """Whether modules import it, and it is not loaded by itself."""
        return os.path.basename(self.path).startswith("_")


def is_module_path(path: str) -> bool:
    """Whether a hook module is where this path leads, by its names alone."""
    *above, first, second, name = ("", "", "", *path.replace(os.sep, "/").split("/"))
    return (first, second) == FOLDER and _is_python(name) and not name.startswith("_") and any(above)


def modules_folder(root: str) -> str:
    """The folder of the modules of a project, or of the user, by their home."""
    return os.path.join(root, *FOLDER)


def find_modules(root: str) -> tuple[FoundModule, ...]:
    """The modules of a project, or of the user, and their helpers, in the order in which they are loaded.

    None where the folder cannot be read; `require_modules` says why.
    """
    try:
        return require_modules(root)
    except OSError:
        return ()


def require_modules(root: str) -> tuple[FoundModule, ...]:
    """The same; raises OSError where there is a folder that cannot be read, or something else in its place."""
    folder = modules_folder(root)
    try:
        with os.scandir(folder) as entries:
            named = sorted((it for it in entries if _is_python(it.name)), key=lambda it: it.name)
    except (FileNotFoundError, NotADirectoryError):
        # A link that leads nowhere, or a file in the place of the folder, is no folder that somebody removed.
        if os.path.lexists(folder):
            raise
        return ()
    return tuple(module for it in named if (module := _found(it)) is not None)


def module_files(root: str) -> tuple[str, ...]:
    """The paths of the modules alone, as many as are judged."""
    return tuple(it.path for it in find_modules(root) if not it.is_helper)[:_MOST]


def _found(entry: os.DirEntry[str]) -> FoundModule | None:
    """The module of that name, also where no file can be read there; None for what has just gone."""
    unreadable = FoundModule(entry.path, (0, 0, 0))
    try:
        status = entry.stat()
    except FileNotFoundError:
        return unreadable if entry.is_symlink() else None
    except OSError:
        return unreadable
    # A folder or a pipe in the place of a guard must not look as if there had never been one.
    is_file = stat.S_ISREG(status.st_mode)
    return FoundModule(entry.path, (status.st_mtime_ns, status.st_size, status.st_ino)) if is_file else unreadable


def _is_python(name: str) -> bool:
    return name.endswith(".py") and not name.startswith(".")
