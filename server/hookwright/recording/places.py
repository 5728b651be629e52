"""Which file the hooks that record go into: the one that an agent reads for this machine only, or for this user."""

from __future__ import annotations

import os.path

from msgspec import Struct

from hookwright.converting.writing import NewPlace
from hookwright.dialects import DIALECTS
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Format, Location
from hookwright.readers.search import below_user

SCOPES = (Scope.LOCAL, Scope.USER)
"""The scopes of files that are of one machine, the one that is used without a choice first."""


class RecordingPlace(Struct, frozen=True):
    """A file of an agent, by its absolute path, with its shape; `project` is where it is, empty for the user's own."""

    dialect: Dialect
    path: str
    shape: NewPlace
    project: str = ""

    @property
    def scope(self) -> Scope:
        """Whose file it is."""
        return self.shape.scope


def recording_place(dialect: Dialect, project: str, host: Host, scope: Scope | None = None) -> RecordingPlace:
    """The file for the hooks; of the `scope`, or else of the first that the agent has.  Raises UsageError."""
    found = recording_places(dialect, project, host)
    chosen = next((it for it in found if scope in (None, it.scope)), None)
    if chosen is not None:
        return chosen
    if not found:
        agents = ", ".join(f"`{it.id}`" for it in DIALECTS if recording_places(it, project, host))
        what = f"{dialect.title} has no hook file for one machine that hookwright can add to"
        raise UsageError(what, f"record another agent: {agents}")
    scopes = " or ".join(f"`--scope {it.scope.value}`" for it in found)
    raise UsageError(f"{dialect.title} has no hook file of the scope `{scope}` for one machine", f"use {scopes}")


def recording_places(dialect: Dialect, project: str, host: Host) -> tuple[RecordingPlace, ...]:
    """The files that can have such hooks, one for each scope; none if hooks are scripts of their own."""
    if dialect.executables is not None:
        return ()
    firsts = ((scope, next((it for it in dialect.locations if _can_hold(it, scope)), None)) for scope in SCOPES)
    return tuple(_place(dialect, it, project, host) for _, it in firsts if it is not None)


def _can_hold(it: Location, scope: Scope) -> bool:
    apart = it.manifest or it.borrowed or it.ignored or it.owner is not None
    return it.scope is scope and it.format is Format.JSON and not apart and "agents/" not in it.path


def _place(dialect: Dialect, it: Location, project: str, host: Host) -> RecordingPlace:
    # Of a folder of hook files, one of our own.
    path = it.path.replace("**/", "").replace("*", f"hookwright-{dialect.id}")
    root, below = below_user(dialect, path, host) if it.below_home else (project, path)
    shape = NewPlace(path, it.scope, it.grammar or dialect.grammar, it.format, it.owner, it.events)
    return RecordingPlace(dialect, os.path.join(root, *below.split("/")), shape, "" if it.below_home else project)
