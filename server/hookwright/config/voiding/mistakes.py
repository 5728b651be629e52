"""Mistakes that void a file wherever they are (`Closed`) or in an entry of an event (`Entries`)."""

from __future__ import annotations

from collections.abc import Container, Iterator

from hookwright.config.faults import FITTING, a_kind, fault_beside, fault_of_hook, fault_of_node
from hookwright.config.view import EventView, GroupView, HookFile, HookView, VoidCause
from hookwright.model.event import EventRow
from hookwright.model.field import Field
from hookwright.model.grammar import Grammar
from hookwright.model.nesting import HOOKS, MATCHER, TYPE, GrammarPart
from hookwright.model.voiding import Entries
from hookwright.syntax.tree import Kind, Node, child, members_of
from hookwright.text import Route

_HERE = "./"


def every_mistake(file: HookFile, root: Node) -> Iterator[VoidCause]:
    """Values that do not fit a key that the agent knows, and keys at the root that it does not know."""
    key = file.grammar.hooks_key
    events = frozenset(it.name for it in file.dialect.events)
    known = {it.name: it for it in file.grammar.root}
    yield from _repeated_keys((), root, known if not file.manifest else (key,))
    for member in root.members:
        if member.name not in known and not file.manifest and not file.grammar.root_open:
            yield cause_at((member.name,), member.key, f"`{member.name}` is not a key that it knows", on_key=True)
        elif member.name in known and not file.manifest:
            yield from _misfit_value((member.name,), known[member.name], member.value)
    for base, node in file.bases:
        yield from _repeated_keys(base, node, events)
        for member in node.members:
            if member.name in events:
                yield from _mistakes_in_event(file, (*base, member.name), member.value)
    named = child(root, key) if file.manifest else None
    if named is not None:
        yield from _misfit_paths((key,), named)


def _mistakes_in_event(file: HookFile, route: Route, node: Node) -> Iterator[VoidCause]:
    if node.kind is Kind.MISSING:
        return
    if node.kind is not Kind.ARRAY:
        yield cause_at(route, node, f"`{route[-1]}` must be a list, not {a_kind(node.kind)}")
    for index, group in enumerate(node.items):
        place = (*route, index)
        if group.kind not in (Kind.OBJECT, Kind.MISSING):
            yield cause_at(place, group, f"a matcher group must be an object, not {a_kind(group.kind)}")
        for known in file.grammar.group:
            there = child(group, known.name)
            if there is not None:
                yield from _misfit_value((*place, known.name), known, there)
        yield from _repeated_keys(place, group, {it.name for it in file.grammar.group})
        hooks = child(group, HOOKS)
        for number, hook in enumerate(hooks.items if hooks is not None else ()):
            named = child(hook, TYPE)
            kind = file.grammar.type_named(named.value) if named is not None else None
            keys = {TYPE, *(it.name for it in (kind.fields if kind is not None else ()))}
            yield from _repeated_keys((*place, HOOKS, number), hook, keys)
            yield from misfit_hook(file, (*place, HOOKS, number), hook)


def _repeated_keys(route: Route, node: Node, known: Container[str]) -> Iterator[VoidCause]:
    """Keys that the agent knows and that are there again."""
    seen: set[str] = set()
    for member in node.members:
        if member.name in seen and member.name in known:
            yield cause_at((*route, member.name), member.key, f"`{member.name}` is there twice", on_key=True)
        seen.add(member.name)


def _misfit_value(route: Route, known: Field, node: Node) -> Iterator[VoidCause]:
    fault = fault_of_node(known, node, node.value) if node.kind is not Kind.MISSING and node.closed else None
    if fault is not None:
        yield cause_at(route, node, f"`{known.name}` {fault}")


def _misfit_paths(route: Route, node: Node) -> Iterator[VoidCause]:
    """The paths of a manifest that do not begin as they have to."""
    for where, it in [(route, node), *(((*route, index), it) for index, it in enumerate(node.items))]:
        if it.kind is Kind.STRING and not str(it.value).startswith(_HERE):
            yield cause_at(where, it, f"a path has to begin with `{_HERE}`")


def misfit_entries(file: HookFile, by: Entries) -> Iterator[VoidCause]:
    """The entries of events that do not fit, and events whose hooks are not in a list where that counts."""
    for route, item in file.strays():
        yield cause_at(route, item, f"a hook must be an object, not {a_kind(item.kind)}")
    for event in file.events:
        if event.row is not None:
            yield from _entries_of(file.grammar, event, event.row, by)
        elif event.key is event.value:
            yield cause_at(event.route, event.value, f"a hook has no `{event.named_by}`")
        elif by.events:
            route = (*event.route, event.named_by) if event.named_by else event.route
            yield cause_at(route, event.key, f"`{event.name}` is not an event", on_key=not event.named_by)


def _entries_of(grammar: Grammar, event: EventView, row: EventRow, by: Entries) -> Iterator[VoidCause]:
    if event.value.kind is not Kind.ARRAY and not event.named_by:
        if by.lists and event.value.kind is not Kind.MISSING:
            yield cause_at(event.route, event.value, f"`{event.name}` must be a list, not {a_kind(event.value.kind)}")
        return
    for group in event.groups:
        hooks = child(group.node, HOOKS)
        if group.node.kind is not Kind.OBJECT:
            yield cause_at(group.route, group.node, f"a hook must be an object, not {a_kind(group.node.kind)}")
        elif hooks is not None and hooks.kind is not Kind.ARRAY:
            yield cause_at((*group.route, HOOKS), hooks, f"`{HOOKS}` must be a list, not {a_kind(hooks.kind)}")
        elif row.subject.kind is not None:
            yield from _misfit_matcher(grammar, group, by)
        for view in group.hooks:
            yield from _misfit_hook_of(row, view, by)
            if by.keys:
                yield from _unknown_keys(grammar, view)


def _misfit_matcher(grammar: Grammar, group: GroupView, by: Entries) -> Iterator[VoidCause]:
    known = next((it for it in grammar.group if it.name == MATCHER), None)
    if known is None or group.matcher is None or (group.matcher.kind is Kind.NULL and known.takes.nullable):
        return
    if group.matcher.value == "" and not by.empty_matcher:
        yield cause_at((*group.route, MATCHER), group.matcher, f"`{MATCHER}` must not be empty")
    elif group.matcher.kind is not FITTING[known.kind] and not known.reading.is_lenient:
        yield cause_at((*group.route, MATCHER), group.matcher, f"`{MATCHER}` must be {a_kind(known.kind)}")


def _misfit_hook_of(row: EventRow, view: HookView, by: Entries) -> Iterator[VoidCause]:
    node, kind = view.node, view.type
    if by.only_values and node.kind is Kind.OBJECT and (kind is None or child(node, kind.body) is None):
        return
    if node.kind is not Kind.OBJECT:
        yield cause_at(view.route, node, f"a hook must be an object, not {a_kind(node.kind)}")
    elif kind is None:
        yield cause_at((*view.route, TYPE), child(node, TYPE) or node, "a hook has an unknown `type`")
    elif row.types is not None and kind.name not in row.types:
        yield cause_at((*view.route, TYPE), child(node, TYPE) or node, f"`{row.name}` takes no `{kind.name}` hooks")
    else:
        for known in kind.fields:
            if by.only_values and known.when.events is not None and row.name not in known.when.events:
                continue
            there = child(node, known.name)
            fault = fault_of_hook(known, there) or fault_beside(known, node)
            if fault is not None and node.closed:
                route = view.route if there is None else (*view.route, known.name)
                yield cause_at(route, there or node, f"`{known.name}` {fault}")


def _unknown_keys(grammar: Grammar, view: HookView) -> Iterator[VoidCause]:
    """The keys of a hook, or of one that is in no group, that the agent does not know."""
    own = view.type.fields if view.type is not None else ()
    known = {it.name for it in (*own, *grammar.outer_fields(GrammarPart.HOOK))}
    for member in view.node.members:
        if member.name not in known:
            route = (*view.route, member.name)
            yield cause_at(route, member.key, f"`{member.name}` is not a key that it knows", on_key=True)


def cause_at(route: Route, node: Node, why: str, *, on_key: bool = False) -> VoidCause:
    """What is wrong with the node at the route, or with its key."""
    return VoidCause(route, node.span, why, on_key)


def misfit_hook(file: HookFile, route: Route, hook: Node) -> Iterator[VoidCause]:
    """What an agent that is strict about hooks has against one: its kind, its type, and each key that does not fit."""
    if hook.kind is Kind.MISSING:
        return
    if hook.kind is not Kind.OBJECT:
        yield cause_at(route, hook, f"a hook must be an object, not {a_kind(hook.kind)}")
        return
    named = child(hook, TYPE)
    kind = file.grammar.type_named(named.value) if named is not None else None
    if kind is None and not (hook if named is None else named).closed:
        return
    if kind is None:
        fault = "a hook has no `type`" if named is None else "a hook has an unknown `type`"
        yield cause_at((*route, TYPE) if named is not None else route, named or hook, fault)
        return
    members = members_of(hook)
    for known in kind.fields:
        entry = members.get(known.name)
        if entry is None and not known.required:
            continue
        there = entry.value if entry is not None else None
        fault_there = fault_of_hook(known, there)
        if fault_there is not None and (hook if there is None else there).closed:
            where = route if there is None else (*route, known.name)
            yield cause_at(where, there or hook, f"`{known.name}` {fault_there}")
