"""Every hook that one dialect has for a project: those in its files, and those that are disabled."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.engine.selection import scope_order
from hookwright.ide.hooks_in_file import HookInFile, hook_of, hooks_in_file
from hookwright.model.grammar import Shape
from hookwright.model.hook import Hook
from hookwright.model.outcome import HookIdentity, identity
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Node, plain
from hookwright.text import Route, Span
from hookwright.workflows.disabled_hooks.edits import DisabledHook, is_back
from hookwright.workflows.disabled_hooks.store import name_in_project

_NUMBER_LENGTH = 16
_BEGINNING = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Configured:
    """The hooks of one dialect in one folder, in the order of the files and their texts, disabled ones last.

    `plugin` is the name of the plugin in that folder; the agent runs its hooks only where the plugin is installed.
    """

    project: str
    snapshot: Snapshot
    hooks: tuple[tuple[HookFile, HookInFile], ...]
    problems: tuple[str, ...] = ()
    plugin: str | None = None

    def identities(self) -> Iterator[HookIdentity]:
        """The identities by which the journal knows them."""
        return (identity(it.hook) for _, it in self.hooks)


def configured(
    project: str, snapshot: Snapshot, disabled: Mapping[str, Sequence[DisabledHook]], problems: Sequence[str] = ()
) -> Configured:
    """All hooks in the snapshot's files; `disabled` are the disabled hooks by the paths of their files."""
    files = sorted(snapshot.files, key=lambda it: scope_order(it.scope))
    running: dict[str, list[Hook]] = {}
    for hook in snapshot.hooks:
        running.setdefault(hook.source, []).append(hook)
    placed = ((file, it) for file in files for it in hooks_in_file(file, running.get(file.path, ())))
    off = ((file, it) for file in files for it in disabled_hooks(file, disabled.get(file.path, ())))
    return Configured(project, snapshot, (*placed, *off), tuple(problems))


@lru_cache(maxsize=64)
def script_paths(file: HookFile, project: str, home: str) -> Mapping[Route, tuple[str, ...]]:
    """The paths of the scripts that a file names, by the routes of the hooks that name them."""
    hooks = {hook.route for _, hook in file.hooks()}
    found: dict[Route, dict[str, None]] = {}
    for it in hook_scripts(Subject(file, project, RealDisk(home)), folder=project):
        hook = next((it.route[:end] for end in range(len(it.route), 0, -1) if it.route[:end] in hooks), None)
        if hook is not None and it.path is not None:
            found.setdefault(hook, {})[os.path.normpath(it.path)] = None
    return {route: tuple(paths) for route, paths in found.items()}


def disabled_id(disabled: DisabledHook) -> str:
    """The id of a hook while it is disabled."""
    said = "\0".join((disabled.file, disabled.event, disabled.pointer, disabled.hook, disabled.digest))
    return sha256(said.encode(errors="surrogatepass")).hexdigest()[:_NUMBER_LENGTH]


def disabled_of(file: HookFile, disabled: Iterable[DisabledHook]) -> Iterator[DisabledHook]:
    """The file's disabled hooks that are not back in it; `disabled` are those of its project."""
    name = name_in_project(file)
    of_file = (it for it in disabled if it.file == name and file.dialect.event(it.event) is not None)
    return (it for it in of_file if not is_back(file, it))


def disabled_hooks(file: HookFile, disabled: Iterable[DisabledHook]) -> Iterator[HookInFile]:
    """The same as hooks, at the place where their event begins, or else the file."""
    begins = {it.name: Span(it.key.start, it.key.end) for it in file.events}
    for it in disabled_of(file, disabled):
        route = _route(it.pointer)
        group = it.pointer if file.dialect.grammar.shape is Shape.FLAT else it.pointer.rsplit("/", 2)[0]
        hook = replace(hook_of(file, it.event, _node(it.hook), route), matcher=_matcher(it))
        yield HookInFile(hook, begins.get(it.event, _BEGINNING), group, disabled_id=disabled_id(it))


def _matcher(disabled: DisabledHook) -> object:
    return plain(_node(disabled.matcher)) if disabled.matcher is not None else None


def _node(text: str) -> Node:
    tree = parse(text)
    return tree.root if tree.root is not None else Node(Kind.NULL, 0, 0)


def _route(pointer: str) -> Route:
    steps = (it.replace("~1", "/").replace("~0", "~") for it in pointer.split("/")[1:])
    return tuple(int(it) if it.isdecimal() else it for it in steps)
