"""What a dialect sees in a text: its events, groups and hooks, in any shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.recorder import SCRIPT, without_recorders
from hookwright.config.view import EventView, GroupView, HookFile, HookView, VoidCause
from hookwright.config.voiding.causes import void_causes
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType
from hookwright.model.location import Format, Location
from hookwright.model.nesting import HOOKS, MATCHER, TYPE
from hookwright.readers.executables import command_of, event_of, is_named_as_hook, name_parts
from hookwright.readers.place import format_at, guess_at, location_at
from hookwright.syntax.front_matter import parse_front_matter, speaks_of
from hookwright.syntax.parser import parse
from hookwright.syntax.script import script_tree
from hookwright.syntax.tree import Kind, Member, Node, Notation, Tree, child, keys_of, member
from hookwright.text import Route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.readers.choice import Reader


def read_hook_file(path: str, text: str, dialect: Dialect, scope: Scope) -> HookFile:
    """The file as its dialect sees it; never raises, for any text.

    Where the root lacks the `hooks` key but has events, these are viewed at their own routes, of length 1; not so in
    the manifest of a plugin.  Of equal keys the last is viewed.
    """
    location = _location(dialect, path, scope)
    grammar = _grammar(dialect, scope) if location is None else location.grammar or dialect.grammar
    tree = _script(path, text, dialect, location) if location is not None and location.endings else None
    if tree is None:
        tree = _tree(text, format_at(dialect, path, scope), grammar)
    if grammar.bare is not None and tree.root is not None and child(tree.root, grammar.hooks_key) is None:
        grammar = grammar.bare
    manifest = location is not None and location.manifest
    called = location.events if location is not None else {}
    seen = _view_events(tree, dialect, grammar, called, manifest=manifest)
    # Few files have any.
    events = tuple(without_recorders(seen.events, grammar.types)) if SCRIPT in text else seen.events
    return HookFile(
        path,
        scope,
        dialect,
        grammar,
        tree,
        seen.hooks_node,
        events,
        bases=seen.bases,
        manifest=manifest,
        location=location,
        void_by=void_by,
    )


def _location(dialect: Dialect, path: str, scope: Scope) -> Location | None:
    """The place that the file is at; outside of a plugin, what it is called like goes before a place in plugins."""
    found = location_at(dialect, path, scope)
    if found is None or (found.scope is Scope.PLUGIN and scope is not Scope.PLUGIN):
        return guess_at(dialect, path) or found
    return found


def void_by(file: HookFile) -> tuple[VoidCause, ...]:
    """Everything for which the agent skips the file."""
    voiding = file.grammar.voiding
    return void_causes(file, voiding) if voiding is not None else ()


def _grammar(dialect: Dialect, scope: Scope) -> Grammar:
    """The shape of a file that is at none of the places; the manifest of a plugin can name any."""
    places = (it for it in dialect.locations if scope is Scope.PLUGIN and it.scope is scope and not it.manifest)
    return next((it.grammar for it in places if it.format is Format.JSON and it.grammar), dialect.grammar)


def _script(path: str, text: str, dialect: Dialect, location: Location) -> Tree:
    """The hook that a script is by its name; nothing where it is called otherwise."""
    parts = name_parts(path, location)
    if parts is None or not is_named_as_hook(path, location, dialect.event_names):
        return Tree(text, None, notation=Notation.SCRIPT)
    return script_tree(text, event_of(dialect, *parts), command_of(dialect, path, parts[1], text))


def _tree(text: str, form: Format, grammar: Grammar) -> Tree:
    if form is Format.JSON:
        return parse(text)
    if form is Format.TOML:
        # Few files are TOML, and its library takes a tenth of what a dispatch imports.
        from hookwright.syntax.toml import parse_toml

        return parse_toml(text)
    if not speaks_of(text, grammar.hooks_key):
        return Tree(text, None, notation=Notation.YAML)
    return parse_front_matter(text, mends=grammar.mends_yaml)


def read_for(path: str, text: str, readers: Sequence[Reader]) -> HookFile:
    """The file as the first of its readers sees it, which knows of the others; there has to be one."""
    first = readers[0]
    file = read_hook_file(path, text, first.dialect, first.scope)
    return replace(file, ground=first.ground, others=tuple(readers[1:]))


def read_as(file: HookFile, other: Reader) -> HookFile:
    """The same text as another of its readers sees it."""
    return read_hook_file(file.path, file.tree.text, other.dialect, other.scope)


class _Seen(Struct, frozen=True):
    """What is viewed of a tree: the events, the objects that they are in with their routes, and the first of these.

    `hooks_node` is also there if it is not an object, unless it may be something else.
    """

    hooks_node: Node | None
    bases: tuple[tuple[Route, Node], ...]
    events: tuple[EventView, ...]


def _view_events(tree: Tree, dialect: Dialect, grammar: Grammar, called: Mapping[str, str], *, manifest: bool) -> _Seen:
    root = tree.root
    view = partial(_event, dialect, grammar, called)
    if root is None or root.kind is not Kind.OBJECT:
        return _Seen(None, (), ())
    if not grammar.hooks_key:
        others = {it.name for it in (*grammar.beside_events, *grammar.root)} | {grammar.knobs_key}
        found = tuple(view((), it) for it in _last_of_each(root) if it.name not in others)
        return _Seen(root, (((), root),), found)
    hooks_node = child(root, grammar.hooks_key)
    if grammar.nesting.event_key:
        items = enumerate(hooks_node.items) if hooks_node is not None and hooks_node.kind is Kind.ARRAY else ()
        route = grammar.hooks_route
        named = (_named(dialect, grammar, (*route, index), it) for index, it in items if it.kind is Kind.OBJECT)
        return _Seen(hooks_node, ((route, hooks_node),) if hooks_node is not None else (), tuple(named))
    if hooks_node is None and not manifest:
        return _Seen(None, (), tuple(view((), it) for it in _last_of_each(root) if dialect.event(it.name)))
    knobs = {it.name for it in grammar.beside_events}
    wraps = dialect.plugins.wraps_events
    bases = tuple(
        _of_manifest(grammar.hooks_key, hooks_node, wraps=wraps) if manifest else _of_file(grammar, hooks_node)
    )
    events = (view(base, it) for base, node in bases for it in _last_of_each(node) if it.name not in knobs)
    first = bases[0][1] if bases else None if manifest else hooks_node
    return _Seen(first, bases, tuple(events))


def _of_file(grammar: Grammar, node: Node | None) -> Iterator[tuple[Route, Node]]:
    """What is under the key, of any type: events are in it."""
    if node is not None:
        yield grammar.hooks_route, node


def _of_manifest(key: str, node: Node | None, *, wraps: bool) -> Iterator[tuple[Route, Node]]:
    """The objects in a manifest that events are in: the one under the key, those in a list, or what these wrap."""
    items = enumerate(node.items) if node is not None and node.kind is Kind.ARRAY else ()
    places = [((key,), node), *(((key, index), item) for index, item in items)]
    for route, it in places:
        if it is not None and it.kind is Kind.OBJECT:
            inner = child(it, key) if wraps else None
            yield ((*route, key), inner) if inner is not None and inner.kind is Kind.OBJECT else (route, it)


def _last_of_each(node: Node) -> Iterator[Member]:
    last = {it.name: it for it in node.members}
    return (it for it in node.members if last[it.name] is it)


def _event(dialect: Dialect, grammar: Grammar, called: Mapping[str, str], base: Route, entry: Member) -> EventView:
    name = entry.name
    row, route = dialect.event(called.get(name, name)), (*base, name)
    return EventView(name, row, route, entry.key, entry.value, tuple(_groups(grammar, name, row, route, entry.value)))


def _named(dialect: Dialect, grammar: Grammar, route: Route, node: Node) -> EventView:
    """An object that names its event, as an event with one group."""
    nesting = grammar.nesting
    key = _present(child(node, nesting.event_key))
    name = str(key.value) if key is not None and key.kind is Kind.STRING else ""
    row = dialect.event(name)
    place, action = (
        (route, node) if nesting.is_flat else ((*route, nesting.inner), _present(child(node, nesting.inner)))
    )
    hooks: tuple[HookView, ...] = ()
    if action is not None and action.kind is Kind.OBJECT:
        hooks = (HookView(place, action, _type(grammar, action)),)
    group = GroupView(name, row, route, node, _present(child(node, MATCHER)), hooks)
    return EventView(name, row, route, key or node, node, (group,), nesting.event_key)


def _groups(grammar: Grammar, event: str, row: EventRow | None, route: Route, value: Node) -> Iterator[GroupView]:
    """One group for each item; an object in place of the list is one group at the event's own route."""
    if value.kind is Kind.ARRAY:
        numbered = enumerate(value.items)
        places: list[tuple[Route, Node]] = [((*route, index), item) for index, item in numbered]
    else:
        places = [(route, value)] if value.kind is Kind.OBJECT else []
    for place, node in places:
        if node.kind is not Kind.MISSING:
            yield _group(grammar, event, row, place, node)


def _group(grammar: Grammar, event: str, row: EventRow | None, route: Route, node: Node) -> GroupView:
    """What is under an event at a route."""
    hooks = tuple(_hooks(grammar, route, node))
    return GroupView(event, row, route, node, _present(child(node, MATCHER)), hooks)


def _hooks(grammar: Grammar, route: Route, node: Node) -> Iterator[HookView]:
    if node.kind is not Kind.OBJECT:
        return
    flat = grammar.nesting.is_flat
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
            misplaced = flat and not grammar.nesting.groups_too
            yield HookView((*route, index), item, _type(grammar, item), misplaced=misplaced)


def _has_hook_key(grammar: Grammar, node: Node) -> bool:
    return any(member(node, key) for key in (TYPE, *(it.body for it in grammar.types)))


def _type(grammar: Grammar, node: Node) -> HookType | None:
    if node.kind is not Kind.OBJECT:
        return None
    named = _present(child(node, TYPE))
    return grammar.type_of(grammar.default_type if named is None else named.value, keys_of(node))


def _present(node: Node | None) -> Node | None:
    return None if node is None or node.kind is Kind.MISSING else node
