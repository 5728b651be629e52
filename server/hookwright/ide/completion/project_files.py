"""The scripts below a folder, found by a bounded walk that remembers unchanged folders."""

from __future__ import annotations

import os
import time
from collections import deque
from functools import lru_cache

from msgspec import Struct

from hookwright.analysis.scripts.interpreters import SCRIPT_SUFFIX

MOST_ENTRIES = 4000
"""Limit on the entries looked at, in all folders together."""
MOST_FOLDERS = 400
MOST_SCRIPTS = 200

_SETTLED_NANOSECONDS = 100_000_000
_OF_OTHERS = """
    .git .hg .svn .jj node_modules bower_components vendor __pycache__ site-packages venv .venv env .tox .nox .cache
    .mypy_cache .pytest_cache .ruff_cache .gradle .idea .next .nuxt .terraform .turbo .yarn dist build target out
    coverage
"""
_LEFT_OUT = frozenset(_OF_OTHERS.split())


class ProjectScript(Struct, frozen=True):
    """A script: its path below the folder, and whether it is executable."""

    path: str
    executable: bool


def scripts_below(folder: str) -> tuple[ProjectScript, ...]:
    """The scripts in the folder and below it, nearest first; dependencies' and tools' folders are skipped.

    A script has a known suffix, or no suffix and an x bit.  Links to folders are not followed.
    """
    found: list[ProjectScript] = []
    todo, entries, folders = deque([""]), 0, 0
    while todo and entries < MOST_ENTRIES and folders < MOST_FOLDERS and len(found) < MOST_SCRIPTS:
        below = todo.popleft()
        inner, files = _listed(os.path.join(folder, below))
        folders, entries = folders + 1, entries + len(inner) + len(files)
        for name in files:
            path = f"{below}/{name}" if below else name
            executable = os.access(os.path.join(folder, path), os.X_OK)
            if SCRIPT_SUFFIX.search(name) or executable:
                found.append(ProjectScript(path, executable))
        todo.extend(f"{below}/{it}" if below else it for it in inner)
    return tuple(found[:MOST_SCRIPTS])


def _listed(folder: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The folders and the possible scripts in a folder, by name."""
    try:
        stamp = os.stat(folder).st_mtime_ns
        # A folder that has only just changed may change again within the same time stamp.
        listing = _listing if time.time_ns() - stamp > _SETTLED_NANOSECONDS else _listing.__wrapped__
        return listing(folder, stamp)
    except OSError:
        return (), ()


@lru_cache(maxsize=2 * MOST_FOLDERS)
def _listing(folder: str, stamp: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    inner: list[str] = []
    files: list[str] = []
    with os.scandir(folder) as entries:
        for number, it in enumerate(entries):
            if number >= MOST_ENTRIES:
                break
            if it.is_dir(follow_symlinks=False):
                if it.name not in _LEFT_OUT:
                    inner.append(it.name)
            elif (SCRIPT_SUFFIX.search(it.name) or not os.path.splitext(it.name)[1]) and not it.is_dir():
                files.append(it.name)
    return tuple(sorted(inner)), tuple(sorted(files))
