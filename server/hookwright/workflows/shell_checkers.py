"""Asks ShellCheck and the shells about commands in the background; answers are kept by command text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from hookwright.analysis.commands.shell_lint import SHELLS, Remark, ShellText, arguments, read_refusal, read_remarks
from hookwright.engine.process import Command, Finished, run
from hookwright.paths import is_in
from hookwright.shell.tree import ShellFault

if TYPE_CHECKING:
    from asyncio import Semaphore

_MOST_KEPT = 4096
_AT_ONCE = 2
_SECONDS = 5.0
_MOST_BYTES = 4 << 20
# All that the tools get of this process's environment.
_ENVIRONMENT = {"LC_ALL": "C.UTF-8"}
_NAME = "shellcheck"
_Said = TypeVar("_Said")


def find_program(name: str, search_path: str, folders: Iterable[str] = ()) -> str | None:
    """The program on the search path; relative entries and those inside the folders are skipped.

    So are links that lead into the folders.
    """
    forbidden = [os.path.realpath(it) for it in folders]
    for entry in search_path.split(os.pathsep):
        path = os.path.join(entry, name)
        if not os.path.isabs(entry) or not os.path.isfile(path) or not os.access(path, os.X_OK):
            continue
        if not any(is_in(os.path.realpath(it), folder) for it in (path, entry) for folder in forbidden):
            return path
    return None


async def run_tool(argv: tuple[str, ...], text: str) -> Finished:
    """Runs a program that reads a command on standard input, in the root folder and with a minimal environment."""
    return await run(Command(argv, os.sep, _ENVIRONMENT, text.encode("utf-8"), _SECONDS, kept_bytes=_MOST_BYTES))


class ToolAnswers(Generic[_Said]):
    """The answers of a tool by command; subclasses ask the tool in `ask`."""

    def __init__(self) -> None:
        self._known: dict[ShellText, tuple[_Said, ...]] = {}

    async def ask(self, command: ShellText) -> tuple[_Said, ...]:
        """The answers about a command; empty if the program takes too long or cannot be started."""
        raise NotImplementedError

    def known(self, command: ShellText) -> tuple[_Said, ...] | None:
        """The known answers about a command; None if it has not been asked about."""
        return self._known.get(command)

    async def learn(self, commands: Iterable[ShellText]) -> bool:
        """Asks about the commands that are not known, two at a time; true if there is any answer."""
        import asyncio

        turn = asyncio.Semaphore(_AT_ONCE)
        new = [it for it in dict.fromkeys(commands) if it not in self._known]
        found = await asyncio.gather(*(self._in_turn(it, turn) for it in new))
        for command, said in zip(new, found, strict=True):
            self._known[command] = said
        while len(self._known) > _MOST_KEPT:
            del self._known[next(iter(self._known))]
        return any(found)

    async def _in_turn(self, command: ShellText, turn: Semaphore) -> tuple[_Said, ...]:
        async with turn:
            return await self.ask(command)


class ShellCheck(ToolAnswers[Remark]):
    """ShellCheck's remarks on commands."""

    def __init__(self, program: str) -> None:
        super().__init__()
        self._program = program

    async def ask(self, command: ShellText) -> tuple[Remark, ...]:
        """The remarks on a command."""
        finished = await run_tool((self._program, *arguments(command.shell)), command.text)
        return read_remarks(finished.stdout, command.text)


class Shells(ToolAnswers[ShellFault]):
    """Syntax errors that the shells report; each is run with `-n`, which executes nothing."""

    def __init__(self, programs: Mapping[str, str]) -> None:
        super().__init__()
        self.programs = programs

    async def ask(self, command: ShellText) -> tuple[ShellFault, ...]:
        """The first syntax error of a command."""
        finished = await run_tool((self.programs[command.shell], "-n"), command.text)
        return read_refusal(finished.exit_code, finished.stderr, command)


class ShellCheckers:
    """The tools that are installed; either may be missing, and it is false if both are."""

    def __init__(self, shellcheck: ShellCheck | None = None, shells: Shells | None = None) -> None:
        self.shellcheck = shellcheck
        self.shells = shells

    def __bool__(self) -> bool:
        return self.shellcheck is not None or self.shells is not None


def find_shell_checkers(search_path: str, folders: Iterable[str] = ()) -> ShellCheckers:
    """ShellCheck and the shells on the search path, but none from inside the folders."""
    folders = tuple(folders)
    program = find_program(_NAME, search_path, folders)
    found = {it: path for it in SHELLS if (path := find_program(it, search_path, folders))}
    return ShellCheckers(ShellCheck(program) if program else None, Shells(found) if found else None)


class PendingQuestions:
    """What one judgment asks; `missing` are the commands left for ShellCheck, `unread` those left for shells."""

    def __init__(self, checkers: ShellCheckers) -> None:
        self._checkers = checkers
        self.missing: list[ShellText] = []
        self.unread: list[ShellText] = []

    def remarks(self, command: ShellText) -> tuple[Remark, ...]:
        """ShellCheck's remarks on a command; empty if not known yet."""
        return _known(self._checkers.shellcheck, command, self.missing)

    def refusal(self, command: ShellText) -> ShellFault | None:
        """The syntax error that the shell reports; None if there is none, or it is not known yet."""
        shells = self._checkers.shells
        found = _known(shells if shells and command.shell in shells.programs else None, command, self.unread)
        return found[0] if found else None

    @property
    def misses(self) -> bool:
        """Whether anything is left to ask."""
        return bool(self.missing or self.unread)

    async def learn(self) -> bool:
        """Asks what is left, shells first; true if there is any answer."""
        said = [await it.learn(left) for it, left in self._left()]
        return any(said)

    def _left(self) -> Iterable[tuple[ToolAnswers[ShellFault] | ToolAnswers[Remark], list[ShellText]]]:
        if self._checkers.shells is not None:
            yield self._checkers.shells, self.unread
        if self._checkers.shellcheck is not None:
            yield self._checkers.shellcheck, self.missing


def _known(checker: ToolAnswers[_Said] | None, command: ShellText, missing: list[ShellText]) -> tuple[_Said, ...]:
    """The known answers; without any, the command is noted as missing."""
    found = checker.known(command) if checker is not None else ()
    if found is None:
        missing.append(command)
    return found or ()
