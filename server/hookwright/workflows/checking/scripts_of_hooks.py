"""Which scripts a check is about: those of the hooks in the files that it checks, and those that the user names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.reports.checked import UncheckedScript, relative
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.script_uses import ScriptRun, script_runs, script_subjects
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.config.current_project import project_of_script
from hookwright.config.discover import sightings
from hookwright.config.hook_modules import is_module_path
from hookwright.config.view import HookFile
from hookwright.dialects.outlines import OUTLINES
from hookwright.errors import HookwrightError, UnreadableInput
from hookwright.given_files import read_text
from hookwright.host import NOBODY, Host
from hookwright.paths import is_in
from hookwright.readers.search import hook_paths
from hookwright.scripts.effects import Language, Script
from hookwright.scripts.library import ScriptLibrary
from hookwright.scripts.read import Reader, read_script
from hookwright.scripts.source import MOST_BYTES, Source
from hookwright.workflows.checking.kept_readings import reader_for
from hookwright.workflows.hook_files import hook_file

_NOT_RUN = "no hook of its project runs this script"
_CHANGED = "a hook changes what this script reads, prints or exits with, or runs it in another language"


class ScriptsOfHooks:
    """The scripts, each with every hook of its project that runs it, whether the file of that is checked or not."""

    def __init__(
        self, dialect: str | None, host: Host, disk: RealDisk, projects: ProjectSettings, *, caches: bool = True
    ) -> None:
        self._dialect, self._host, self._disk, self._projects, self._caches = dialect, host, disk, projects, caches
        self._texts: dict[str, str] = {}
        self._library = ScriptLibrary(self._texts, self._read)
        self._runs: list[ScriptRun] = []
        self._known: set[str] = set()
        self._checked: set[str] = set()
        self._around: dict[str, None] = {}
        self._named: dict[str, str] = {}

    def take(self, file: HookFile) -> None:
        """Takes in a hook file that is checked: its scripts are, too."""
        self._checked.add(file.path)
        if self._take(file):
            self._around[file.project] = None

    def name(self, path: str, text: str | None = None) -> None:
        """Takes in a script that the user names; `text` counts in place of what is on the disk.

        Raises UnreadableInput for one that is too long.
        """
        absolute = os.path.abspath(path)
        if text is not None:
            self._texts[absolute] = text
        if self._library.text(absolute) is None:
            raise UnreadableInput(
                f"`{path}` cannot be checked", f"a script is read up to {MOST_BYTES >> 10} KB, in UTF-8"
            )
        self._named[os.path.realpath(absolute)] = path

    def subjects(self) -> tuple[ScriptSubject, ...]:
        """The scripts to check, in the order of their paths; a script that cannot be read is none."""
        for path in self._named.values():
            self._find_hooks_of(os.path.abspath(path))
        for project in self._around:
            self._take_all(path for path in _places(project, NOBODY))
        found = script_subjects(self._runs, self._library, self._disk)
        return tuple(it for it in found if self.is_named(it) or any(use.file.path in self._checked for use in it.uses))

    def is_named(self, script: ScriptSubject) -> bool:
        """Whether the user names the script."""
        return bool(self._named) and os.path.realpath(script.path) in self._named

    def name_of(self, script: ScriptSubject) -> str:
        """The path of a script as the user has named it, else from the current folder on."""
        named = self._named.get(os.path.realpath(script.path)) if self._named else None
        return named or relative(script.path, os.getcwd())

    def unchecked(self, found: tuple[ScriptSubject, ...]) -> tuple[UncheckedScript, ...]:
        """The scripts that the user names, as they are named, that are not among those to check."""
        if not self._named:
            return ()
        checked = {os.path.realpath(it.path) for it in found}
        run = {os.path.realpath(it.path) for it in self._runs}
        left = ((real, path) for real, path in self._named.items() if real not in checked)
        return tuple(UncheckedScript(path, _CHANGED if real in run else _NOT_RUN) for real, path in left)

    def _read(self, language: Language, source: Source) -> Script:
        return self._reader(language, source)

    @cached_property
    def _reader(self) -> Reader:
        # The folder is made with the first script that is read.
        return reader_for(self._host) if self._caches else read_script

    def _find_hooks_of(self, path: str) -> None:
        """Takes in the hook files of a script's project or plugin, and where none of them runs it, the user's."""
        project, home = project_of_script(path, self._host.home), self._host.home
        if not is_in(os.path.realpath(home) if home else "", project):
            self._take_all(it.path for it in sightings(project, home, self._projects.dialect_of) if not it.stranger)
        real = os.path.realpath(path)
        if home and not any(os.path.realpath(it.path) == real for it in self._runs):
            self._take_all(_places(project, self._host))

    def _take_all(self, paths: Iterator[str]) -> None:
        for path in paths:
            absolute = os.path.abspath(path)
            if absolute not in self._known and os.path.isfile(absolute) and not is_module_path(absolute):
                try:
                    self._take(hook_file(absolute, read_text(absolute), self._dialect, self._host, self._projects))
                except HookwrightError:
                    # What is wrong with a file is said where it is checked.
                    continue

    def _take(self, file: HookFile) -> bool:
        """Whether the hooks of a file run scripts that count; each file is taken once."""
        if file.path in self._known:
            return False
        self._known.add(file.path)
        found = list(script_runs(Subject(file, file.project, self._disk)))
        self._runs += found
        return bool(found)


def _places(project: str, host: Host) -> Iterator[str]:
    """Where the agents look for hook files of a project, and of the user where the host has one."""
    for outline in OUTLINES:
        yield from (path for _, path in hook_paths(outline, project, host))
