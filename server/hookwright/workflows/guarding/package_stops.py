"""Why hooks do not do their work whose commands run scripts and programs of the project's packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from hookwright.analysis.commands.shells import HookShell, understood
from hookwright.analysis.rule import Disk, Subject
from hookwright.analysis.rules.program_not_found import program_words
from hookwright.analysis.script_uses import ScriptRun
from hookwright.analysis.scripts.hook_places import places_of
from hookwright.analysis.scripts.in_command import with_folders
from hookwright.analysis.scripts.models import is_model
from hookwright.analysis.scripts.words import Places
from hookwright.scripts.library import ScriptLibrary
from hookwright.scripts.source import Lack, Launch
from hookwright.shell.tree import ShellCommand, Word
from hookwright.text import Route
from hookwright.workflows.guarding.guard import Stop
from hookwright.workflows.guarding.package_scripts import Missing, looks_itself, missing_of
from hookwright.workflows.guarding.standing import standings


class PackageLacks:
    """What commands of hooks lack of the project's packages; `repairs` has what brings each of the programs."""

    def __init__(self, subject: Subject) -> None:
        self.repairs: dict[str, str] = {}
        self._subject = subject
        self._disk = subject.disk
        self._is_model = is_model(subject.disk, subject.file.path)

    def of_scripts(self, runs: Sequence[ScriptRun], library: ScriptLibrary) -> tuple[ScriptRun, ...]:
        """Runs of scripts, with what their commands lack; scripts that install packages themselves lack nothing."""
        return tuple(
            it
            if self._is_model or looks_itself(library.text(it.path) or "")
            else replace(it, launch=replace(it.launch, lacks=self._lack))
            for it in runs
        )

    def of_commands(self) -> Mapping[Route, Launch]:
        """How the commands are started that lack something, by the routes of their hooks."""
        return {
            it.hook.route: Launch((), (*places.variables.items(),), places.folder, places.repository, lacks=self._lack)
            for it, places in ((*_commands(self._subject),) if not self._is_model else ())
            if any(_missing(it, places, self._disk))
        }

    def _lack(self, words: Sequence[str | None], folder: str) -> Lack | None:
        found = missing_of(words, folder, self._disk)
        if found is None:
            return None
        self.repairs.setdefault(found.program, found.repair)
        return Lack(found.program, found.code, found.prints)


def package_stops(subject: Subject) -> Iterator[tuple[Route, Stop]]:
    """Why hooks do not do their work, by their routes."""
    for it, places in _commands(subject) if not is_model(subject.disk, subject.file.path) else ():
        standing = standings(it.text, it.shell)
        for name, found in _missing(it, places, subject.disk):
            how = standing.get(name.start)
            if how is not None:
                stop = Stop(found.why, found.code, found.repair, how.is_part, how.is_hushed, is_late=True)
                yield it.hook.route, stop


def _commands(subject: Subject) -> Iterator[tuple[HookShell, Places]]:
    """The commands that may lack something, with what their paths start from."""
    for it in understood(subject.file):
        places = places_of(subject, it.group, it.hook)
        if places.folder is not None and not looks_itself(it.text):
            yield it, places


def _missing(it: HookShell, places: Places, disk: Disk) -> Iterator[tuple[Word, Missing]]:
    """What is missing for each command of a text, with the word that names the package manager."""
    for command, folder in with_folders(it.shell.sequence, dict(places.variables), places.folder):
        name = program_words(command)[-1] if command.runs and command.words else None
        if name is None or folder is None:
            continue
        found = missing_of(_words_from(name, command, places, folder), folder, disk)
        if found is not None:
            yield name, found


def _words_from(name: Word, command: ShellCommand, places: Places, folder: str) -> list[str | None]:
    """The words of a command from one on, as far as they are known."""

    def known(variable: str) -> str | None:
        return folder if variable == "PWD" else places.variables.get(variable)

    return [word.expand(known) for word in command.words if word.start >= name.start]
