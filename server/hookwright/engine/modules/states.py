"""How hook modules fare, as reports say it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

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
