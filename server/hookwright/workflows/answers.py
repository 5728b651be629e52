"""What programs outside say of commands: asked in the background, and remembered by the command's text."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Generic, TypeVar

from hookwright.analysis.shell_lint import ShellText
from hookwright.engine.process import Command, Finished, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import Semaphore

_Said = TypeVar("_Said")

_MOST_KEPT = 4096
_AT_ONCE = 2
_SECONDS = 5.0
_MOST_BYTES = 4 << 20
# All that they get of this process' environment.
_ENVIRONMENT = {"LC_ALL": "C.UTF-8"}


def find_program(name: str, search_path: str, folders: Iterable[str] = ()) -> str | None:
    """The program on the search path; entries that are relative, or inside the folders, are passed over.

    A link from elsewhere into the folders is passed over as well.
    """
    forbidden = [os.path.realpath(it) for it in folders]
    for entry in search_path.split(os.pathsep):
        path = os.path.join(entry, name)
        if not os.path.isabs(entry) or not os.path.isfile(path) or not os.access(path, os.X_OK):
            continue
        if not any(_is_below(os.path.realpath(it), folder) for it in (path, entry) for folder in forbidden):
            return path
    return None


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


async def told(argv: tuple[str, ...], text: str) -> Finished:
    """What a program does that reads a command on its standard input, in no folder of anybody's."""
    return await run(Command(argv, os.sep, _ENVIRONMENT, text.encode("utf-8"), _SECONDS, kept_bytes=_MOST_BYTES))


class Answers(Generic[_Said]):
    """What was said of the commands that were asked about; those who know say it in `ask`."""

    def __init__(self) -> None:
        self._known: dict[ShellText, tuple[_Said, ...]] = {}

    async def ask(self, command: ShellText) -> tuple[_Said, ...]:
        """What is said of a command, nothing where the program takes too long or cannot be started."""
        raise NotImplementedError

    def known(self, command: ShellText) -> tuple[_Said, ...] | None:
        """What is said of a command; None where that has not been asked for."""
        return self._known.get(command)

    async def learn(self, commands: Iterable[ShellText]) -> bool:
        """Asks about those that are not known, two at a time, and tells whether anything is said of any of them."""
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
