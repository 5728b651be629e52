"""Which objects of a hook file have keys of their own, and which keys those are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from hookwright.analysis.suggest import nearest
from hookwright.config.view import EventView, GroupView, HookFile, once_per_file
from hookwright.model.field import Field, JsonType
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import HOOKS, MATCHER, TYPE, GrammarPart
from hookwright.syntax.tree import Kind, Member, Node, keys_of, member, members_of
from hookwright.text import Route

# What hooks in groups have where entries are flat: taking the group apart puts all of it right.
_HOOKS = Field(name=HOOKS, kind=JsonType.ANY, doc="The hooks of a group")
_TYPE = Field(name=TYPE, kind=JsonType.ANY, doc="The type of a hook")


class Site(Struct, frozen=True, eq=False):
    """An object of the file with the keys that its place knows, and its members: those that it knows, and the others.

    Of equal keys only the last is a member.  `type` is the hook's, `group` the group it is in; a hook where
    a group is expected is one site, which knows the keys of both.
    """

    part: GrammarPart
    route: Route
    node: Node
    fields: Mapping[str, Field]
    known: tuple[tuple[Member, Field], ...]
    unknown: tuple[Member, ...]
    type: HookType | None = None
    group: GroupView | None = None

    @property
    def title(self) -> str:
        """What the object is called in messages, with its article."""
        match self.part:
            case GrammarPart.ROOT:
                return "a hook file"
            case GrammarPart.EVENTS:
                return "`hooks`"
            case GrammarPart.KNOBS:
                return f"`{self.route[-1]}`"
            case GrammarPart.GROUP:
                return "a matcher group" if HOOKS in self.fields else "a hook"
            case GrammarPart.CRITERIA:
                return "a matcher"
            case _:
                if self.type is None:
                    return "a hook"
                return f"{'an' if self.type.name[0] in 'aeiou' else 'a'} `{self.type.name}` hook"

    def is_misplaced_hook(self, grammar: Grammar) -> bool:
        """Whether this is a hook where a matcher group is expected."""
        in_place_of_group = self.group is not None and self.group.node is self.node
        return self.part is GrammarPart.HOOK and grammar.nesting.is_grouped and in_place_of_group

    @property
    def missing(self) -> tuple[Field, ...]:
        """The fields that the object does not have."""
        present = members_of(self.node)
        return tuple([it for name, it in self.fields.items() if name not in present])


@once_per_file
def sites(file: HookFile) -> tuple[Site, ...]:
    """Every object whose keys can be judged, in the order of the file; hooks of unknown type are left out."""
    return tuple(_sites(file))


def field_at(file: HookFile, route: Route) -> Field | None:
    """The field of the key at a route; None if its object knows no such key."""
    site = _sites_by_route(file).get(route[:-1]) if route else None
    return site.fields.get(str(route[-1])) if site is not None else None


@once_per_file
def _sites_by_route(file: HookFile) -> Mapping[Route, Site]:
    """The first site at each route."""
    return {it.route: it for it in reversed(sites(file))}


def _sites(file: HookFile) -> Iterator[Site]:
    grammar = file.grammar
    yield from _around_events(file)
    criteria = _by_name(file.dialect.matchers.fields)
    for group in file.groups:
        yield from _sites_of(grammar, group, criteria)


def _around_events(file: HookFile) -> Iterator[Site]:
    grammar, root = file.grammar, file.tree.root
    if root is not None and root.kind is Kind.OBJECT and root is not file.hooks_node and not file.manifest:
        yield _site(GrammarPart.ROOT, (), root, _by_name(grammar.outer_fields(GrammarPart.ROOT)))
    for base, node in file.bases:
        if node.kind is Kind.OBJECT:
            yield _site(GrammarPart.EVENTS, base, node, _by_name(grammar.beside_events))
    knobs = file.knobs_node if grammar.knobs_key else None
    if knobs is not None and knobs.kind is Kind.OBJECT:
        yield _site(GrammarPart.KNOBS, file.knobs_route, knobs, _by_name(grammar.knobs))


def _site(
    part: GrammarPart,
    route: Route,
    node: Node,
    fields: Mapping[str, Field],
    type: HookType | None = None,  # noqa: A002
    group: GroupView | None = None,
) -> Site:
    known, unknown = list[tuple[Member, Field]](), list[Member]()
    for name, it in members_of(node).items():
        field = fields.get(name)
        if field is None:
            unknown.append(it)
        else:
            known.append((it, field))
    return Site(part, route, node, fields, tuple(known), tuple(unknown), type, group)


def stands_outside(file: HookFile, event: EventView) -> bool:
    """Whether an event is at the root of a file that wants its events under a key of their own."""
    return bool(file.base) and len(event.route) == 1


def type_meant(grammar: Grammar, hook: Node) -> HookType | None:
    """The type by which a hook's keys are judged: the one it names, or nearly names, or else shows by its body."""
    named = member(hook, TYPE)
    if named is not None and named.value.kind is Kind.STRING:
        word = nearest(str(named.value.value), [it.name for it in grammar.types])
        return grammar.type_of(word, keys_of(hook))
    if grammar.default_type is not None:
        return grammar.type_of(grammar.default_type, keys_of(hook))
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
    inner = member(node, HOOKS) if grammar.nesting.is_grouped and node.kind is Kind.OBJECT else None
    return inner is not None and inner.value.kind in (Kind.ARRAY, Kind.OBJECT)


def hooks_in(node: Node) -> int:
    """How many hooks stand in what an event holds: a list, a group or a hook, as far as they can be told."""
    if node.kind is Kind.ARRAY:
        return sum(map(hooks_in, node.items))
    if node.kind is not Kind.OBJECT:
        return 0
    inner = member(node, HOOKS)
    return hooks_in(inner.value) if inner is not None else 1


def is_lone_hook(grammar: Grammar, root: Node) -> bool:
    """Whether what should have a list of hooks is a hook itself, which names its event."""
    return member(root, grammar.nesting.event_key) is not None if grammar.nesting.event_key else False


def is_group_for_entry(grammar: Grammar, group: GroupView) -> bool:
    """Whether a matcher group is where a flat entry is expected."""
    if not grammar.nesting.is_flat or group.node.kind is not Kind.OBJECT:
        return False
    return member(group.node, HOOKS) is not None and group.node not in [it.node for it in group.hooks]


def _sites_of(grammar: Grammar, group: GroupView, criteria: Mapping[str, Field]) -> Iterator[Site]:
    if group.node.kind is not Kind.OBJECT:
        return
    # An object in place of a list of groups may be anything: it is judged as a group only where it looks like one.
    listed = isinstance(group.route[-1], int)
    if not listed and not looks_like_group(grammar, group.node) and not looks_like_hook(grammar, group.node):
        return
    grouped = is_group_for_entry(grammar, group)
    if group.node not in [it.node for it in group.hooks]:
        yield _site(GrammarPart.GROUP, group.route, group.node, _group_fields(grammar, grouped=grouped), group=group)
        if criteria and group.matcher is not None and group.matcher.kind is Kind.OBJECT:
            yield _site(GrammarPart.CRITERIA, (*group.route, MATCHER), group.matcher, criteria, group=group)
    for hook in group.hooks:
        kind = hook.type or (type_meant(grammar, hook.node) if hook.node.kind is Kind.OBJECT else None)
        if kind is not None and hook.node.kind is Kind.OBJECT:
            fields = _hook_fields(grammar, kind, is_group=hook.node is group.node, grouped=grouped)
            yield _site(GrammarPart.HOOK, hook.route, hook.node, fields, kind, group)


def _by_name(fields: Iterable[Field]) -> Mapping[str, Field]:
    return {it.name: it for it in fields}


@lru_cache(maxsize=64)
def _group_fields(grammar: Grammar, *, grouped: bool) -> Mapping[str, Field]:
    return _by_name((*grammar.group, _HOOKS) if grouped else grammar.group)


@lru_cache(maxsize=256)
def _hook_fields(grammar: Grammar, kind: HookType, *, is_group: bool, grouped: bool) -> Mapping[str, Field]:
    """The keys of a hook, also those of the group where it is in place of one."""
    outer = tuple(it for it in grammar.group if it.name != HOOKS) if is_group else ()
    return _by_name((*outer, *((_TYPE,) if grouped else ()), *kind.fields))
