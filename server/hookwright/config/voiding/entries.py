"""Files that an entry of an event voids, whichever it is (`Entries`)."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.config.faults import FITTING, a_kind, fault_beside, fault_of_hook
from hookwright.config.view import EventView, GroupView, HookFile, HookView, VoidCause
from hookwright.config.voiding.misfits import cause_at
from hookwright.model.event import EventRow
from hookwright.model.grammar import Grammar
from hookwright.model.nesting import HOOKS, MATCHER, TYPE
from hookwright.syntax.tree import Kind, child


def misfit_entries(file: HookFile, *, lists: bool) -> Iterator[VoidCause]:
    """The entries of events that do not fit; with `lists`, events whose hooks are not in a list, too."""
    for event in file.events:
        if event.row is not None:
            yield from _entries_of(file.grammar, event, event.row, lists=lists)


def _entries_of(grammar: Grammar, event: EventView, row: EventRow, *, lists: bool) -> Iterator[VoidCause]:
    if event.value.kind is not Kind.ARRAY:
        if lists and event.value.kind is not Kind.MISSING:
            yield cause_at(event.route, event.value, f"`{event.name}` must be a list, not {a_kind(event.value.kind)}")
        return
    for group in event.groups:
        hooks = child(group.node, HOOKS)
        if group.node.kind is not Kind.OBJECT:
            yield cause_at(group.route, group.node, f"a hook must be an object, not {a_kind(group.node.kind)}")
        elif hooks is not None and hooks.kind is not Kind.ARRAY:
            yield cause_at((*group.route, HOOKS), hooks, f"`{HOOKS}` must be a list, not {a_kind(hooks.kind)}")
        elif row.subject.kind is not None:
            yield from _misfit_matcher(grammar, group)
        for view in group.hooks:
            yield from _misfit_hook_of(row, view)


def _misfit_matcher(grammar: Grammar, group: GroupView) -> Iterator[VoidCause]:
    known = next((it for it in grammar.group if it.name == MATCHER), None)
    if known is None or group.matcher is None:
        return
    if group.matcher.value == "":
        yield cause_at((*group.route, MATCHER), group.matcher, f"`{MATCHER}` must not be empty")
    elif group.matcher.kind is not FITTING[known.kind] and not known.reading.is_lenient:
        yield cause_at((*group.route, MATCHER), group.matcher, f"`{MATCHER}` must be {a_kind(known.kind)}")


def _misfit_hook_of(row: EventRow, view: HookView) -> Iterator[VoidCause]:
    node, kind = view.node, view.type
    if node.kind is not Kind.OBJECT:
        yield cause_at(view.route, node, f"a hook must be an object, not {a_kind(node.kind)}")
    elif kind is None:
        yield cause_at((*view.route, TYPE), child(node, TYPE) or node, "a hook has an unknown `type`")
    elif row.types is not None and kind.name not in row.types:
        yield cause_at((*view.route, TYPE), child(node, TYPE) or node, f"`{row.name}` takes no `{kind.name}` hooks")
    else:
        for known in kind.fields:
            there = child(node, known.name)
            fault = fault_of_hook(known, there) or fault_beside(known, node)
            if fault is not None and node.closed:
                route = view.route if there is None else (*view.route, known.name)
                yield cause_at(route, there or node, f"`{known.name}` {fault}")
