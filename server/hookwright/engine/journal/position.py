"""How far an export of the journal got, in a file that the user names."""

from __future__ import annotations

import json
import os

from hookwright.errors import UnreadableInput
from hookwright.files import read_bytes

_MOST_BYTES = 4096


class Position:
    """The number of the last dispatch that was exported; 0 before the first one, and where no file is named.

    Raises UnreadableInput if the file has something else in it, or cannot be read.
    """

    def __init__(self, path: str | None) -> None:
        self._path = path
        self.number = 0 if path is None else _read(path)

    def keep(self) -> None:
        """Writes the number, as a whole or not at all; raises UnreadableInput if the file cannot be written."""
        if self._path is None:
            return
        try:
            with open(f"{self._path}.new", "w", encoding="utf-8") as file:
                json.dump({"version": 1, "dispatch": self.number}, file)
                file.write("\n")
            os.replace(f"{self._path}.new", self._path)
        except OSError as wrong:
            raise UnreadableInput(
                f"The position of the export cannot be written to `{self._path}`: {wrong.strerror}",
                "name a file in a folder that you can write to",
            ) from wrong


def _read(path: str) -> int:
    begin_again = "name another file, or delete it to export everything again"
    try:
        found = json.loads(read_bytes(path, most=_MOST_BYTES))
    except FileNotFoundError:
        return 0
    except (OSError, ValueError) as wrong:
        raise UnreadableInput(f"`{path}` cannot be read as the position of an export: {wrong}", begin_again) from wrong
    number = found.get("dispatch") if isinstance(found, dict) else None
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise UnreadableInput(f"`{path}` has no position of an export", begin_again)
    return number
