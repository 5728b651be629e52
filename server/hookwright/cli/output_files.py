"""Writes what a command is asked to put into a file instead of on the screen."""

from __future__ import annotations

from hookwright.errors import UnreadableInput


def write_file(path: str, text: str) -> None:
    """Writes a file that the user names; raises UnreadableInput."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as wrong:
        why = (wrong.strerror or str(wrong)).lower()
        raise UnreadableInput(
            f"`{path}` cannot be written: {why}", "name a file in a folder that you can write to"
        ) from wrong
