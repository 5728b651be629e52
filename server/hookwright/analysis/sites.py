"""Which objects of a hook file have keys of their own, and which keys those are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from hookwright.analysis.suggest import nearest
from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.model.grammar import Field, Grammar, HookType, Shape
from hookwright.syntax.tree import Kind, Member, Node, member
from hookwright.text import Route

TYPE = "type"
HOOKS = "hooks"
MATCHER = "matcher"


class Level(StrEnum):
    """What an object of the file is."""

    FILE = "file"
    EVENTS = "events"
    GROUP = "group"
    HOOK = "hook"


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """An object of the file with the keys that its place knows.

    `type` is the hook's, `group` the group it stands in; a hook that stands where a group is expected is one site,
    which knows the keys of both.
    """

    level: Level
    route: Route
    node: Node
    fields: tuple[Field, ...]
    type: HookType | None = None
    group: GroupView | None = None

    @property
    def title(self) -> str:
        """What the object is called in messages, with its article."""
        match self.level:
            case Level.FILE:
                return "a hook file"
            case Level.EVENTS:
                return "`hooks`"
            case Level.GROUP:
                return "a matcher group"
            case Level.HOOK:
                return f"a `{self.type.name}` hook" if self.type else "a hook"

    def is_misplaced_hook(self, grammar: Grammar) -> bool:
        """Whether this is a hook that stands where a matcher group is expected."""
        in_place_of_group = self.group is not None and self.group.node is self.node
        return self.level is Level.HOOK and grammar.shape is Shape.GROUPED and in_place_of_group

    def field(self, name: str) -> Field | None:
        """The field of that name, or None."""
        return next((it for it in self.fields if it.name == name), None)

    def entries(self) -> Iterable[Member]:
        """The members that count: of equal keys, the last."""
        return {it.name: it for it in self.node.members}.values()

    def has(self, name: str) -> bool:
        """Whether the object has that key."""
        return member(self.node, name) is not None


def sites(file: HookFile) -> Iterator[Site]:
    """Every object whose keys can be judged, in the order of the file; hooks of unknown type are left out."""
    grammar = file.dialect.grammar
    root = file.tree.root
    if root is not None and root.kind is Kind.OBJECT and root is not file.hooks_node:
        yield Site(Level.FILE, (), root, grammar.root)
    if file.hooks_node is not None and file.hooks_node.kind is Kind.OBJECT:
        yield Site(Level.EVENTS, (grammar.hooks_key,) if grammar.hooks_key else (), file.hooks_node, grammar.knobs)
    for group in file.groups():
        yield from _sites_of(grammar, group)


def stands_outside(file: HookFile, event: EventView) -> bool:
    """Whether an event stands at the root of a file that wants its events under a key of their own."""
    return bool(file.dialect.grammar.hooks_key) and len(event.route) == 1


def type_meant(grammar: Grammar, hook: Node) -> HookType | None:
    """The type by which a hook's keys are judged: the one it names, or nearly names, or else shows by its body."""
    named = member(hook, TYPE)
    if named is not None and named.value.kind is Kind.STRING:
        word = nearest(str(named.value.value), [it.name for it in grammar.types])
        return grammar.type_named(word)
    if grammar.default_type is not None:
        return grammar.type_named(grammar.default_type)
    shown = [it for it in grammar.types if member(hook, it.body) is not None]
    if shown:
        return shown[0]
    return grammar.types[0] if len(grammar.types) == 1 else None


def looks_like_hook(grammar: Grammar, node: Node) -> bool:
    """Whether an object has what only a hook has: the body of some type, or a type that is known."""
    if node.kind is not Kind.OBJECT:
        return False
    named = member(node, TYPE)
    known = named is not None and grammar.type_named(named.value.value) is not None
    return known or any(member(node, it.body) is not None for it in grammar.types)


def looks_like_group(grammar: Grammar, node: Node) -> bool:
    """Whether an object has the list of hooks that a matcher group has."""
    inner = member(node, HOOKS) if grammar.shape is Shape.GROUPED and node.kind is Kind.OBJECT else None
    return inner is not None and inner.value.kind in (Kind.ARRAY, Kind.OBJECT)


def _sites_of(grammar: Grammar, group: GroupView) -> Iterator[Site]:
    if group.node.kind is not Kind.OBJECT:
        return
    merged = [hook for hook in group.hooks if hook.node is group.node]
    for hook in merged:
        site = _hook_site(grammar, group, hook)
        if site is not None:
            group_fields = tuple(it for it in grammar.group if it.name != HOOKS)
            yield Site(Level.HOOK, site.route, site.node, (*group_fields, *site.fields), site.type, group)
    if not merged:
        yield Site(Level.GROUP, group.route, group.node, grammar.group, group=group)
    for hook in group.hooks:
        site = None if hook.node is group.node else _hook_site(grammar, group, hook)
        if site is not None:
            yield site


def _hook_site(grammar: Grammar, group: GroupView, hook: HookView) -> Site | None:
    kind = hook.type or (type_meant(grammar, hook.node) if hook.node.kind is Kind.OBJECT else None)
    if kind is None or hook.node.kind is not Kind.OBJECT:
        return None
    return Site(Level.HOOK, hook.route, hook.node, kind.fields, kind, group)
