"""A hook that can be run: what its file says, where it is, and whose file it is."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

if TYPE_CHECKING:
    from hookwright.text import Route


MODULE = "module"
"""The type of a hook that is a handler written in Python, which no file has."""


class Scope(StrEnum):
    """Whose file it is, in the order in which files apply: a machine's first, which give way, and last, which hold."""

    SYSTEM = "system"
    USER = "user"
    PROJECT = "project"
    LOCAL = "local"
    PLUGIN = "plugin"
    OVERRIDE = "override"
    MANAGED = "managed"

    @property
    def is_of_machine(self) -> bool:
        """Whether it is the file of those who manage the machine."""
        return self in (Scope.SYSTEM, Scope.MANAGED)


class OwnerKind(StrEnum):
    """What a file describes beside its hooks, which hold only as long as that is in use."""

    AGENT = "agent"
    SKILL = "skill"


class Owner(Struct, frozen=True):
    """The agent, or the skill or command, whose hooks they are: they run while it is in use.

    `also` is another name that it answers to; empty if it has none.
    """

    kind: OwnerKind
    name: str
    also: str = ""


class Hook(Struct, frozen=True, kw_only=True):
    """One well-formed hook of a file, with its group's matcher.

    `route` leads to it in the file at `source`; `values` are its keys as plain JSON values; `timeout` is in seconds,
    None if the file names none (the event's or the dialect's default holds).  `matcher` is the group's, as written,
    `beside` what the keys next to it say that have to hold as well.  With one that is `serial`, all hooks of a dispatch
    run one after another.  One that has an `owner` runs only while that is in use.
    """

    event: str
    source: str
    scope: Scope
    route: Route
    type: str
    body: str
    values: Mapping[str, Any]
    matcher: Any = None
    beside: Mapping[str, str] = field(default_factory=dict)
    name: str | None = None
    timeout: float | None = None
    serial: bool = False
    owner: Owner | None = None
