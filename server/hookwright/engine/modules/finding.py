"""Where hook modules lie, and how they were when somebody last looked."""

from __future__ import annotations

import os
from dataclasses import dataclass

FOLDER = os.path.join(".pi", "hooks")
"""Below the user's home, and below a project."""

_MOST = 256
"""Modules of one folder; more are not looked for."""

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


def find_modules(folder: str) -> tuple[FoundModule, ...]:
    """The modules of a folder and their helpers, in name order."""
    try:
        with os.scandir(folder) as entries:
            named = sorted((it for it in entries if _is_module(it.name)), key=lambda it: it.name)
    except OSError:
        return ()
    found = []
    for it in named[:_MOST]:
        try:
            status = it.stat()
        except OSError:
            continue
        if it.is_file():
            found.append(FoundModule(it.path, (status.st_mtime_ns, status.st_size, status.st_ino)))
    return tuple(found)


def _is_module(name: str) -> bool:
    return name.endswith(".py") and not name.startswith(".")
