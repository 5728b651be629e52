"""Where hook modules are: `.pi/hooks/*.py` in the user's home and in a project; and how they were when looked at."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import islice

FOLDER = (".pi", "hooks")
_MOST = 1000

Stamp = tuple[int, int, int]
"""Time of the last change, size and number of a file."""


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
    """The modules of a project, or of the user, and their helpers, in the order in which they are loaded."""
    try:
        with os.scandir(modules_folder(root)) as entries:
            named = sorted((it for it in islice(entries, _MOST) if _is_python(it.name)), key=lambda it: it.name)
    except OSError:
        return ()
    found = []
    for it in named:
        try:
            status = it.stat()
        except OSError:
            continue
        if it.is_file():
            found.append(FoundModule(it.path, (status.st_mtime_ns, status.st_size, status.st_ino)))
    return tuple(found)


def module_files(root: str) -> tuple[str, ...]:
    """The paths of the modules alone."""
    return tuple(it.path for it in find_modules(root) if not it.is_helper)


def _is_python(name: str) -> bool:
    return name.endswith(".py") and not name.startswith(".")
