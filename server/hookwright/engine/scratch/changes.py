"""What became of a folder: every file that was made, changed or deleted, with its difference."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from difflib import unified_diff
from enum import StrEnum
from typing import TypedDict

from msgspec import Struct

from hookwright.engine.scratch.walking import walk
from hookwright.files import read_bytes

MOST_CHANGES = 500

_LONGEST_SHOWN = 1 << 20
_LONGEST_DIFF = 64 * 1024


class ChangeKind(StrEnum):
    """What became of a file."""

    CREATED = "created"
    CHANGED = "changed"
    DELETED = "deleted"


class FileChangeJson(TypedDict):
    """What became of a file of the copy; `diff` is a unified one, or a sentence if there is none to show."""

    path: str
    kind: ChangeKind
    diff: str


class Change(Struct, frozen=True):
    """One file; `diff` is a unified one, or a sentence if there is none to show."""

    path: str
    kind: ChangeKind
    diff: str

    def to_json(self) -> FileChangeJson:
        """As clients receive it."""
        return {"path": self.path, "kind": self.kind, "diff": self.diff}


State = Mapping[str, tuple[int, ...]]
"""Each file's path below the folder, and what shows whether it was touched."""


def state_of(folder: str, leave_out: str | None = None) -> State:
    """Every file and link below the folder but git's own, and but the folder to leave out; nothing is read."""
    return dict(_stamps(folder, leave_out))


def changes_in(
    folder: str,
    before: State,
    original: Callable[[str], str | None],
    shown: Callable[[str], str],
    leave_out: str | None = None,
) -> Iterator[Change]:
    """What has changed since `before`, in the order of the paths.

    `original` gives the path at which a file still is as it was, `shown` the name under which it is reported.
    """
    after = state_of(folder, leave_out)
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) == after.get(path):
            continue
        old = original(path) if path in before else None
        new = os.path.join(folder, path) if path in after else None
        kind = ChangeKind.CREATED if path not in before else ChangeKind.CHANGED if path in after else ChangeKind.DELETED
        diff = _difference(old, new, shown(path))
        if diff or kind is not ChangeKind.CHANGED:
            yield Change(shown(path), kind, diff)


def _stamps(folder: str, leave_out: str | None) -> Iterator[tuple[str, tuple[int, ...]]]:
    def is_wanted(path: str, is_folder: bool) -> bool:
        return not (is_folder and (os.path.basename(path) == ".git" or os.path.join(folder, path) == leave_out))

    for path in walk(folder, is_wanted):
        try:
            found = os.lstat(os.path.join(folder, path))
        except OSError:
            continue
        yield path, (found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def _difference(old: str | None, new: str | None, name: str) -> str:
    """The unified difference of two files, None being no file; empty if nothing of them differs."""
    before, after = _content(old), _content(new)
    modes = _modes(old, new)
    if before is None or after is None or (before != after and b"\0" in before + after):
        return f"{modes}The content of {name} is not shown: it is not text, or too large.\n"
    if before == after:
        return modes
    first, second = _lines(before), _lines(after)
    ends = (f"a/{name}" if old else "/dev/null", f"b/{name}" if new else "/dev/null")
    diff = modes + "".join(unified_diff(first, second, *ends))
    return diff if len(diff) <= _LONGEST_DIFF else f"{diff[:_LONGEST_DIFF]}\n… and {len(diff) - _LONGEST_DIFF:,} more\n"


def _lines(content: bytes) -> list[str]:
    return [f"{it}\n" for it in content.decode("utf-8", "replace").splitlines()]


def _content(path: str | None) -> bytes | None:
    """The bytes of a file, the path that a link leads to; None if it is too large, or neither."""
    if path is None:
        return b""
    try:
        found = os.lstat(path)
        if stat.S_ISLNK(found.st_mode):
            return b"link to " + os.fsencode(os.readlink(path)) + b"\n"
        return read_bytes(path, most=_LONGEST_SHOWN, follow=False)
    except OSError:
        return None


def _modes(old: str | None, new: str | None) -> str:
    if old is None or new is None:
        return ""
    try:
        before, after = (stat.S_IMODE(os.lstat(it).st_mode) for it in (old, new))
    except OSError:
        return ""
    return "" if before == after else f"mode {before:o} became {after:o}\n"
