"""A hook and a setting that do not fit, as the cause of a skipped file."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.config.faults import a_kind, fault_of_hook, fault_of_value
from hookwright.config.setting_faults import faults_of_settings
from hookwright.config.view import HookFile, VoidCause
from hookwright.model.nesting import TYPE
from hookwright.model.voiding import Settings
from hookwright.syntax.tree import Kind, Node, child
from hookwright.text import Route


def cause_at(route: Route, node: Node, why: str, *, on_key: bool = False) -> VoidCause:
    """What is wrong with the node at the route, or with its key."""
    return VoidCause(route, node.span, why, on_key)


def is_dispensable(file: HookFile) -> bool:
    """Whether the rest of a plugin is loaded without the file."""
    voiding = file.grammar.voiding
    return voiding is not None and voiding.plugin and not file.manifest


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
    for known in kind.fields:
        there = child(hook, known.name)
        fault_there = fault_of_hook(known, there)
        if fault_there is not None and (hook if there is None else there).closed:
            where = route if there is None else (*route, known.name)
            yield cause_at(where, there or hook, f"`{known.name}` {fault_there}")


def misfit_settings(file: HookFile, wanted: Settings, root: Node) -> Iterator[VoidCause]:
    """The settings of the file that are not what they have to be."""
    alone = is_dispensable(file)
    for route, node, why in faults_of_settings(wanted, root):
        yield VoidCause(route, node.span, why, alone=alone and route[:1] != (file.grammar.hooks_key,))
    known = ((it, child(root, it.name)) for it in file.grammar.root if wanted.at(it.name) is not None)
    for field, there in known:
        fault = fault_of_value(field, there.value) if there is not None and there.closed else None
        if there is not None and fault is not None:
            yield cause_at((field.name,), there, f"`{field.name}` {fault}")
