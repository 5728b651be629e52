"""Every file below a folder, and an end to a folder with all that is in it: never by recursion, however deep it is."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
DEEPEST = 128
"""Levels of folders that are looked into."""


def walk(folder: str, is_wanted: Callable[[str, bool], bool]) -> Iterator[str]:
    """The paths below the folder of its files and links; a link to a folder is a link.

    `is_wanted` is asked of each path and whether it is a folder, of those above before those below.  Folders that
    cannot be read or lie too deep are passed over.
    """
    waiting = [""]
    while waiting:
        above = waiting.pop()
        below: list[str] = []
        for entry in _entries(os.path.join(folder, above) if above else folder):
            path = os.path.join(above, entry.name)
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_wanted(path, is_folder):
                continue
            if not is_folder:
                yield path
            elif path.count(os.sep) < DEEPEST:
                below.append(path)
        waiting += reversed(below)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda it: it.name)
    except OSError:
        return []


def remove(folder: str) -> None:
    """Removes a folder with all that is in it, also what its owner may not write; what will not go is left.

    One folder is open at a time, and the way back up is `..`: no path grows longer than the system takes.
    """
    try:
        here = _opened(folder, None)
    except OSError:
        with suppress(OSError):
            os.unlink(folder)
        return
    # Of each folder above: its identity, the name of the one gone down into, and those still to be gone into.
    trail: list[tuple[tuple[int, int], str, list[str]]] = []
    waiting = _without_files(here)
    while waiting or trail:
        if waiting:
            name = waiting.pop()
            with suppress(OSError):
                below = _opened(name, here)
                trail.append((_identity(here), name, waiting))
                os.close(here)
                here, waiting = below, _without_files(below)
            continue
        expected, name, waiting = trail.pop()
        below, here = here, os.open("..", _FOLDER, dir_fd=here)
        os.close(below)
        if _identity(here) != expected:
            # Somebody has moved it meanwhile, and what is there now is not ours.
            break
        with suppress(OSError):
            os.rmdir(name, dir_fd=here)
    os.close(here)
    with suppress(OSError):
        os.rmdir(folder)


def _without_files(here: int) -> list[str]:
    """Removes the files in an open folder; the names of its folders."""
    folders: list[str] = []
    with suppress(OSError), os.scandir(here) as entries:
        for entry in list(entries):
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.name)
                else:
                    os.unlink(entry.name, dir_fd=here)
    return folders


def _identity(here: int) -> tuple[int, int]:
    status = os.fstat(here)
    return status.st_dev, status.st_ino


def _opened(name: str, above: int | None) -> int:
    if stat.S_ISDIR(os.stat(name, dir_fd=above, follow_symlinks=False).st_mode):
        with suppress(OSError):
            os.chmod(name, stat.S_IRWXU, dir_fd=above)
    return os.open(name, _FOLDER, dir_fd=above)
