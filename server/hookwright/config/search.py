"""Which files of a folder are hook files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hookwright.dialects import for_path, guess
from hookwright.dialects.plugins import has_hooks, manifest_at
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope

# Folders that hold other people's code, or none at all.
PASSED_OVER = frozenset({".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", "site-packages"})
_MOST_BYTES = 1 << 20


def hook_files(folder: str, home: str) -> Iterator[str]:
    """The hook files below the folder, sorted: those at a place that an agent reads, and those that look like one.

    A file that cannot be read is given too where its place tells what it is; whoever reads it says so.  The manifest of
    a plugin is one only if it says something about hooks.
    """
    for directory, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in PASSED_OVER)
        for name in sorted(names):
            path = os.path.join(directory, name)
            if name.endswith(".json") and _is_one(path, home):
                yield path


def _is_one(path: str, home: str) -> bool:
    placed = for_path(path, home=home)
    if placed is None:
        return told_by_content(path) is not None
    return manifest_at(placed[0], path) is None or has_hooks(placed[0], path)


def told_by_content(path: str) -> tuple[Dialect, Scope] | None:
    """Whose file it is, by its path and what it holds; None where nothing tells, or it cannot be read."""
    try:
        if os.path.getsize(path) > _MOST_BYTES:
            return None
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return guess(path, text)
