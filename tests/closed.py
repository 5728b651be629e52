"""A folder that may not be entered, for tests that may run as root, whom no permissions keep out."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def close(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Has the system refuse to list the folder, and to say anything of what is in it."""
    closed = str(folder)

    def refusing(name: str, *, itself: bool) -> Callable[..., Any]:
        real = getattr(os, name)

        def ask(path: Any = ".", *words: Any, **options: Any) -> Any:
            asked = "" if isinstance(path, int) else os.path.abspath(os.fsdecode(path))
            if asked.startswith(closed + os.sep) or (itself and asked == closed):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fsdecode(path))
            return real(path, *words, **options)

        return ask

    for name in ("stat", "lstat", "open"):
        monkeypatch.setattr(os, name, refusing(name, itself=False))
    for name in ("scandir", "listdir"):
        monkeypatch.setattr(os, name, refusing(name, itself=True))
