"""Files that any mistake voids (`Closed`)."""

from __future__ import annotations

from collections.abc import Container, Iterator

from hookwright.config.faults import a_kind, fault_of_node
from hookwright.config.view import HookFile, VoidCause
from hookwright.config.voiding.misfits import cause_at, misfit_hook
from hookwright.model.field import Field
from hookwright.model.nesting import HOOKS, TYPE
from hookwright.syntax.tree import Kind, Node, child
from hookwright.text import Route

_HERE = "./"


def every_mistake(file: HookFile, root: Node) -> Iterator[VoidCause]:
    """Whatever does not fit where the agent knows the key, and keys at the root that it does not know."""
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
