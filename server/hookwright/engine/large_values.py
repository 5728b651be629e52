"""Files for values that no environment can hold, there for as long as the hooks of one dispatch run (B4)."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory


class LargeValues:
    """A temporary folder for this user only, made for the first value in `above`; close it when the runs have ended."""

    def __init__(self, above: str | None = None) -> None:
        self._above = above
        self._folder: TemporaryDirectory[str] | None = None

    def write(self, name: str, text: str) -> str | None:
        """The path of a file that holds the text in UTF-8; None if the disk does not take it."""
        try:
            if self._folder is None:
                # Few dispatches have such values.
                from tempfile import TemporaryDirectory

                self._folder = TemporaryDirectory(prefix="hookwright-", dir=self._above, ignore_cleanup_errors=True)
            path = os.path.join(self._folder.name, name)
            with open(path, "wb") as stream:
                stream.write(text.encode("utf-8", "replace"))
        except OSError:
            return None
        return path

    def close(self) -> None:
        """Removes what was written."""
        folder, self._folder = self._folder, None
        if folder is not None:
            with suppress(OSError):
                folder.cleanup()
