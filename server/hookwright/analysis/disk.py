"""What is on the real file system, as far as rules may ask."""

from __future__ import annotations

import os
import os.path
import stat
from functools import lru_cache

from msgspec import Struct

from hookwright.analysis.scripts.git_index import names
from hookwright.files import read_bytes
from hookwright.kept_files import kept_bytes, kept_start

_LONGEST_LINE = 256
_LONGEST_TEXT = 1_000_000
_LARGEST_INDEX = 64 * 1024 * 1024


class RealDisk(Struct, frozen=True):
    """The file system of this machine, with the given home directory and PATH.

    `is_posix`: files have mode bits, and the shells that run hooks find their programs on the PATH.  On Windows there
    are none, and Git Bash brings programs of its own.
    """

    home_folder: str
    search_path: str = ""
    is_posix: bool = os.name == "posix"

    def is_file(self, path: str) -> bool:
        """Whether a file is there; a path that no file can have is none."""
        try:
            return os.path.isfile(path)
        except ValueError:
            return False

    def is_executable(self, path: str) -> bool:
        """Whether the file has an x bit; without such bits every file may be run."""
        if not self.is_posix:
            return self.is_file(path)
        try:
            return bool(os.stat(path).st_mode & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH))
        except (OSError, ValueError):
            return False

    def first_line(self, path: str) -> str | None:
        """The first line, cut where it is long; None for anything but a text file."""
        try:
            start = kept_start(path, _LONGEST_LINE)
        except OSError:
            return None
        return None if b"\0" in start else start.partition(b"\n")[0].decode("utf-8", "replace")

    def text(self, path: str) -> str | None:
        """All of the file; None for anything but a text file of a usual size."""
        try:
            found = kept_bytes(path, most=_LONGEST_TEXT)
        except OSError:
            return None
        return None if b"\0" in found else found.decode("utf-8", "replace")

    def in_git_index(self, index: str, name: str) -> bool | None:
        """Whether the index names the file; False if there is no index, None if it cannot be read."""
        try:
            found = read_bytes(index, most=_LARGEST_INDEX)
        except FileNotFoundError:
            return False
        except OSError:
            return None
        return names(found, name)

    def is_open_to_all(self, path: str) -> bool:
        """Whether every user may write to it; a folder whose files only their owners may remove does not count."""
        try:
            mode = os.stat(path).st_mode
        except (OSError, ValueError):
            return False
        guarded = stat.S_ISDIR(mode) and bool(mode & stat.S_ISVTX)
        # Elsewhere, the bits say nothing of other people.
        return self.is_posix and bool(mode & stat.S_IWOTH) and not guarded

    def home(self) -> str:
        """The user's home directory."""
        return self.home_folder

    def has_program(self, name: str) -> bool:
        """Whether a program of that name is on the PATH; true if there may be others, or no PATH is given."""
        if not self.search_path or not self.is_posix:
            return True
        try:
            return bool(_program(name, self.search_path))
        except (FileNotFoundError, ValueError):
            return False


@lru_cache(maxsize=256)
def _program(name: str, search_path: str) -> str:
    # Raising keeps a miss out of the cache: the program may be installed later.
    paths = (os.path.join(folder, name) for folder in search_path.split(os.pathsep))
    found = next((it for it in paths if os.path.isfile(it) and os.access(it, os.X_OK)), None)
    if found is None:
        raise FileNotFoundError(name)
    return found
