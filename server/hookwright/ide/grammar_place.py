"""Which part of the dialect's grammar a route in a hook file leads to, and which keys belong there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from hookwright.config.read import HOOKS, MATCHER, TYPE
from hookwright.config.view import HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.grammar import Field, Grammar, HookType, Shape
from hookwright.syntax.tree import Kind, Node, child, find, keys_of, member
from hookwright.text import Route


class GrammarPart(StrEnum):
    """The kind of a container."""

    ROOT = "root"
    MANIFEST = "manifest"
    EVENTS = "events"
    KNOBS = "knobs"
    GROUPS = "groups"
    GROUP = "group"
    HOOKS = "hooks"
    HOOK = "hook"
    CRITERIA = "criteria"


@dataclass(frozen=True, slots=True)
class GrammarPlace:
    """A container in a file of that grammar: its kind, and its event if it has one.

    `type` is the type of a hook that names one.
    """

    grammar: Grammar
    part: GrammarPart
    event: str | None = None
    row: EventRow | None = None
    type: HookType | None = None


def place_of(file: HookFile, route: Route) -> GrammarPlace | None:
    """The part of the grammar at `route`; None if the grammar has nothing there."""
    base = file.base_of(route)
    if route == () and base:
        return GrammarPlace(file.grammar, GrammarPart.MANIFEST if file.manifest else GrammarPart.ROOT)
    if file.grammar.knobs_key and route == file.knobs_route:
        return GrammarPlace(file.grammar, GrammarPart.KNOBS)
    if route[: len(base)] != base:
        return None
    return _below_events(file, route, route[len(base) :])


def fields_at(dialect: Dialect, place: GrammarPlace) -> tuple[Field, ...]:
    """The keys that an object there may have, except events; those of every allowed type if a hook names none."""
    grammar = place.grammar
    match place.part:
        case GrammarPart.ROOT:
            return grammar.root
        case GrammarPart.MANIFEST:
            return tuple(it for it in grammar.root if it.name == grammar.hooks_key)
        case GrammarPart.EVENTS:
            return () if grammar.knobs_key else grammar.knobs
        case GrammarPart.KNOBS:
            return grammar.knobs
        case GrammarPart.GROUP:
            return grammar.group
        case GrammarPart.HOOK if place.type is not None:
            return (*_entry_fields(grammar), *place.type.fields)
        case GrammarPart.HOOK:
            merged: dict[str, Field] = {}
            for field in (field for kind in dialect.types_on(place.row, place.grammar) for field in kind.fields):
                merged.setdefault(field.name, field)
            return (*_entry_fields(grammar), *merged.values())
        case _:
            return ()


def _entry_fields(grammar: Grammar) -> tuple[Field, ...]:
    """The keys of a group that belong to the hook itself, if entries are flat."""
    return grammar.group if grammar.shape is Shape.FLAT else ()


def field_named(dialect: Dialect, place: GrammarPlace, name: object) -> Field | None:
    """The field of that name at the place, or None."""
    if place.part is not GrammarPart.HOOK or place.type is not None:
        return next((it for it in fields_at(dialect, place) if it.name == name), None)
    fields = chain(_entry_fields(place.grammar), *(it.fields for it in dialect.types_on(place.row, place.grammar)))
    return next((it for it in fields if it.name == name), None)


def _below_events(file: HookFile, route: Route, rest: Route) -> GrammarPlace | None:
    dialect, grammar = file.dialect, file.grammar
    if grammar.event_key:
        return _among_entries(file, route, rest)
    flat = grammar.shape is Shape.FLAT
    event = rest[0] if rest and isinstance(rest[0], str) else None
    row = file.event_row(event) if event is not None else None
    match rest:
        case ():
            return GrammarPlace(grammar, GrammarPart.EVENTS)
        case (str(),):
            return GrammarPlace(grammar, GrammarPart.HOOKS if flat else GrammarPart.GROUPS, event, row)
        case (str(), int()):
            kind = _type_at(file, route) if flat else None
            return GrammarPlace(grammar, GrammarPart.HOOK if flat else GrammarPart.GROUP, event, row, kind)
        case (str(), int(), key) if key == MATCHER and dialect.matchers.criteria:
            return GrammarPlace(grammar, GrammarPart.CRITERIA, event, row)
        case (str(), int(), key) if key == HOOKS and not flat:
            return GrammarPlace(grammar, GrammarPart.HOOKS, event, row)
        case (str(), int(), key, int()) if key == HOOKS and not flat:
            return GrammarPlace(grammar, GrammarPart.HOOK, event, row, _type_at(file, route))
    return None


def _among_entries(file: HookFile, route: Route, rest: Route) -> GrammarPlace | None:
    """The same where hooks name their events."""
    dialect, grammar = file.dialect, file.grammar
    if rest == ():
        return GrammarPlace(grammar, GrammarPart.GROUPS)
    entry = find(file.tree, (*file.base, rest[0]))
    named = child(entry, grammar.event_key) if entry is not None and entry.kind is Kind.OBJECT else None
    event = named.value if named is not None and isinstance(named.value, str) else None
    row = dialect.event(event) if event is not None else None
    match rest:
        case (int(),):
            return GrammarPlace(grammar, GrammarPart.GROUP, event, row)
        case (int(), key) if key == grammar.action_key:
            return GrammarPlace(grammar, GrammarPart.HOOK, event, row, _type_at(file, route))
    return None


def _type_at(file: HookFile, route: Route) -> HookType | None:
    hook: Node | None = find(file.tree, route)
    named = member(hook, TYPE) if hook is not None and hook.kind is Kind.OBJECT else None
    grammar = file.grammar
    keys = keys_of(hook) if hook is not None else frozenset()
    if named is not None and grammar.type_named(named.value.value) is not None:
        return grammar.type_of(named.value.value, keys)
    return grammar.type_of(grammar.default_type, keys) if grammar.default_type else None
