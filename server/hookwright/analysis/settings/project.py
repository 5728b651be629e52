"""Where the settings of a project are, and which dialects they give to its files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType

from hookwright.files import read_text

FILE_NAME = "hookwright.json"
_NO_TEXTS: Mapping[str, str] = MappingProxyType({})


def find_settings(project: str, home: str, is_file: Callable[[str], bool]) -> str | None:
    """The nearest `hookwright.json` in the project's folder or above it, within its repository and the home folder."""
    folder = os.path.normpath(project)
    while True:
        path = os.path.join(folder, FILE_NAME)
        if is_file(path):
            return path
        above = os.path.dirname(folder)
        if above == folder or folder == home or os.path.exists(os.path.join(folder, ".git")):
            return None
        folder = above


class ProjectDialects:
    """Which dialects projects give to their files, in the nearest `hookwright.json`; each is read once.

    `is_file` stands in for the disk, and `texts` (by path) for what is on it.  Settings that cannot be read give none.
    """

    def __init__(
        self, home: str, is_file: Callable[[str], bool] = os.path.isfile, texts: Mapping[str, str] = _NO_TEXTS
    ) -> None:
        self._home = home
        self._is_file = is_file
        self._texts = texts
        self._by_folder: dict[str, str | None] = {}
        self._by_settings: dict[str, str] = {}

    def dialect_of(self, path: str) -> str | None:
        """The id of the dialect that a file is given, by its absolute path."""
        found = self._settings(os.path.dirname(path))
        if found is None:
            return None
        # Importing every rule takes long, and few projects say anything about dialects.
        from hookwright.analysis.settings.file import dialect_in, settings_in

        return dialect_in(settings_in(found, self._text(found)).settings, path)

    def says_any(self, project: str) -> bool:
        """Whether the settings of a project speak of dialects."""
        return self._settings(project) is not None

    def _settings(self, folder: str) -> str | None:
        """The settings of a folder, where they speak of dialects."""
        if folder not in self._by_folder:
            found = find_settings(folder, self._home, self._exists)
            self._by_folder[folder] = found if found is not None and '"dialects"' in self._text(found) else None
        return self._by_folder[folder]

    def _exists(self, path: str) -> bool:
        return path in self._texts or self._is_file(path)

    def _text(self, path: str) -> str:
        if path not in self._by_settings:
            try:
                self._by_settings[path] = self._texts[path] if path in self._texts else read_text(path)
            except (OSError, UnicodeDecodeError):
                self._by_settings[path] = ""
        return self._by_settings[path]
