"""The settings that files are compared with, and what is wrong in those."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from hookwright.analysis.reports.checked import Checked, relative
from hookwright.analysis.settings.failing import DEFAULT_FAIL_ON
from hookwright.analysis.settings.file import NO_SETTINGS, Ignore, Settings, SettingsFile, settings_in
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.analysis.suppression import is_excluded, speaks_of, unused_ignore
from hookwright.given_files import read_text
from hookwright.matching.globs import path_matches
from hookwright.model.failing import FailOn
from hookwright.paths import below, is_in


class SettingsInForce:
    """The settings files that were met, each read once, with the files that they were compared with.

    `codes` are those of the rules that are asked, `versions` those of agents that count before any other, by dialect,
    and `fail_on` is what fails a check instead of what the settings say.  `committed` are the settings of a commit,
    which count in place of those on the `disk`.  `exclude` are more globs, from the current folder on.
    """

    def __init__(
        self,
        disk: ProjectSettings,
        codes: Collection[str],
        versions: Mapping[str, str],
        fail_on: FailOn | None = None,
        committed: ProjectSettings | None = None,
        exclude: Collection[str] = (),
    ) -> None:
        self._exclude, self._here = exclude, os.getcwd() if exclude else ""
        self._disk, self._committed = disk, committed
        self._codes, self._versions, self._fail_on = codes, versions, fail_on
        self._files: dict[str, SettingsFile] = {}
        self._in_commit: dict[str, SettingsFile] = {}
        self._used: set[tuple[str, Ignore]] = set()
        self._judged: dict[str, list[str]] = {}
        self._overruled: dict[str, None] = {}

    def settings(self, project: str) -> Settings:
        """Those of a project, with the versions that count first; raises UnreadableInput if they cannot be read."""
        path = self._disk.path(project)
        if path is not None and path not in self._files:
            self.take(path, read_text(path))
        found = None if path is None else self._files[path]
        if self._committed is not None:
            found = self._settings_in_commit(self._committed, project, found)
        settings = NO_SETTINGS if found is None else found.settings
        return replace(settings, versions={**settings.versions, **self._versions}) if self._versions else settings

    def fail_on(self, settings: Settings) -> FailOn:
        """What fails the check of a file that was compared with the settings."""
        return self._fail_on or settings.fail_on or DEFAULT_FAIL_ON

    def excludes(self, path: str, settings: Settings) -> bool:
        """Whether nothing is to be said of the file, by its project's settings or by the user's own globs."""
        if is_excluded(path, settings):
            return True
        name = below(path, self._here) if self._exclude else None
        return name is not None and any(path_matches(it, name) for it in self._exclude)

    def take(self, path: str, text: str) -> None:
        """Reads the text as the settings at the path."""
        self._files[path] = settings_in(path, text)

    def note(self, path: str, settings: Settings, used: Iterable[Ignore]) -> None:
        """Keeps in mind that the file was compared with the settings, and which entries have kept something back."""
        self._judged.setdefault(settings.folder, []).append(path)
        self._used.update((settings.folder, it) for it in used)

    def checked(self, whole: tuple[str, ...]) -> Iterator[Checked]:
        """The settings files with what is wrong in them; `whole` are the folders of which all files were judged."""
        for path, file in tuple(self._files.items()):
            entries = file.settings.ignores if self._committed is None else ()
            unused = [unused_ignore(file, it) for it in entries if self._is_unused(it, file.settings, whole)]
            found = sorted([*file.diagnostics, *unused], key=lambda it: (it.span.start, it.span.end))
            fail_on = self.fail_on(self.settings(file.settings.folder) if self._committed else file.settings)
            yield Checked(relative(path, os.getcwd()), file.tree, None, tuple(found), fail_on=fail_on)

    def overruled(self) -> tuple[str, ...]:
        """The settings files on the disk that differ from those of the commit, which counted."""
        return tuple(self._overruled)

    def _settings_in_commit(
        self, committed: ProjectSettings, project: str, on_disk: SettingsFile | None
    ) -> SettingsFile | None:
        """The settings that the project has in the commit, where those on the disk are others."""
        found, path = committed.text(project), self._disk.path(project)
        if found is None or path != found[0] or on_disk is None or on_disk.tree.text != found[1]:
            self._overruled.update(dict.fromkeys(it for it in (path, found and found[0]) if it is not None))
        if found is None:
            return None
        if found[0] not in self._in_commit:
            self._in_commit[found[0]] = settings_in(*found)
        return self._in_commit[found[0]]

    def _is_unused(self, entry: Ignore, settings: Settings, whole: tuple[str, ...]) -> bool:
        if (settings.folder, entry) in self._used or entry.code not in self._codes:
            return False
        if any(is_in(settings.folder, it) for it in whole):
            return True
        judged = self._judged.get(settings.folder, [])
        return entry.file is not None and any(speaks_of(entry, it, settings) for it in judged)
