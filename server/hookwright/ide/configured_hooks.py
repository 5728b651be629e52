"""Every hook that one dialect has for a project: those in its files, also if they never run, and disabled ones."""

from __future__ import annotations

import os.path
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.faults import fault_of_duration, finite
from hookwright.config.runnable import Reason, readable_hooks
from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.config.workspace import Snapshot
from hookwright.engine.selection import scope_order
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import TYPE
from hookwright.model.outcome import HookIdentity, identity
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Node, child, keys_of, plain
from hookwright.text import Route, Span, to_pointer
from hookwright.workflows.disabled_hooks.edits import DisabledHook, is_back
from hookwright.workflows.disabled_hooks.store import name_in_project

_NUMBER_LENGTH = 16
_BEGINNING = Span(0, 0)
_BROKEN = "the file is not valid JSON"
_UNREAD = "it does not have the form of a hook"


class Configured(Struct, frozen=True):
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
    files = sorted(snapshot.files, key=lambda it: scope_order(snapshot.dialect, it.scope))
    running: dict[str, list[Hook]] = {}
    for hook in snapshot.hooks:
        running.setdefault(hook.source, []).append(hook)
    placed = ((file, it) for file in files for it in hooks_in_file(file, running.get(file.path, ())))
    off = ((file, it) for file in files for it in disabled_hooks(file, disabled.get(file.path, ())))
    return Configured(project, snapshot, (*placed, *off), tuple(problems))


@lru_cache(maxsize=64)
def script_paths(file: HookFile, project: str, home: str) -> Mapping[Route, tuple[str, ...]]:
    """The paths of the scripts that a file names, by the routes of the hooks that name them."""
    hooks = {hook.route for _, hook in file.hooks}
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
        group = to_pointer(file.grammar.nesting.entry_of(route))
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


class HookInFile(Struct, frozen=True):
    """A hook and its place; `left_out` says why it is never run, `group` is the pointer of its group.

    `disabled_id` is the id of a hook that is disabled, None for one that is in the file.
    """

    hook: Hook
    span: Span
    group: str
    left_out: str | None = None
    disabled_id: str | None = None


def hooks_in_file(file: HookFile, running: Sequence[Hook]) -> tuple[HookInFile, ...]:
    """The hooks in file order; `running` are those that apply, as of the last valid version of the file."""
    return tuple(_placed(file, running))


def hook_of(file: HookFile, event: str, node: Node, route: Route) -> Hook:
    """The hook that a node describes, whether it can be run or not; without its matcher."""
    named = child(node, TYPE)
    type_name = str(named.value) if named is not None and isinstance(named.value, str) else None
    kind = file.grammar.type_of(type_name or file.grammar.default_type, keys_of(node))
    bodies = [kind.body] if kind is not None else [it.body for it in file.grammar.types]
    found = (it for name in bodies if (it := child(node, name)) is not None)
    return Hook(
        event=event,
        source=file.path,
        scope=file.scope,
        route=route,
        type=type_name or (kind.name if kind is not None else ""),
        body=next((it.value for it in found if isinstance(it.value, str)), ""),
        values={},
        name=_string(child(node, "name")),
        timeout=_timeout(kind, node) if kind is not None else None,
    )


def _timeout(kind: HookType, node: Node) -> float | None:
    known = next(iter(kind.timed), None)
    there = child(node, known.name) if known is not None else None
    if known is None or known.measure is None or there is None or fault_of_duration(known, there.value) is not None:
        return None
    return known.measure.seconds(finite(there.value))


def _placed(file: HookFile, running: Sequence[Hook]) -> Iterator[HookInFile]:
    whole = file.fault is None and len(running) == len(file.hooks)
    hooks, reasons = (running, ()) if whole else readable_hooks(file)
    known = {it.route: it for it in hooks}
    standing = Counter(map(_deed, running))
    for event in file.events:
        for group in event.groups:
            for view in group.hooks:
                hook = known.get(view.route)
                why = None
                if hook is None:
                    hook = _lame(file, group, view)
                    why = _reason(file, event, group, view, reasons)
                elif file.fault is None:
                    why = file.void
                else:
                    why = None if standing[_deed(hook)] > 0 else _BROKEN
                    standing[_deed(hook)] -= 1
                yield HookInFile(hook, view.node.span, to_pointer(group.route), why)


def _deed(hook: Hook) -> tuple[str, str, str]:
    return hook.event, hook.type, hook.body


def _lame(file: HookFile, group: GroupView, view: HookView) -> Hook:
    matcher: Any = plain(group.matcher) if group.matcher is not None else None
    return replace(hook_of(file, group.event, view.node, view.route), matcher=matcher)


def _reason(file: HookFile, event: EventView, group: GroupView, view: HookView, reasons: Sequence[Reason]) -> str:
    """The closest problem: of the hook, its group, its event, or the whole file."""
    if event.row is None:
        return f"`{event.name}` is not an event of {file.dialect.title}"
    others = [it.node for it in group.hooks if it is not view]
    of_hook = [it.text for it in reasons if _holds(view.node, it.at)]
    of_group = [it.text for it in reasons if _holds(group.node, it.at) and not any(_holds(x, it.at) for x in others)]
    hooks = file.hooks_node.start if file.hooks_node is not None else 0
    beyond = [it.text for it in reasons if it.at in (event.key.start, event.value.start, 0, hooks)]
    return next(iter((*of_hook, *of_group, *beyond)), _UNREAD)


def _holds(node: Node, at: int) -> bool:
    return node.start <= at < node.end


def _string(node: Node | None) -> str | None:
    return node.value if node is not None and node.kind is Kind.STRING and isinstance(node.value, str) else None
