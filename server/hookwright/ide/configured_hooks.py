"""Every hook that one dialect has for a project: those that stand in its files, and those that are switched off."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.hook_scripts import hook_scripts
from hookwright.analysis.rule import Subject
from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.engine.identity import identity
from hookwright.engine.selection import scope_order
from hookwright.ide.parked_hooks import parked_hooks
from hookwright.ide.parking import Parked
from hookwright.ide.placed_hooks import PlacedHook, placed_hooks
from hookwright.ide.remembered import remembered
from hookwright.model.hook import Hook
from hookwright.model.outcome import HookIdentity
from hookwright.text import Route


@dataclass(frozen=True, slots=True)
class Configured:
    """What one dialect has in one folder: its hooks in the order of files and of their texts, parked ones last."""

    project: str
    snapshot: Snapshot
    hooks: tuple[tuple[HookFile, PlacedHook], ...]
    problems: tuple[str, ...] = ()

    def identities(self) -> Iterator[HookIdentity]:
        """By which the journal knows them."""
        return (identity(it.hook) for _, it in self.hooks)


def configured(
    project: str, snapshot: Snapshot, parked: Mapping[str, Sequence[Parked]], problems: Sequence[str] = ()
) -> Configured:
    """All that stands in the snapshot's files; `parked` are the hooks of their projects by the paths of the files."""
    files = sorted(snapshot.files, key=lambda it: scope_order(it.scope))
    running: dict[str, list[Hook]] = {}
    for hook in snapshot.hooks:
        running.setdefault(hook.source, []).append(hook)
    placed = ((file, it) for file in files for it in placed_hooks(file, running.get(file.path, ())))
    off = ((file, it) for file in files for it in parked_hooks(file, parked.get(file.path, ())))
    return Configured(project, snapshot, (*placed, *off), tuple(problems))


def script_paths(file: HookFile, project: str, home: str) -> Mapping[Route, tuple[str, ...]]:
    """The paths of the scripts that are named in a file, by the routes of the hooks that name them."""
    return remembered(file, ("scripts", project, home), lambda: _script_paths(file, project, home))


def _script_paths(file: HookFile, project: str, home: str) -> Mapping[Route, tuple[str, ...]]:
    found: dict[Route, tuple[str, ...]] = {}
    hooks = {view.route for _, view in file.hooks()}
    for it in hook_scripts(Subject(file, project, RealDisk(home)), folder=project):
        route = next((it.route[:end] for end in range(len(it.route), 0, -1) if it.route[:end] in hooks), None)
        if route is not None and it.path is not None:
            found[route] = tuple(dict.fromkeys((*found.get(route, ()), posixpath.normpath(it.path))))
    return found
