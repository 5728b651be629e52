"""Which part of the dialect's grammar a route in a hook file leads to, and which keys belong there."""

from __future__ import annotations

from msgspec import Struct

from hookwright.config.view import HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.field import Field
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import MATCHER, TYPE, GrammarPart
from hookwright.syntax.tree import Kind, Node, child, find, keys_of, member
from hookwright.text import Route

# What may have a matcher: a flat hook is an entry too.
_MATCHED = (GrammarPart.GROUP, GrammarPart.HOOK)


class GrammarPlace(Struct, frozen=True):
    """A container in a file of that grammar: its kind, and its event if it has one.

    `type` is the type of a hook that names one.
    """

    grammar: Grammar
    part: GrammarPart
    event: str | None = None
    row: EventRow | None = None
    type: HookType | None = None

    @property
    def is_entry(self) -> bool:
        """Whether it is an entry of a list of hooks: a group, or a hook that is in none."""
        return self.part is (GrammarPart.HOOK if self.grammar.nesting.is_flat else GrammarPart.GROUP)


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
    outer = place.grammar.outer_fields(place.part)
    if place.part is not GrammarPart.HOOK:
        return outer
    if place.type is not None:
        return (*outer, *place.type.fields)
    merged: dict[str, Field] = {}
    for field in (field for kind in dialect.types_on(place.row, place.grammar) for field in kind.fields):
        merged.setdefault(field.name, field)
    return (*outer, *merged.values())


def field_named(dialect: Dialect, place: GrammarPlace, name: object) -> Field | None:
    """The field of that name at the place, or None."""
    return next((it for it in fields_at(dialect, place) if it.name == name), None)


def _below_events(file: HookFile, route: Route, below: Route) -> GrammarPlace | None:
    nesting = file.grammar.nesting
    part = nesting.part_at(below)
    if part is None and below[-1] == MATCHER and file.dialect.matchers.criteria:
        part = GrammarPart.CRITERIA if nesting.part_at(below[:-1]) in _MATCHED else None
    if part is None:
        return None
    event = _event_at(file, below)
    row = file.event_row(event) if event is not None else None
    return GrammarPlace(file.grammar, part, event, row, _type_at(file, route) if part is GrammarPart.HOOK else None)


def _event_at(file: HookFile, below: Route) -> str | None:
    """The event that a route below the key of the hooks is about."""
    key = file.grammar.nesting.event_key
    if not key or not below:
        return str(below[0]) if below else None
    entry = find(file.tree, (*file.base, below[0]))
    named = child(entry, key) if entry is not None and entry.kind is Kind.OBJECT else None
    return named.value if named is not None and isinstance(named.value, str) else None


def _type_at(file: HookFile, route: Route) -> HookType | None:
    hook: Node | None = find(file.tree, route)
    named = member(hook, TYPE) if hook is not None and hook.kind is Kind.OBJECT else None
    grammar = file.grammar
    keys = keys_of(hook) if hook is not None else frozenset()
    if named is not None and grammar.type_named(named.value.value) is not None:
        return grammar.type_of(named.value.value, keys)
    return grammar.type_of(grammar.default_type, keys) if grammar.default_type else None
