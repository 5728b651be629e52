"""Finds the files of hook tests below folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from hookwright.errors import UnreadableInput
from hookwright.workflows.testing.case import CaseFile
from hookwright.workflows.testing.read import SUFFIXES, read_tests

_PASSED_OVER = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__"})


def test_files(paths: Iterable[str]) -> Iterator[str]:
    """The named files, and those below the named folders that end in `.hooktest.yaml`, in the order of their names."""
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(it for it in folders if it not in _PASSED_OVER)
            yield from (os.path.normpath(os.path.join(folder, it)) for it in sorted(files) if it.endswith(SUFFIXES))


def read_file(path: str) -> CaseFile:
    """The tests of a file on disk; raises UnreadableInput."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"`{path}` is not UTF-8", "save it as UTF-8") from error
    except OSError as error:
        reason = "there is no such file; check the path" if isinstance(error, FileNotFoundError) else error.strerror
        raise UnreadableInput(f"`{path}` cannot be read", str(reason).lower()) from error
    return read_tests(path, text)
