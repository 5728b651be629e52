"""Every hook that one dialect has for a project: those that stand in its files, and those that are switched off."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.hook_scripts import HookScript, hook_scripts
from hookwright.analysis.rule import Subject
from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.engine.selection import scope_order
from hookwright.ide.disabled_hooks import parked_hooks
from hookwright.ide.hooks_in_file import PlacedHook, placed_hooks
from hookwright.ide.remembered import remembered
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


def script_paths(file: HookFile, project: str, home: str) -> Mapping[Route, tuple[str, ...]]:
    """The paths of the scripts that are named in a file, by the routes of the hooks that name them."""

    def make(before: _Scripts | None) -> _Scripts:
        return _scripts(file, project, home, before.of_groups if before is not None else {})

    return remembered(file, ("scripts", project, home), make).of_hooks


@dataclass(frozen=True, slots=True)
class _Scripts:
    """The paths of each hook by its route, and those of each hook of a group by the group's event and text."""

    of_hooks: Mapping[Route, tuple[str, ...]]
    of_groups: Mapping[tuple[str, str], tuple[tuple[str, ...], ...]]


def _scripts(
    file: HookFile, project: str, home: str, known: Mapping[tuple[str, str], tuple[tuple[str, ...], ...]]
) -> _Scripts:
    """Only groups that are not known are looked at."""
    of_hooks: dict[Route, tuple[str, ...]] = {}
    of_groups: dict[tuple[str, str], tuple[tuple[str, ...], ...]] = {}
    for event in file.events:
        for group in event.groups:
            key = (event.name, file.tree.text[group.node.start : group.node.end])
            paths = of_groups.get(key) or known.get(key)
            if paths is None:
                named = tuple(hook_scripts(Subject(file.alone(event, group), project, RealDisk(home)), folder=project))
                paths = tuple(_paths_below(named, it.route) for it in group.hooks)
            of_groups[key] = paths
            of_hooks.update((hook.route, found) for hook, found in zip(group.hooks, paths, strict=True) if found)
    return _Scripts(of_hooks, of_groups)


def _paths_below(named: Sequence[HookScript], route: Route) -> tuple[str, ...]:
    below = (it.path for it in named if it.route[: len(route)] == route)
    return tuple(dict.fromkeys(posixpath.normpath(it) for it in below if it is not None))
