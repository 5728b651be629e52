"""How hook modules fare, what can be wrong with them or the process that they run in, and what they may take."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from hookwright.model.codes import Code
from hookwright.model.hook import Scope


class ModuleState(StrEnum):
    """How a module fares, in the words of reports."""

    RUNNING = "running"
    OUTDATED = "outdated"
    """The file cannot be loaded as it is now; its last version that could runs."""
    LOST = "lost"
    """It does not answer, and what it is to guard is known: it was loaded before, or its text shows it."""
    BROKEN = "broken"
    """It was never loaded, and its text does not show what it is to guard."""


class LoadedModule(Struct, frozen=True):
    """A module that was found, how it fares, and why it does not run as its file says.

    `events` are as it names them; those of one that is lost are what it is still to guard.
    """

    path: str
    scope: Scope
    state: ModuleState
    problem: str | None
    events: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


class FaultKind(StrEnum):
    """What is wrong with a module."""

    IMPORT = "import"
    """It could not be loaded: a mistake in its code, or an exception."""
    EVENT = "event"
    """It names an event that no dialect has."""
    COMMAND = "command"
    """Another module has a command of that name; this one's got a prefix (E9)."""
    HANDLER = "handler"
    """A context handler raised, or gave something that is not messages."""
    HUNG = "hung"
    """It took too long and had to be killed."""
    ENDED = "ended"
    """It ended the host process."""
    MEMORY = "memory"
    """It used more memory than modules may."""
    HOST = "host"
    """The host process could not be started, or ended by itself; no module is known to be at fault."""

    @property
    def code(self) -> Code:
        """What an outcome says of a module that was never loaded for it."""
        return Code.MODULES_NOT_RUNNING if self is FaultKind.HOST else Code.MODULE_NOT_LOADED


class ModuleFault(Struct, frozen=True):
    """What is wrong with the module at `path`; `line` counts from 1, None if no line is known."""

    path: str
    line: int | None
    message: str
    kind: FaultKind

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.message}"


class Limits(Struct, frozen=True, kw_only=True):
    """What modules may take; seconds of a handler are its own, without those in which it waits for the client.

    A handler that has not ended `grace_seconds` after it was cancelled is killed with its host.  `memory` is the
    address space of a host process in bytes, 0 for any; Linux holds modules to it, macOS does not.

    A module that is lost is started again after `restart_seconds`, one pause for each time that it was lost in a row;
    then it is given up.  One that cannot be loaded is tried again after the same pauses, and the last of them for ever.
    An event waits `wait_seconds` at most for modules that are loaded again, and `settle_seconds` at most for a file to
    come back that has just vanished or become empty.
    """

    handler_seconds: float = 10.0
    load_seconds: float = 10.0
    grace_seconds: float = 1.0
    memory: int = 768 << 20
    restart_seconds: tuple[float, ...] = (0.0, 0.5, 2.0, 8.0, 30.0)
    wait_seconds: float = 5.0
    settle_seconds: float = 0.25
