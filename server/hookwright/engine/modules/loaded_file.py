"""A version of a module's file, and what it has registered: its handlers and its commands, or why it has none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from hookwright.config.hook_modules import FoundModule
from hookwright.engine.modules.states import FaultKind, ModuleFault
from hookwright.files import read_bytes


class Version(Struct, frozen=True):
    """What a module's file holds at one time."""

    found: FoundModule
    source: bytes

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.found.path


def read_version(found: FoundModule) -> Version | ModuleFault:
    """What the file holds now, or why it cannot be read."""
    try:
        return Version(found, read_bytes(found.path))
    except OSError as error:
        return ModuleFault(found.path, None, f"cannot be read: {error.strerror}", FaultKind.IMPORT)


class Registered(Struct, frozen=True):
    """A handler or a command of a module: the event's or command's name, the function's, and where it says so."""

    name: str
    function: str
    line: int
    number: int
    description: str = ""


class LoadedFile(Struct):
    """What a version of a file has registered; with a `fault` it does not run.

    One with a fault still has what it registered when it was loaded before, or what its text shows where it never was
    (`is_read`): no other module may answer for that.  `newer` is what is wrong with the file as it is now, where an
    earlier version runs in its place.  `stray` is a handler that it tried to register if none can be.
    """

    found: FoundModule
    handlers: tuple[Registered, ...] = ()
    commands: tuple[Registered, ...] = ()
    fault: ModuleFault | None = None
    newer: ModuleFault | None = None
    is_read: bool = False
    stray: ModuleFault | None = None

    @property
    def is_lost(self) -> bool:
        """Whether it does not run now, and it is known what it is to guard."""
        return self.fault is not None and bool(self.handlers or self.commands)

    def register(self, handlers: Iterable[Mapping[str, Any]], commands: Iterable[Mapping[str, Any]]) -> None:
        """Takes what the host process says of the file that it has loaded."""
        self.handlers = tuple(
            Registered(str(it["event"]), str(it["name"]), it["line"], it["number"]) for it in handlers
        )
        self.commands = tuple(
            Registered(it["name"], it["name"], it["line"], it["number"], str(it["description"])) for it in commands
        )
