"""What can be wrong with a hook module, or with the process that it runs in."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from hookwright.model.codes import Code


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
    """What is wrong with the module at `path`; `line` counts from 1, None where no line is known."""

    path: str
    line: int | None
    message: str
    kind: FaultKind

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.message}"
