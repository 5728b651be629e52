"""Which scripts need not be there: what a build makes, and what belongs to the project that a template is for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from hookwright.analysis.rule import Disk

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec
from hookwright.paths import relative

_TEMPLATES = frozenset({"template", "templates"})
_MOST_FOLDERS = 64


def is_template(path: str) -> bool:
    """Whether a file is one of a template: its scripts come to be where the template is used."""
    return not _TEMPLATES.isdisjoint(path.split(os.sep)[:-1])


def is_ignored(disk: Disk, path: str) -> bool:
    """Whether the `.gitignore` files of a repository name the file, so that it is made and not kept."""
    ignored = False
    for folder in _folders(disk, path):
        text = disk.text(os.path.join(folder, ".gitignore"))
        found = _patterns(text).check_file(relative(path, folder)).include if text else None
        ignored = ignored if found is None else found
    return ignored


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


@lru_cache(maxsize=32)
def _patterns(text: str) -> GitIgnoreSpec:
    # Few files name a script that is not there.
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(text.splitlines())
