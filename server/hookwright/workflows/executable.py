"""The one thing that a fix does to a script which is no edit: it makes it executable."""

from __future__ import annotations

import os
import stat

from hookwright.errors import UnreadableInput


def make_executable(path: str) -> None:
    """Sets the x bit for everybody who has the r bit; raises UnreadableInput where that cannot be done (D7)."""
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
        os.chmod(path, mode | (mode & 0o444) >> 2)
    except OSError as wrong:
        raise UnreadableInput(f"`{path}` cannot be made executable", (wrong.strerror or str(wrong)).lower()) from wrong
