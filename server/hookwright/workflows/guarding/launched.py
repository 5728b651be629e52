"""Scripts as one hook starts them: with its arguments, in its folder, and with the files of the project they run."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from hookwright.analysis.contract.objects import objects_in
from hookwright.analysis.contract.refusals import refuses_by_object
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.script_uses import ScriptRun
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Cause, Language, ReadArgument, Run
from hookwright.scripts.library import ScriptLibrary, lying
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Launch, Source
from hookwright.scripts.values import Spot
from hookwright.shell.programs import INTERPRETERS, known_as

_OF_PACKAGES = late_pattern(r"\b(?:npm|npx|pnpm|yarn|bun)\b|node_modules")


class LaunchedScripts:
    """The scripts of runs of hooks as each of these starts them; `followed` are the paths of files that they run.

    `commands` are commands that are read as scripts themselves.
    """

    def __init__(
        self, library: ScriptLibrary, runs: Sequence[ScriptRun], commands: Sequence[tuple[ScriptUse, Launch]] = ()
    ) -> None:
        self.followed = set[str]()
        self._library = library
        self._commands = {id(use) for use, _ in commands}
        self._launches = {id(it.use): it.launch for it in runs} | {id(use): it for use, it in commands}

    def of(self, script: ScriptSubject, use: ScriptUse) -> ScriptSubject:
        """The script as a hook starts it."""
        launch = self._launches.get(id(use))
        return script if launch is None or not _depends(script, launch) else self._read(script, use, launch)

    def here(self, script: ScriptSubject, use: ScriptUse) -> ScriptSubject | None:
        """The same on this machine, where it looks for programs in vain; None if it finds all of them."""
        launch = self._launches.get(id(use))
        programs = tuple((it, script.has_program(it)) for it in asked_programs(script))
        if launch is None or all(there for _, there in programs):
            return None
        return self._read(script, use, replace(launch, programs=programs))

    def where(self, script: ScriptSubject, use: ScriptUse, programs: Mapping[str, bool]) -> ScriptSubject | None:
        """The same where some programs are there and others are not; None if it is not known how it is started."""
        launch = self._launches.get(id(use))
        return None if launch is None else self._read(script, use, replace(launch, programs=(*programs.items(),)))

    def _read(self, script: ScriptSubject, use: ScriptUse, launch: Launch) -> ScriptSubject:
        if id(use) in self._commands:
            source = Source(script.text, "", lambda _: None, launch, lying)
            return replace(script, script=read_script(Language.SHELL, source), uses=(use,))
        known = self._library.script(script.path, script.script.language, launch)
        if known is None:
            return script
        folder = os.path.dirname(script.path)
        self.followed |= {os.path.normpath(os.path.join(folder, it)) for it in known.script.files}
        return replace(script, text=known.text, script=known.script, uses=(use,), beside=known.beside)


def asked_programs(script: ScriptSubject) -> dict[str, Spot]:
    """The programs that a script looks for, each with the place where it does so first."""
    found = dict[str, Spot]()
    for it in script.script.effects:
        if isinstance(it, Run) and it.asks and "/" not in it.program:
            found.setdefault(it.program, it.spot)
    return found


def comes_to_refuse(script: ScriptSubject, use: ScriptUse) -> bool:
    """Whether one of the ends of the script refuses for certain; a script that it runs may exit with the same code."""
    for it in script.endings.all:
        if it.cause is not Cause.UNCAUGHT and it.code is not None and use.blocks(it.code):
            return True
        printed = (one for text in it.prints for one in objects_in(script.text, text))
        if use.reaction(it.code or 0).reads_output and any(refuses_by_object(use, one) for one in printed):
            return True
    return False


def _depends(subject: ScriptSubject, launch: Launch) -> bool:
    """Whether more is known of a script if it is known how it is started."""
    script = subject.script
    if script.language is not Language.SHELL:
        return False
    if launch.lacks is not None and _OF_PACKAGES.search(subject.text):
        return True
    return not script.whole or any(isinstance(it, ReadArgument) or _runs_file(it) for it in script.effects)


def _runs_file(effect: object) -> bool:
    """Whether a program may be a script, or be given one."""
    if not isinstance(effect, Run) or effect.asks:
        return False
    return known_as(effect.program) in INTERPRETERS or not effect.program.isalnum()
