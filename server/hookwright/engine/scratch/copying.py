"""Copies files into the scratch folder: by reference where the file system can, else byte by byte."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable
from contextlib import suppress

_FICLONE = 0x40049409


def copy_files(source: str, target: str, paths: Iterable[str]) -> None:
    """Copies the named files and links, with their modes and times; what is no file, or goes meanwhile, is left out.

    A link with an absolute path into `source` leads into `target` afterwards.
    """
    made: set[str] = set()
    for path in paths:
        old, new = os.path.join(source, path), os.path.join(target, path)
        folder = os.path.dirname(new)
        if folder not in made:
            os.makedirs(folder, exist_ok=True)
            made.add(folder)
        with suppress(FileNotFoundError, PermissionError):
            _copy(old, new, source, target)


def _copy(old: str, new: str, source: str, target: str) -> None:
    mode = os.lstat(old).st_mode
    if stat.S_ISLNK(mode):
        leads = os.readlink(old)
        inside = leads == source or leads.startswith(source + os.sep)
        os.symlink(target + leads[len(source) :] if inside else leads, new)
    elif stat.S_ISREG(mode):
        copy_file(old, new)
    elif stat.S_ISDIR(mode):
        # A repository inside the repository: git lists its folder only.
        os.makedirs(new, exist_ok=True)


def copy_file(old: str, new: str) -> None:
    """Copies one regular file with its mode and times."""
    with open(old, "rb") as reader, open(new, "wb") as writer:
        if not _clone(writer.fileno(), reader.fileno()):
            shutil.copyfileobj(reader, writer, 1 << 20)
    shutil.copystat(old, new)


def _clone(new: int, old: int) -> bool:
    """Whether the new file shares the old one's blocks until either is written."""
    try:
        import fcntl

        fcntl.ioctl(new, _FICLONE, old)
    except (ImportError, OSError):
        return False
    return True
