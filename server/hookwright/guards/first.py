"""A project's first hook: the guard with its first rules, its test, and a sample that it refuses."""

from __future__ import annotations

from hookwright.guards.library import FIRST, GUARDS
from hookwright.guards.plan import NewFile, guard_files
from hookwright.model.dialect import Dialect


def first_hook(dialect: Dialect) -> tuple[NewFile, ...]:
    """The files, the hook file first; they work as they are where the dialect's agent looks.

    Raises UsageError if the agent has no hook files.
    """
    return guard_files(dialect, tuple(it for it in GUARDS if it.name in FIRST))
