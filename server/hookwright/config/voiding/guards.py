"""Files that a mistake voids which may have switched off a guard (`Guarded`)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hookwright.config.faults import a_kind
from hookwright.config.view import HookFile, VoidCause
from hookwright.config.voiding.mistakes import cause_at, misfit_hook
from hookwright.model.nesting import HOOKS, MATCHER, TYPE
from hookwright.model.voiding import Guarded
from hookwright.syntax.tree import Kind, Node, child, members_of
from hookwright.text import Route

# How far below a key hooks of a guarding event are looked for.
_DEPTH = 3
_HERE, _ENDING = "./", ".json"
_NEITHER = (Kind.ARRAY, Kind.NULL, Kind.MISSING)


class Guards(Struct, frozen=True):
    """A file, the mistakes that void it, and the names of all events."""

    file: HookFile
    by: Guarded
    events: frozenset[str]


def guards_elsewhere(guards: Guards, root: Node) -> Iterator[VoidCause]:
    """Hooks of a guarding event at the root, or below a key there that is about something else."""
    key, names = guards.file.grammar.hooks_key, guards.by.guards
    for member in root.members:
        name, node = member.name, member.value
        if name in names and _is_filled(node):
            yield cause_at((name,), member.key, f"`{name}` is outside `{key}`", on_key=True)
        elif (
            not guards.file.manifest
            and name != key
            and name not in guards.by.elsewhere
            and _holds_guard(guards, node, matcher_counts=name not in guards.events)
        ):
            yield cause_at((name,), member.key, f"`{name}` holds hooks, which belong under `{key}`", on_key=True)


def malformed_guards(guards: Guards, root: Node) -> Iterator[VoidCause]:
    """What is wrong below the key of the hooks."""
    file = guards.file
    hooks = child(root, file.grammar.hooks_key)
    if hooks is not None:
        read = _of_manifest if file.manifest else _of_events
        yield from read(guards, (file.grammar.hooks_key,), hooks)


def _of_manifest(guards: Guards, route: Route, node: Node) -> Iterator[VoidCause]:
    """What the manifest of a plugin has under `hooks`: objects of events, paths, or a list of both."""
    items = list(enumerate(node.items)) if node.kind is Kind.ARRAY else []
    places: list[tuple[Route, Node]] = [((*route, index), it) for index, it in items] or [(route, node)]
    for place, it in places:
        if it.kind is Kind.OBJECT:
            yield from _of_events(guards, place, it)
        elif place != route and it.kind is Kind.STRING and not _is_path(str(it.value)):
            yield cause_at(place, it, f"a path has to begin with `{_HERE}` and to end with `{_ENDING}`")
        elif place != route and it.kind not in (Kind.STRING, Kind.MISSING):
            yield cause_at(place, it, f"an entry of `{route[0]}` must be an object or a path, not {a_kind(it.kind)}")


def _is_path(text: str) -> bool:
    return text.startswith(_HERE) and text.endswith(_ENDING)


def _of_events(guards: Guards, route: Route, node: Node) -> Iterator[VoidCause]:
    key = guards.file.grammar.hooks_key
    if node.kind is Kind.ARRAY and any(it.kind is Kind.OBJECT for it in node.items):
        yield cause_at(route, node, f"`{key}` must be an object of events, not a list")
    if node.kind is not Kind.OBJECT:
        return
    if _is_group(guards, node):
        yield cause_at(route, node, f"`{key}` must be an object of events, not one matcher group")
        return
    for member in node.members:
        if child(node, member.name) is member.value:
            yield from _of_event(guards, (*route, member.name), member.name, member.key, member.value)


def _of_event(guards: Guards, route: Route, name: str, key: Node, node: Node) -> Iterator[VoidCause]:
    if name not in guards.events:
        if _holds_guard(guards, node, matcher_counts=node.kind is not Kind.ARRAY):
            yield cause_at(route, key, f"`{name}` is not an event, and holds hooks", on_key=True)
    elif node.kind is not Kind.ARRAY:
        row = guards.file.event_row(name)
        listed = guards.by.lists and row is not None and not row.spelling_of
        guard = (name in guards.by.guards and node.kind not in _NEITHER) or listed
        if guard or _holds_guard(guards, node, matcher_counts=False):
            yield cause_at(route, node, f"`{name}` must be a list, not {a_kind(node.kind)}")
    else:
        for index, group in enumerate(node.items):
            yield from _of_group(guards, (*route, index), group, is_guard=name in guards.by.guards)


def _of_group(guards: Guards, route: Route, group: Node, *, is_guard: bool) -> Iterator[VoidCause]:
    if _holds_guard(guards, group, matcher_counts=False):
        yield cause_at(route, group, "an event is inside of a matcher group")
        return
    if not is_guard or group.kind is Kind.MISSING:
        return
    if group.kind is not Kind.OBJECT:
        yield cause_at(route, group, f"a matcher group must be an object, not {a_kind(group.kind)}")
        return
    matcher, hooks = child(group, MATCHER), child(group, HOOKS)
    if matcher is not None and matcher.kind not in (Kind.STRING, Kind.MISSING):
        yield cause_at((*route, MATCHER), matcher, f"`{MATCHER}` must be a string, not {a_kind(matcher.kind)}")
    if hooks is None:
        # What is not closed is half typed.
        if group.closed:
            yield cause_at(route, group, f"a matcher group has no `{HOOKS}`")
    elif hooks.kind not in (Kind.ARRAY, Kind.MISSING):
        yield cause_at((*route, HOOKS), hooks, f"`{HOOKS}` must be a list, not {a_kind(hooks.kind)}")
    else:
        for index, hook in enumerate(hooks.items):
            yield from misfit_hook(guards.file, (*route, HOOKS, index), hook)


def _is_filled(node: Node) -> bool:
    return node.kind not in (Kind.NULL, Kind.MISSING) and not (node.kind is Kind.ARRAY and not node.items)


def _may_hold_hooks(node: Node) -> bool:
    """Whether there may be hooks in a node: a text about an event is for people."""
    return node.kind in (Kind.ARRAY, Kind.OBJECT) and _is_filled(node)


def _is_group(guards: Guards, node: Node) -> bool:
    """Whether an object looks like a matcher group."""
    if node.kind is not Kind.OBJECT:
        return False
    has_matcher = child(node, MATCHER) is not None
    if not has_matcher and any(it.name in guards.events for it in node.members):
        return False
    hooks = child(node, HOOKS)
    if hooks is None:
        return False
    if hooks.kind is Kind.ARRAY:
        return bool(hooks.items)
    named = child(hooks, TYPE) if hooks.kind is Kind.OBJECT else None
    return hooks.kind is Kind.OBJECT and (has_matcher or (named is not None and named.kind is Kind.STRING))


def _holds_guard(
    guards: Guards, node: Node, depth: int = _DEPTH, *, matcher_counts: bool, in_hooks: bool = False
) -> bool:
    """Whether hooks of a guarding event are in there; with `matcher_counts`, a matcher group counts as one."""
    if not node.members and not node.items:
        return False
    named_alike = not members_of(node).keys().isdisjoint(guards.by.guards)
    if named_alike and any(it.name in guards.by.guards and _may_hold_hooks(it.value) for it in node.members):
        return True
    if matcher_counts and _is_group(guards, node):
        return True
    if depth == 0:
        return False
    if node.kind is Kind.ARRAY:
        return any(
            _holds_guard(guards, it, depth - 1, matcher_counts=matcher_counts, in_hooks=in_hooks) for it in node.items
        )
    named = child(node, TYPE) if node.kind is Kind.OBJECT else None
    if in_hooks and named is not None and named.kind is Kind.STRING:
        return False
    return any(
        _holds_guard(
            guards,
            it.value,
            depth - 1,
            matcher_counts=matcher_counts and it.name not in guards.events,
            in_hooks=it.name == HOOKS and it.value.kind is Kind.ARRAY,
        )
        for it in node.members
        if it.name not in guards.by.elsewhere
    )
