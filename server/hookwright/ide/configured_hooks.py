"""Every hook that one dialect has for a project: those that stand in its files, and those that are switched off."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.hook_scripts import hook_scripts
from hookwright.analysis.rule import Subject
from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.engine.selection import scope_order
from hookwright.ide.disabled_hooks import parked_hooks
from hookwright.ide.hooks_in_file import PlacedHook, placed_hooks
from hookwright.model.hook import Hook
from hookwright.model.outcome import HookIdentity, identity
from hookwright.text import Route
from hookwright.workflows.disabled_hooks.edits import Parked


@dataclass(frozen=True, slots=True)
class Configured:
    """What one dialect has in one folder: its hooks in the order of files and of their texts, parked ones last.

    `plugin` is the name of the plugin that is written there; the agent runs its hooks only where it is installed.
    """

    project: str
    snapshot: Snapshot
    hooks: tuple[tuple[HookFile, PlacedHook], ...]
    problems: tuple[str, ...] = ()
    plugin: str | None = None

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


@lru_cache(maxsize=64)
def script_paths(file: HookFile, project: str, home: str) -> Mapping[Route, tuple[str, ...]]:
    """The paths of the scripts that are named in a file, by the routes of the hooks that name them."""
    hooks = {hook.route for _, hook in file.hooks()}
    found: dict[Route, dict[str, None]] = {}
    for it in hook_scripts(Subject(file, project, RealDisk(home)), folder=project):
        hook = next((it.route[:end] for end in range(len(it.route), 0, -1) if it.route[:end] in hooks), None)
        if hook is not None and it.path is not None:
            found.setdefault(hook, {})[posixpath.normpath(it.path)] = None
    return {route: tuple(paths) for route, paths in found.items()}
