"""Marks of files, by which it is seen that one of them has changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

_MOST_BESIDE = 300
_CODE = frozenset((".py", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".sh", ".bash", ".rb", ".pl", ".jq"))

Mark = tuple[int, ...] | None
"""What changes with a file; None if there is none."""


def marks(paths: Iterable[str]) -> Mapping[str, Mark]:
    """The mark of each path."""
    return {it: _mark(it) for it in paths}


def with_code_beside(scripts: Iterable[str], project: str) -> tuple[str, ...]:
    """The scripts, and the code beside and below each, which it may load; none beside one in the project's folder."""
    found = dict.fromkeys(scripts)
    for folder in dict.fromkeys(map(os.path.dirname, tuple(found))):
        if folder != os.path.normpath(project):
            found |= dict.fromkeys(islice(_code_below(folder), _MOST_BESIDE))
    return tuple(found)


def _code_below(folder: str) -> Iterator[str]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(it for it in folders if not it.startswith((".", "__")) and it != "node_modules")
        yield from (os.path.join(here, it) for it in sorted(names) if os.path.splitext(it)[1] in _CODE)


def _mark(path: str) -> Mark:
    try:
        it = os.stat(path)
    except (OSError, ValueError):
        return None
    return it.st_dev, it.st_ino, it.st_mode, it.st_size, it.st_mtime_ns, it.st_ctime_ns
