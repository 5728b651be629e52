"""Which scripts need not be there: what a build makes, and what belongs to the project that a template is for."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hookwright.analysis.rule import Disk
from hookwright.matching.ignore_files import IgnoreFile, ignores, read_ignore_file
from hookwright.paths import relative

_TEMPLATES = frozenset({"template", "templates"})
_MOST_FOLDERS = 64


def is_template(path: str) -> bool:
    """Whether a file is one of a template: its scripts come to be where the template is used."""
    return not _TEMPLATES.isdisjoint(path.split(os.sep)[:-1])


def is_ignored(disk: Disk, path: str) -> bool:
    """Whether the `.gitignore` files of a repository name the file or a folder that it is in, so that it is made."""
    folders = list(_folders(disk, path))
    if not folders:
        return False
    segments = relative(path, folders[0]).split("/")
    files: list[tuple[int, IgnoreFile]] = []
    for depth, folder in enumerate(folders):
        text = disk.text(os.path.join(folder, ".gitignore"))
        if text:
            files.append((depth, read_ignore_file(text)))
        if ignores(files, segments[: depth + 1], is_folder=depth + 1 < len(segments)):
            return True
    return False


def _folders(disk: Disk, path: str) -> Iterator[str]:
    """The folders from the root of the repository down to the file's; none where it is in no repository."""
    found: list[str] = []
    folder = os.path.dirname(path)
    while len(found) < _MOST_FOLDERS:
        found.append(folder)
        if disk.is_file(os.path.join(folder, ".git", "HEAD")) or disk.is_file(os.path.join(folder, ".git")):
            yield from reversed(found)
            return
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above
