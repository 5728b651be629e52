"""Which `hookwright.json` holds for a project, and what it says."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache

from hookwright.analysis.settings import FILE_NAME, Settings, SettingsFile, read_settings

NO_SETTINGS = Settings()


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


def settings_in(path: str, text: str) -> SettingsFile:
    """The settings that the text at the path has, remembered while it is the same."""
    return _remembered(text, os.path.dirname(path))


_remembered = lru_cache(maxsize=32)(read_settings)
