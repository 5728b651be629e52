"""What a dialect sees in a text: its events, groups and hooks, in whatever shape they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.model.dialect import Dialect, Scope
from hookwright.model.event import EventRow
from hookwright.model.grammar import Grammar, HookType, Shape
from hookwright.syntax.jsonc import parse
from hookwright.syntax.tree import Kind, Member, Node, Tree, child, member
from hookwright.text import LineIndex, Route

HOOKS = "hooks"
MATCHER = "matcher"
TYPE = "type"


def read_hook_file(path: str, text: str, dialect: Dialect, scope: Scope, *, lines: LineIndex | None = None) -> HookFile:
    """The file as its dialect sees it; never raises, whatever the text is.

    Where the root lacks the `hooks` key but has events, these are viewed at their own routes, of length 1.  Of equal
    keys the last is viewed.  `lines` are those of the text, where the caller has them.
    """
    tree = parse(text, lines)
    hooks_node, events = view_events(tree, dialect)
    return HookFile(path, scope, dialect, tree, hooks_node, events)


def view_events(
    tree: Tree, dialect: Dialect, known: Iterable[EventView] = ()
) -> tuple[Node | None, tuple[EventView, ...]]:
    """The object that the events are in, and these; a `known` one whose key is still there stays as it is."""
    hooks_node, base, members = _event_members(tree, dialect)
    views = {it.key: it for it in known}

    def view(entry: Member) -> EventView:
        found = views.get(entry.key)
        return found if found is not None and found.route[:-1] == base else _event(dialect, base, entry)

    return hooks_node, tuple(view(it) for it in members)


def _event_members(tree: Tree, dialect: Dialect) -> tuple[Node | None, Route, Iterator[Member]]:
    """The object that the events are in, where their routes begin, and the members that are events."""
    root, grammar = tree.root, dialect.grammar
    if root is None or root.kind is not Kind.OBJECT:
        return None, (), iter(())
    knobs = {it.name for it in grammar.knobs}
    if not grammar.hooks_key:
        others = knobs | {it.name for it in grammar.root}
        return root, (), (it for it in _last_of_each(root) if it.name not in others)
    hooks_node = child(root, grammar.hooks_key)
    if hooks_node is None:
        return None, (), (it for it in _last_of_each(root) if dialect.event(it.name))
    return hooks_node, (grammar.hooks_key,), (it for it in _last_of_each(hooks_node) if it.name not in knobs)


def _last_of_each(node: Node) -> Iterator[Member]:
    last = {it.name: it for it in node.members}
    return (it for it in node.members if last[it.name] is it)


def _event(dialect: Dialect, base: Route, entry: Member) -> EventView:
    name = entry.name
    row, route = dialect.event(name), (*base, name)
    return EventView(name, row, route, entry.key, entry.value, tuple(_groups(dialect, name, row, route, entry.value)))


def _groups(dialect: Dialect, event: str, row: EventRow | None, route: Route, value: Node) -> Iterator[GroupView]:
    """One group an item; an object that stands in place of the list is one group at the event's own route."""
    if value.kind is Kind.ARRAY:
        numbered = enumerate(value.items)
        places: list[tuple[Route, Node]] = [((*route, index), item) for index, item in numbered]
    else:
        places = [(route, value)] if value.kind is Kind.OBJECT else []
    for place, node in places:
        if node.kind is not Kind.MISSING:
            yield group_at(dialect, event, row, place, node)


def group_at(dialect: Dialect, event: str, row: EventRow | None, route: Route, node: Node) -> GroupView:
    """What stands under an event at a route."""
    hooks = tuple(_hooks(dialect.grammar, route, node))
    return GroupView(event, row, route, node, _present(child(node, MATCHER)), hooks)


def _hooks(grammar: Grammar, route: Route, node: Node) -> Iterator[HookView]:
    if node.kind is not Kind.OBJECT:
        return
    flat = grammar.shape is Shape.FLAT
    inner = _present(child(node, HOOKS))
    if inner is None or (flat and _has_hook_key(grammar, node)):
        if flat or _has_hook_key(grammar, node):
            yield HookView(route, node, _type(grammar, node), misplaced=not flat)
        return
    route = (*route, HOOKS)
    if inner.kind is Kind.OBJECT:
        yield HookView(route, inner, _type(grammar, inner), misplaced=flat)
    for index, item in enumerate(inner.items):
        if item.kind is not Kind.MISSING:
            yield HookView((*route, index), item, _type(grammar, item), misplaced=flat)


def _has_hook_key(grammar: Grammar, node: Node) -> bool:
    return any(member(node, key) for key in (TYPE, *(it.body for it in grammar.types)))


def _type(grammar: Grammar, node: Node) -> HookType | None:
    named = _present(child(node, TYPE)) if node.kind is Kind.OBJECT else None
    if named is None:
        return grammar.type_named(grammar.default_type) if node.kind is Kind.OBJECT else None
    return grammar.type_named(named.value)


def _present(node: Node | None) -> Node | None:
    return None if node is None or node.kind is Kind.MISSING else node
