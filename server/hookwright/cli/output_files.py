"""Writes what a command is asked to put into a file instead of on the screen."""

from __future__ import annotations

import os

from hookwright.errors import UnreadableInput


def write_file(path: str, text: str, *, private: bool = False) -> None:
    """Writes a file that the user names; a new `private` one is for nobody else to read.  Raises UnreadableInput."""
    try:
        if private and not os.path.exists(path):
            # Nearly no command writes such a file, and this takes long to import.
            import tempfile

            number, empty = tempfile.mkstemp(dir=os.path.dirname(path) or os.curdir)
            os.close(number)
            os.replace(empty, path)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as wrong:
        why = (wrong.strerror or str(wrong)).lower()
        raise UnreadableInput(
            f"`{path}` cannot be written: {why}", "name a file in a folder that you can write to"
        ) from wrong
