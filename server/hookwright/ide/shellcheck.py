"""Where ShellCheck is, and what it says of commands: asked in the background, and remembered by the command's text."""

from __future__ import annotations

import os
from collections.abc import Iterable

from hookwright.analysis.shell_lint import Remark, ShellText, arguments, read_remarks
from hookwright.engine.process import Command, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import Semaphore

_NAME = "shellcheck"
_MOST_KEPT = 4096
_AT_ONCE = 2
_SECONDS = 5.0
_MOST_BYTES = 4 << 20
# All that it gets of this process' environment.
_ENVIRONMENT = {"LC_ALL": "C.UTF-8"}


def find_shellcheck(search_path: str, folders: Iterable[str] = ()) -> str | None:
    """The program on the search path; entries that are relative, or inside the folders, are passed over.

    A link from elsewhere into the folders is passed over as well.
    """
    forbidden = [os.path.realpath(it) for it in folders]
    for entry in search_path.split(os.pathsep):
        path = os.path.join(entry, _NAME)
        if not os.path.isabs(entry) or not os.path.isfile(path) or not os.access(path, os.X_OK):
            continue
        if not any(_is_below(os.path.realpath(it), folder) for it in (path, entry) for folder in forbidden):
            return path
    return None


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


class ShellCheck:
    """The remarks on the commands that were asked about."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._known: dict[ShellText, tuple[Remark, ...]] = {}

    def known(self, command: ShellText) -> tuple[Remark, ...] | None:
        """The remarks; None where they have not been asked for."""
        return self._known.get(command)

    async def learn(self, commands: Iterable[ShellText]) -> bool:
        """Asks about those that are not known, two at a time, and tells whether there are remarks on any of them.

        Of a command that takes too long, and where the program cannot be started, nothing is said.
        """
        import asyncio

        turn = asyncio.Semaphore(_AT_ONCE)
        new = [it for it in dict.fromkeys(commands) if it not in self._known]
        found = await asyncio.gather(*(self._ask(it, turn) for it in new))
        for command, remarks in zip(new, found, strict=True):
            self._known[command] = remarks
        while len(self._known) > _MOST_KEPT:
            del self._known[next(iter(self._known))]
        return any(found)

    async def _ask(self, command: ShellText, turn: Semaphore) -> tuple[Remark, ...]:
        argv = (self._program, *arguments(command.shell))
        text = command.text.encode("utf-8")
        async with turn:
            finished = await run(
                Command(argv, os.sep, _ENVIRONMENT, text, _SECONDS, kept_bytes=_MOST_BYTES),
            )
        return read_remarks(finished.stdout, command.text)


class Asked:
    """What one judgement asks ShellCheck; `missing` are the commands that it could say nothing of yet."""

    def __init__(self, shellcheck: ShellCheck) -> None:
        self._shellcheck = shellcheck
        self.missing: list[ShellText] = []

    def remarks(self, command: ShellText) -> tuple[Remark, ...]:
        """The remarks on a command, none where they are not known yet."""
        found = self._shellcheck.known(command)
        if found is None:
            self.missing.append(command)
        return found or ()
