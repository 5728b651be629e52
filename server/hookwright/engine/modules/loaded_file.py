"""What the file of a hook module has registered: its handlers and its commands, or why it has none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hookwright.config.hook_modules import FoundModule
from hookwright.engine.modules.faults import ModuleFault


@dataclass(frozen=True, slots=True)
class Registered:
    """A handler or a command of a module: the event's or command's name, the function's, and where it says so."""

    name: str
    function: str
    line: int
    number: int
    description: str = ""


@dataclass(slots=True)
class LoadedFile:
    """What one file has registered; `fault` says why it has not."""

    found: FoundModule
    handlers: tuple[Registered, ...] = ()
    commands: tuple[Registered, ...] = ()
    fault: ModuleFault | None = None

    def register(self, handlers: Iterable[Mapping[str, Any]], commands: Iterable[Mapping[str, Any]]) -> None:
        """Takes what the host process says of the file that it has loaded."""
        self.handlers = tuple(
            Registered(str(it["event"]), str(it["name"]), it["line"], it["number"]) for it in handlers
        )
        self.commands = tuple(
            Registered(it["name"], it["name"], it["line"], it["number"], str(it["description"])) for it in commands
        )
