"""What files looked like when a document was judged, so that one can tell later whether they have changed since."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias, TypeVar

from msgspec import Struct, field

from hookwright.analysis.disk import RealDisk

Answer = TypeVar("Answer")

# None if there is nothing.
Stamp: TypeAlias = tuple[int, int, int, int, int, int] | None

DATABASE_LOG = "-wal"
"""How the name of the log ends that SQLite keeps beside a database: what is not in the database itself yet."""


def stamp(path: str) -> Stamp:
    """What tells one state of a file from another."""
    try:
        it = os.stat(path)
    except (OSError, ValueError):
        return None
    if path.endswith(DATABASE_LOG):
        # Reading a database creates an empty log, and for root it sets the owner of the log again.  Neither is news.
        return (it.st_dev, it.st_ino, it.st_mode, it.st_size, it.st_mtime_ns, 0) if it.st_size else None
    return (it.st_dev, it.st_ino, it.st_mode, it.st_size, it.st_mtime_ns, it.st_ctime_ns)


def stamps(paths: Iterable[str]) -> dict[str, Stamp]:
    """The stamp of each path as it is now."""
    return {path: stamp(path) for path in paths}


class NotingDisk:
    """The real file system, with a stamp of every file that was asked about, taken before the answer.

    What was once read of a file is read again only when its stamp is another.
    """

    def __init__(self, home_folder: str, search_path: str = "") -> None:
        self._disk = RealDisk(home_folder, search_path)
        self.asked: dict[str, Stamp] = {}
        self._programs: dict[str, bool] = {}

    def is_current(self) -> bool:
        """Whether every answer about a file still holds."""
        return all(stamp(path) == then for path, then in self.asked.items())

    def is_file(self, path: str) -> bool:
        """As `RealDisk` has it."""
        return _whether(RealDisk.is_file, self._disk, path, self._stamp(path))

    def is_executable(self, path: str) -> bool:
        """As `RealDisk` has it."""
        return _whether(RealDisk.is_executable, self._disk, path, self._stamp(path))

    def first_line(self, path: str) -> str | None:
        """As `RealDisk` has it."""
        return _text(RealDisk.first_line, self._disk, path, self._stamp(path))

    def text(self, path: str) -> str | None:
        """As `RealDisk` has it."""
        return _text(RealDisk.text, self._disk, path, self._stamp(path))

    def in_git_index(self, index: str, name: str) -> bool | None:
        """As `RealDisk` has it."""
        return _in_index(self._disk, index, name, self._stamp(index))

    def is_open_to_all(self, path: str) -> bool:
        """As `RealDisk` has it."""
        return _whether(RealDisk.is_open_to_all, self._disk, path, self._stamp(path))

    def home(self) -> str:
        """The user's home directory."""
        return self._disk.home()

    def has_program(self, name: str) -> bool:
        """As `RealDisk` has it; a program that is installed later is found when the document is judged again."""
        if name not in self._programs:
            self._programs[name] = self._disk.has_program(name)
        return self._programs[name]

    def _stamp(self, path: str) -> Stamp:
        if path not in self.asked:
            self.asked[path] = stamp(path)
        return self.asked[path]


def _ask(ask: Callable[[RealDisk, str], Answer], disk: RealDisk, path: str, stamp: Stamp) -> Answer:
    """What the disk answers about a file in the state of the stamp."""
    return ask(disk, path)


@lru_cache(maxsize=256)
def _in_index(disk: RealDisk, index: str, name: str, stamp: Stamp) -> bool | None:
    return disk.in_git_index(index, name)


_whether: Callable[[Callable[[RealDisk, str], bool], RealDisk, str, Stamp], bool] = lru_cache(maxsize=1024)(_ask)
_text: Callable[[Callable[[RealDisk, str], str | None], RealDisk, str, Stamp], str | None] = lru_cache(maxsize=64)(_ask)


class Inspected(Struct):
    """The stamps of everything that a tree depends on, taken before it was looked at.

    `places` are those of hook files, whether there is one or not; `others` are all others.
    """

    places: dict[str, Stamp] = field(default_factory=dict)
    others: dict[str, Stamp] = field(default_factory=dict)

    def stamp(self, path: str) -> Stamp:
        """The stamp of another file, as it was when it was asked for first."""
        if path not in self.others:
            self.others[path] = stamp(path)
        return self.others[path]

    def is_file(self, path: str) -> bool:
        """Whether a file was there then."""
        found = self.stamp(path)
        return found is not None and stat.S_ISREG(found[2])
