"""The settings of projects: the nearest `hookwright.json` of a folder, what it says, and which dialects it gives."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType

from hookwright.analysis.settings import FILE_NAME
from hookwright.files import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.analysis.settings.file import Settings

_NO_TEXTS: Mapping[str, str] = MappingProxyType({})


class ProjectSettings:
    """Those of any folder, each looked up and read once; a file that cannot be read says nothing.

    `is_file` stands in for the disk, and `texts` (by path) for what is on it.
    """

    def __init__(
        self, home: str, is_file: Callable[[str], bool] = os.path.isfile, texts: Mapping[str, str] = _NO_TEXTS
    ) -> None:
        self._home = home
        self._is_file = is_file
        self._texts = texts
        self._paths: dict[str, str | None] = {}
        self._read: dict[str, str | None] = {}

    def path(self, folder: str) -> str | None:
        """The nearest file in the folder or above it, within its repository and the home folder."""
        if folder not in self._paths:
            self._paths[folder] = self._nearest(os.path.normpath(folder))
        return self._paths[folder]

    def text(self, folder: str) -> tuple[str, str] | None:
        """Where the folder's settings are, and what they say."""
        path = self.path(folder)
        if path is not None and path not in self._read:
            self._read[path] = self._text(path)
        text = None if path is None else self._read[path]
        return None if path is None or text is None else (path, text)

    def settings(self, folder: str) -> Settings:
        """What applies to the files of a folder; what is not understood in it is left out."""
        # Importing every rule takes long, and few projects say anything.
        from hookwright.analysis.settings.file import NO_SETTINGS, settings_in

        found = self.text(folder)
        return NO_SETTINGS if found is None else settings_in(*found).settings

    def dialect_of(self, path: str) -> str | None:
        """The id of the dialect that a file, by its absolute path, is given."""
        folder = os.path.dirname(path)
        if not self.gives_dialects(folder):
            return None
        from hookwright.analysis.settings.file import dialect_in

        return dialect_in(self.settings(folder), path)

    def gives_dialects(self, folder: str) -> bool:
        """Whether the settings of a folder speak of dialects."""
        found = self.text(folder)
        return found is not None and '"dialects"' in found[1]

    def _nearest(self, folder: str) -> str | None:
        while True:
            path = os.path.join(folder, FILE_NAME)
            if path in self._texts or self._is_file(path):
                return path
            above = os.path.dirname(folder)
            if above == folder or folder == self._home or os.path.exists(os.path.join(folder, ".git")):
                return None
            folder = above

    def _text(self, path: str) -> str | None:
        try:
            return self._texts[path] if path in self._texts else read_text(path)
        except (OSError, UnicodeDecodeError):
            return None
