"""A hook file as its dialect sees it: events, groups and hooks with their routes, in any shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Owner, OwnerKind, Scope
from hookwright.model.hook_type import HookType
from hookwright.model.location import Location
from hookwright.paths import is_in
from hookwright.readers.folders import plugin_of, project_of, repository_of
from hookwright.readers.place import has_place
from hookwright.syntax.tree import Kind, Node, Notation, Problem, ProblemKind, Tree, child
from hookwright.text import Route, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.readers.case import Ground
    from hookwright.readers.choice import Reader

_Answer = TypeVar("_Answer")
_FILES = 4


class VoidCause(Struct, frozen=True):
    """Something for which the agent skips the whole file: where, and what is wrong there; `on_key`, with the key.

    For one that is `alone` it skips nothing but the file, also in a plugin.
    """

    route: Route
    span: Span
    why: str
    on_key: bool = False
    alone: bool = False


class HookView(Struct, frozen=True):
    """A place where a hook is, or seems to be meant.

    `misplaced` hooks are where a group is expected; their fields are still judged, but they never run.
    `type` is None if the file names none that the dialect knows.
    """

    route: Route
    node: Node
    type: HookType | None
    misplaced: bool = False


def arguments_node(dialect: Dialect, hook: Node) -> Node | None:
    """The arguments in a hook's object; None if the hook has none, so that a shell reads its command."""
    key = dialect.running.arguments_key
    return child(hook, key) if key is not None else None


class GroupView(Struct, frozen=True):
    """One item under an event: a matcher group, or what is in its place."""

    event: str
    row: EventRow | None
    route: Route
    node: Node
    matcher: Node | None
    hooks: tuple[HookView, ...]


class EventView(Struct, frozen=True):
    """One event key under `hooks`; `row` is None if the dialect does not know the event.

    Where a hook's object names its event, that is one at the object's route: `named_by` is the key that names it, and
    `key` what that says.
    """

    name: str
    row: EventRow | None
    route: Route
    key: Node
    value: Node
    groups: tuple[GroupView, ...]
    named_by: str = ""


class HookFile(Struct, frozen=True, eq=False, dict=True):
    """One file, read: its tree and the view that its dialect has of it; compared by identity, so it can key a cache.

    `ground` is what tells that its dialect's agent reads it, None if that was not asked.  `bases` are the
    objects with the events, at their routes, the first of them `hooks_node`; only a `manifest` of a plugin can have
    several.  `grammar` is the shape of the files at its place, `location` that place, where it is at one.  `void_by`
    finds what the agent skips it for.  `others` are the agents that read the file besides the one of its dialect.
    """

    path: str
    scope: Scope
    dialect: Dialect
    grammar: Grammar
    tree: Tree
    hooks_node: Node | None
    events: tuple[EventView, ...]
    ground: Ground | None = None
    bases: tuple[tuple[Route, Node], ...] = ()
    manifest: bool = False
    void_by: Callable[[HookFile], tuple[VoidCause, ...]] = lambda _: ()
    others: tuple[Reader, ...] = ()
    location: Location | None = None

    @cached_property
    def voided(self) -> tuple[VoidCause, ...]:
        """Everything for which the agent skips the whole file, in the order of the text."""
        return self.void_by(self)

    @property
    def is_guessed(self) -> bool:
        """Whether the file may be another agent's; then it is checked, and never changed."""
        return self.ground is not None and not self.ground.is_certain

    @property
    def is_placed(self) -> bool:
        """Whether the user or its place says that the agent reads it, so that the project is known that it is for."""
        return (self.ground is not None and self.ground.is_placed) or has_place(self.dialect, self.path)

    @property
    def fault(self) -> Problem | None:
        """The first thing for which the text is not JSON; None if it is some."""
        return next((it for it in self.tree.problems if it.kind is ProblemKind.SYNTAX), None)

    def event_row(self, name: str) -> EventRow | None:
        """The event that a name stands for in this file; None if it stands for none."""
        called = self.location.events if self.location is not None else {}
        return self.dialect.event(called.get(name, name))

    @property
    def owner(self) -> Owner | None:
        """Whose hooks they are, where they hold only while an agent, a skill or a command is in use."""
        if self.location is None or self.location.owner is None:
            return None
        above, _, name = self.path.replace("\\", "/").rpartition("/")
        stem = name.rpartition(".")[0]
        node = child(self.tree.root, "name") if self.tree.root is not None else None
        named = node.value if node is not None and isinstance(node.value, str) else ""
        if stem == "SKILL":
            return Owner(self.location.owner, above.rpartition("/")[2], named)
        # A command below another folder has its name in its own.
        folder = self.location.path.partition("/**")[0].rpartition("/")[2]
        if self.location.owner is OwnerKind.SKILL:
            below = above.rpartition(f"/{folder}/")[2] if f"/{folder}/" in above else ""
            return Owner(self.location.owner, ":".join(filter(None, [*below.split("/"), stem])))
        return Owner(self.location.owner, named or stem)

    @property
    def concerns_hooks(self) -> bool:
        """Whether the file is of interest: of Markdown and manifests, only what has the key of hooks."""
        root = self.tree.root
        if self.tree.notation is Notation.SCRIPT:
            return root is not None
        if self.tree.notation is not Notation.YAML and not self.manifest:
            return True
        return root is not None and root.kind is Kind.OBJECT and child(root, self.grammar.hooks_key) is not None

    @property
    def void(self) -> str | None:
        """That the agent skips the whole file, as a sentence, None if it does not."""
        return said_of_void(self, self.voided[0]) if self.voided else None

    @property
    def is_whole_but_void(self) -> bool:
        """Whether the agent skips the file though it is JSON, so that none of its settings count."""
        return bool(self.voided) and self.fault is None

    @property
    def switches_all(self) -> bool:
        """Whether the switch at its root is about the hooks of all files."""
        known = any(it.name == self.dialect.switches.off for it in self.grammar.root)
        return known and not self.grammar.off_alone

    @property
    def is_switched_off(self) -> bool:
        """Whether the file switches off its own hooks, and no others."""
        key, root = self.dialect.switches.off, self.tree.root
        there = child(root, key) if key is not None and root is not None else None
        return self.grammar.off_alone and there is not None and there.value is True

    @property
    def base(self) -> Route:
        """Where the events are, or would be; of several such places the first."""
        return self.bases[0][0] if self.bases else self.grammar.hooks_route

    @property
    def knobs_route(self) -> Route:
        """The object with the knobs."""
        return (self.grammar.knobs_key,) if self.grammar.knobs_key else self.base

    @property
    def knobs_node(self) -> Node | None:
        """What is where the knobs are; None if nothing is."""
        key, root = self.grammar.knobs_key, self.tree.root
        return self.hooks_node if not key else child(root, key) if root is not None else None

    @property
    def project(self) -> str:
        """The folder that its place is relative to: a project or a plugin."""
        return project_of(self.dialect, self.path)

    @property
    def plugin(self) -> str | None:
        """The folder of the plugin that it belongs to; None if its place does not tell."""
        return plugin_of(self.dialect, self.path)

    def run_folder(self, folders: Sequence[str] = ()) -> str:
        """The folder that the agent runs its hooks in: its project; a plugin's hooks run in the project that uses it.

        That is the innermost of the `folders` that holds the plugin, else the first of them; if there are none, the
        repository that the plugin is part of, or the plugin itself.
        """
        own = self.project
        if self.scope is not Scope.PLUGIN:
            return own
        holders = [it for it in folders if is_in(own, it)]
        return max(holders, key=len, default=None) or next(iter(folders), None) or repository_of(own) or own

    def strays(self) -> Iterator[tuple[Route, Node]]:
        """What is not an object in a list of hooks that name their events, with routes."""
        for base, node in self.bases if self.grammar.nesting.event_key else ():
            for index, item in enumerate(node.items):
                if item.kind not in (Kind.OBJECT, Kind.MISSING):
                    yield (*base, index), item

    def events_around(self, route: Route) -> Iterator[EventView]:
        """The events that a route is at or below, from the outside in."""
        known = _events_by_route(self)
        return (it for length in range(len(route) + 1) for it in known.get(route[:length], ()))

    def base_of(self, route: Route) -> Route:
        """The place of the events that a route is at or below; the first of them where it is below none."""
        return next((it for it, _ in self.bases if route[: len(it)] == it), self.base)

    @cached_property
    def groups(self) -> tuple[GroupView, ...]:
        """Every group of every event, in the order of the file."""
        return tuple([group for event in self.events for group in event.groups])

    @cached_property
    def hooks(self) -> tuple[tuple[GroupView, HookView], ...]:
        """Every hook with its group, in the order of the file."""
        return tuple([(group, hook) for group in self.groups for hook in group.hooks])

    def alone(self, event: EventView, group: GroupView) -> HookFile:
        """The view that has only this group of this event."""
        return replace(self, events=(replace(event, groups=(group,)),), void_by=lambda _: self.voided)


def said_of_void(file: HookFile, cause: VoidCause) -> str:
    """That the agent skips the whole file because of that, as a sentence."""
    return f"{file.dialect.title} {effect_of_void(file, cause)}: {cause.why}"


def effect_of_void(file: HookFile, cause: VoidCause) -> str:
    """What the agent does with the whole file because of that."""
    voiding = file.grammar.voiding
    return "skips this whole file" if voiding is None or cause.alone else voiding.effect_on(file.scope)


def once_per_file(answer: Callable[[HookFile], _Answer]) -> Callable[[HookFile], _Answer]:
    """Makes an answer about a file once for all who ask, and keeps it for the last few files.

    A file that is edited becomes another file, so what is kept is never out of date.
    """
    return lru_cache(maxsize=_FILES)(answer)


@once_per_file
def _events_by_route(file: HookFile) -> Mapping[Route, Sequence[EventView]]:
    found: dict[Route, list[EventView]] = {}
    for it in file.events:
        found.setdefault(it.route, []).append(it)
    return found
