"""Which settings hold for the files of one `hookwright check`, and which of their entries nobody needed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.reports.checked import Checked, relative
from hookwright.analysis.rule import Rule
from hookwright.analysis.settings.file import NO_SETTINGS, Ignore, Settings, SettingsFile, find_settings, settings_in
from hookwright.analysis.suppression import speaks_of, unused_ignore
from hookwright.cli.options import read_text
from hookwright.paths import is_in


class InForce:
    """The settings files that were met, each read once, with the files that they were held against."""

    def __init__(self, home: str, rules: Iterable[Rule]) -> None:
        self._home = home
        self._codes = {it.code for it in rules}
        self._files: dict[str, SettingsFile] = {}
        self._used: set[tuple[str, Ignore]] = set()
        self._judged: dict[str, list[str]] = {}

    def settings(self, project: str) -> Settings:
        """Those of a project; raises UnreadableInput where they cannot be read."""
        path = find_settings(project, self._home, RealDisk(self._home).is_file)
        if path is None:
            return NO_SETTINGS
        if path not in self._files:
            self.take(path, read_text(path))
        return self._files[path].settings

    def take(self, path: str, text: str) -> None:
        """Reads the text as the settings at the path."""
        self._files[path] = settings_in(path, text)

    def note(self, path: str, settings: Settings, used: Iterable[Ignore]) -> None:
        """Keeps in mind that the file was held against the settings, and which entries have kept something back."""
        self._judged.setdefault(settings.folder, []).append(path)
        self._used.update((settings.folder, it) for it in used)

    def checked(self, whole: tuple[str, ...]) -> Iterator[Checked]:
        """The settings files with what is wrong in them; `whole` are the folders of which all files were judged."""
        for path, file in self._files.items():
            unused = [
                unused_ignore(file, it) for it in file.settings.ignores if self._is_unused(it, file.settings, whole)
            ]
            found = sorted([*file.diagnostics, *unused], key=lambda it: (it.span.start, it.span.end))
            yield Checked(relative(path, os.getcwd()), file.tree, None, tuple(found))

    def _is_unused(self, entry: Ignore, settings: Settings, whole: tuple[str, ...]) -> bool:
        if (settings.folder, entry) in self._used or entry.code not in self._codes:
            return False
        if any(is_in(settings.folder, it) for it in whole):
            return True
        judged = self._judged.get(settings.folder, [])
        return entry.file is not None and any(speaks_of(entry, it, settings) for it in judged)
