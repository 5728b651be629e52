"""When two hooks are the same: under one event, with one matcher, they do one thing."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping

from hookwright.analysis.rule import Place
from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.matching.expressions import remembered
from hookwright.matching.matcher import Form, parse_matcher
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import MATCHER
from hookwright.syntax.tree import Kind, child, plain

Standing = tuple[GroupView, HookView]


def by_body(event: EventView) -> Mapping[str, list[Standing]]:
    """The event's hooks by what they do, in the order of the file; those that do nothing are left out."""
    found: dict[str, list[Standing]] = {}
    for group in event.groups:
        for hook in group.hooks:
            body = _body(hook)
            if body.strip():
                found.setdefault(body, []).append((group, hook))
    return found


def repeated(event: EventView) -> list[list[Standing]]:
    """Those hooks of the event that do the same, in the order of the file."""
    return [it for it in by_body(event).values() if len(it) > 1]


@remembered(maxsize=8)
def standing_in(file: HookFile) -> Mapping[tuple[str, str], tuple[Standing, ...]]:
    """The hooks of a file that can run, by event and by what they do."""
    found: dict[tuple[str, str], tuple[Standing, ...]] = {}
    for event in file.events:
        for body, hooks in by_body(event).items() if event.row is not None else ():
            found[event.name, body] = tuple(it for it in hooks if not it[1].misplaced)
    return found


def identity(file: HookFile, standing: Standing) -> Hashable:
    """What two hooks of one event have in common when they are the same."""
    group, hook = standing
    kind = hook.type
    values = {it.name: plain(it.value) for it in hook.node.members if kind and _counts(kind, it.name)}
    nodes = (child(group.node, it) if group.node.kind is Kind.OBJECT else None for it in file.dialect.matchers.beside)
    beside = tuple(json.dumps(plain(it)) if it is not None else None for it in nodes)
    return _matcher(file, group), beside, json.dumps(values, sort_keys=True)


def place_of_body(hook: HookView, file: HookFile | None = None) -> Place:
    """Where it says what the hook does, in that other file where one is given."""
    return Place((*hook.route, hook.type.body) if hook.type else hook.route, file=file)


def _body(hook: HookView) -> str:
    body = child(hook.node, hook.type.body) if hook.type is not None and hook.node.kind is Kind.OBJECT else None
    return str(body.value) if body is not None and body.kind is Kind.STRING else ""


def _counts(kind: HookType, name: str) -> bool:
    field = kind.field(name)
    return name == MATCHER or (field is not None and field.measure is None)


def _matcher(file: HookFile, group: GroupView) -> Hashable:
    if group.row is not None and group.row.subject.kind is None:
        return None
    if group.matcher is None or group.matcher.kind is not Kind.STRING:
        return json.dumps(plain(group.matcher), sort_keys=True) if group.matcher else None
    matcher = parse_matcher(file.dialect.matchers.for_event(group.event), str(group.matcher.value))
    if matcher.form is Form.WILDCARD:
        return None
    return matcher.text if matcher.form is Form.PATTERN else frozenset(it.text for it in matcher.names)
