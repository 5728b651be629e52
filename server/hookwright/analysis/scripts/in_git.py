"""What git knows of a file: its repository, whether `.gitignore` names it, and whether other clones have it.

Git is not run.  Its index is asked only about files that are ignored.
"""

from __future__ import annotations

import os

from hookwright.analysis.rule import Disk
from hookwright.matching.ignore_files import IgnoreFile, ignores, read_ignore_file
from hookwright.paths import below, relative

_MOST_FOLDERS = 64
_ELSEWHERE = "gitdir:"


def repository(disk: Disk, folder: str) -> str | None:
    """The root of the repository that a folder is in; None if it is in none."""
    folders = _upwards(disk, folder)
    return folders[0] if folders else None


def is_ignored(disk: Disk, path: str) -> bool:
    """Whether git is told to ignore the file or a folder that it is in."""
    folders = _upwards(disk, os.path.dirname(path))
    if not folders:
        return False
    segments = relative(path, folders[0]).split("/")
    files: list[tuple[int, IgnoreFile]] = []
    own = disk.text(os.path.join(folders[0], ".git", "info", "exclude"))
    if own:
        files.append((0, read_ignore_file(own)))
    for depth, folder in enumerate(folders):
        text = disk.text(os.path.join(folder, ".gitignore"))
        if text:
            files.append((depth, read_ignore_file(text)))
        if ignores(files, segments[: depth + 1], is_folder=depth + 1 < len(segments)):
            return True
    return False


def is_tracked(disk: Disk, path: str) -> bool | None:
    """Whether git's index has the file; None if that cannot be told."""
    root = repository(disk, os.path.dirname(path))
    inside = below(path, root) if root is not None else None
    if root is None or inside is None:
        return None
    own = os.path.join(root, ".git")
    # In a worktree or a submodule, a file says where git keeps the rest.
    said = disk.text(own) if disk.is_file(own) else None
    if said is not None:
        own = os.path.normpath(os.path.join(root, said.removeprefix(_ELSEWHERE).strip()))
    return disk.in_git_index(os.path.join(own, "index"), inside)


def is_shared(disk: Disk, path: str) -> bool:
    """Whether a file is, or may come to be, in every clone."""
    return not is_ignored(disk, path) or is_tracked(disk, path) is True


def is_left_out(disk: Disk, path: str) -> bool:
    """Whether git leaves a file out of every other clone, for certain."""
    return is_ignored(disk, path) and is_tracked(disk, path) is False


def _upwards(disk: Disk, folder: str) -> list[str]:
    """The folders from the root of the repository down to one; none if it is in no repository."""
    found: list[str] = []
    while len(found) < _MOST_FOLDERS:
        found.append(folder)
        own = f"{folder}{os.sep}.git"
        if disk.is_file(f"{own}{os.sep}HEAD") or disk.is_file(own):
            return found[::-1]
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    return []
