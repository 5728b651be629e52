"""Where hook modules are: `.pi/hooks/*.py` in the user's home and in a project; and how they were when looked at."""

from __future__ import annotations

import os
import stat

from msgspec import Struct

FOLDER = (".pi", "hooks")
_MOST = 1000
"""So many modules of a folder are judged that need not be trusted; all of one that is are loaded."""

Stamp = tuple[int, int, int]
"""Time of the last change, size and number of a file.

For what is not a file they are 0, 0 and the kind of thing that it is; zeros for what cannot be looked at.
"""


class FoundModule(Struct, frozen=True):
    """A module's file; it has changed if its stamp is another."""

    path: str
    stamp: Stamp

    @property
    def is_helper(self) -> bool:
        """Whether modules import it, and it is not loaded by itself."""
        return os.path.basename(self.path).startswith("_")

    @property
    def is_no_file(self) -> bool:
        """Whether it is known to be a folder, a pipe or a socket."""
        time, _, kind = self.stamp
        return not time and bool(kind)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in the file."""
        time, size, _ = self.stamp
        return bool(time) and not size


def is_module_path(path: str) -> bool:
    """Whether a hook module is where this path leads, by its names alone."""
    *above, first, second, name = ("", "", "", *path.replace(os.sep, "/").split("/"))
    return (first, second) == FOLDER and _is_python(name) and not name.startswith("_") and any(above)


def modules_folder(root: str) -> str:
    """The folder of the modules of a project, or of the user, by their home."""
    return os.path.join(root, *FOLDER)


def find_modules(root: str) -> tuple[FoundModule, ...]:
    """The modules of a project, or of the user, and their helpers, in the order in which they are loaded.

    None if the folder cannot be read; `require_modules` says why.
    """
    try:
        return require_modules(root)
    except OSError:
        return ()


def require_modules(root: str) -> tuple[FoundModule, ...]:
    """The same; raises OSError if the folder cannot be read, or something else is in its place."""
    folder = modules_folder(root)
    try:
        with os.scandir(folder) as entries:
            named = sorted((it for it in entries if _is_python(it.name)), key=lambda it: it.name)
    except FileNotFoundError:
        if any(map(os.path.islink, (folder, os.path.dirname(folder)))):
            # A link that leads nowhere is no sign that nobody wants modules.
            raise
        return ()
    return tuple(module for it in named if (module := _found(it)) is not None)


def module_files(root: str) -> tuple[str, ...]:
    """The paths of the modules alone, as many as are judged."""
    return tuple(it.path for it in find_modules(root) if not it.is_helper and not it.is_no_file)[:_MOST]


def _found(entry: os.DirEntry[str]) -> FoundModule | None:
    """The module of that name, even if it is not a file and cannot be loaded; None for what has just gone."""
    try:
        status = entry.stat()
    except FileNotFoundError:
        return FoundModule(entry.path, (0, 0, 0)) if entry.is_symlink() else None
    except OSError:
        return FoundModule(entry.path, (0, 0, 0))
    if not stat.S_ISREG(status.st_mode):
        return FoundModule(entry.path, (0, 0, stat.S_IFMT(status.st_mode)))
    return FoundModule(entry.path, (status.st_mtime_ns, status.st_size, status.st_ino))


def _is_python(name: str) -> bool:
    return name.endswith(".py") and not name.startswith(".")
