"""The settings that files are held against, and what is wrong in those."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from hookwright.analysis.reports.checked import Checked, relative
from hookwright.analysis.settings.file import NO_SETTINGS, Ignore, Settings, SettingsFile, settings_in
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.analysis.suppression import speaks_of, unused_ignore
from hookwright.given_files import read_text
from hookwright.paths import is_in


class SettingsInForce:
    """The settings files that were met, each read once, with the files that they were held against.

    `codes` are those of the rules that are asked, `versions` those of agents that count before any other, by dialect.
    """

    def __init__(self, projects: ProjectSettings, codes: Collection[str], versions: Mapping[str, str]) -> None:
        self._projects = projects
        self._codes, self._versions = codes, versions
        self._files: dict[str, SettingsFile] = {}
        self._used: set[tuple[str, Ignore]] = set()
        self._judged: dict[str, list[str]] = {}

    def settings(self, project: str) -> Settings:
        """Those of a project, with the versions that count first; raises UnreadableInput where they cannot be read."""
        path = self._projects.path(project)
        if path is not None and path not in self._files:
            self.take(path, read_text(path))
        settings = NO_SETTINGS if path is None else self._files[path].settings
        return replace(settings, versions={**settings.versions, **self._versions}) if self._versions else settings

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
