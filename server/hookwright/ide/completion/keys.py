"""Completion of keys: events, settings, and the keys of groups and hooks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from hookwright.ide.completion.events import by_use, in_short
from hookwright.ide.completion.item_docs import key_about
from hookwright.ide.completion.items import (
    About,
    Fitting,
    Item,
    ItemKind,
    entry_text,
    fit_key,
    fit_value,
    has_its_value,
    in_header,
)
from hookwright.ide.completion.snippets import event_snippet, hooks_snippet, value_snippet
from hookwright.ide.cursor_context import HookContext
from hookwright.ide.grammar_place import GrammarPlace, fields_at, place_of
from hookwright.model.dialect import Dialect
from hookwright.model.field import Field
from hookwright.model.grammar import Grammar
from hookwright.model.nesting import HOOKS, TYPE, GrammarPart
from hookwright.syntax.cursor import Role
from hookwright.syntax.writing import key_text

# Every JSON service proposes it itself, with the schemas that it knows.
_PROPOSED_BY_JSON = "$schema"


class _Offer(Struct, frozen=True):
    """A key that may be written: its kind, the snippet with its value, and its documentation."""

    name: str
    kind: ItemKind
    value: str
    detail: str
    about: About


def complete_key(context: HookContext) -> Iterator[Item]:
    """The keys that the object at the cursor allows and does not have yet, required ones first.

    The object may be but the beginning of its first key, which YAML takes for a text.
    """
    cursor = context.cursor
    route = cursor.route[:-1] if cursor.role is Role.KEY else cursor.route
    place = place_of(context.file, route)
    if place is None and in_header(context, "[["):
        # The header names a list so far, and is to name a list of one of its keys.
        place = place_of(context.file, route[:-1])
    if place is None or cursor.container is None:
        return
    begun = cursor.role is Role.VALUE
    # A table of a list may follow others of its name.
    repeats = begun or in_header(context, "[[")
    there = set() if repeats else {it.name for it in cursor.container.members if it.key is not cursor.node}
    fitting, named = fit_value(context) if begun else fit_key(context), has_its_value(context)
    type_name = place.type.name if place.type is not None else None
    for rank, offer in enumerate(
        _offers(context.dialect, place.grammar, place.part, place.event, type_name, context.unit)
    ):
        if offer.name not in there:
            yield _renamed(context, fitting, rank, offer) if named else _item(context, fitting, rank, offer)


@lru_cache(maxsize=128)
def _offers(
    dialect: Dialect, grammar: Grammar, part: GrammarPart, event: str | None, type_name: str | None, unit: str
) -> tuple[_Offer, ...]:
    """The keys that belong to a place, which are the same in every file that indents by `unit`."""
    kind = grammar.type_named(type_name) if type_name is not None else None
    place = GrammarPlace(grammar, part, event, dialect.event(event) if event is not None else None, kind)
    return tuple(_keys(dialect, place, unit))


def _keys(dialect: Dialect, place: GrammarPlace, unit: str) -> Iterator[_Offer]:
    if place.part is GrammarPart.EVENTS:
        for row in by_use(dialect.events):
            value = event_snippet(dialect, place.grammar, row, unit)
            yield _offer(row.name, value, in_short(row), ("event", row.name), ItemKind.EVENT)
    if place.part is GrammarPart.CRITERIA:
        for name, criterion in dialect.matchers.criteria.items():
            detail = f"matched against the {criterion.subject}"
            yield _offer(name, '"$1"', detail, ("criterion", name))
    # The keys depend on the type; without one, those of the usual type are offered.
    if place.part is GrammarPart.HOOK and place.type is None:
        place = replace(place, type=dialect.types_on(place.row, place.grammar)[0])
    for field in sorted(fields_at(dialect, place), key=lambda it: not it.required):
        if field.name == _PROPOSED_BY_JSON:
            continue
        value = _value(dialect, place, field, unit)
        yield _offer(field.name, value, _detail(field), key_about(place, field))


def _offer(name: str, value: str, detail: str, about: About, kind: ItemKind = ItemKind.KEY) -> _Offer:
    return _Offer(name, kind, value, detail, about)


def _item(context: HookContext, fitting: Fitting, rank: int, offer: _Offer) -> Item:
    entry = entry_text(context.tree.notation, offer.name, offer.value)
    return fitting.item(offer.name, offer.kind, entry, rank, detail=offer.detail, about=offer.about, snippet=True)


def _renamed(context: HookContext, fitting: Fitting, rank: int, offer: _Offer) -> Item:
    """The key alone, to replace one that already has its colon and value."""
    fitting, name = replace(fitting, after=""), key_text(context.tree.notation, offer.name)
    return fitting.item(offer.name, offer.kind, name, rank, detail=offer.detail, about=offer.about)


def _value(dialect: Dialect, place: GrammarPlace, field: Field, unit: str) -> str:
    stops = count(1)
    if place.part is GrammarPart.HOOK and field.name == TYPE:
        names = tuple(it.name for it in dialect.types_on(place.row, place.grammar))
        field = replace(field, takes=replace(field.takes, words=names))
    if place.part is GrammarPart.GROUP and field.name == HOOKS:
        return hooks_snippet(dialect, place.grammar, place.row, unit)
    if place.part in (GrammarPart.ROOT, GrammarPart.MANIFEST) and field.name == place.grammar.hooks_key:
        opening, closing = "[]" if place.grammar.nesting.event_key else "{}"
        return f"{opening}\n{unit}$0\n{closing}"
    return value_snippet(field, stops)


def _detail(field: Field) -> str:
    parts = [" | ".join(field.takes.words) or field.kind.value]
    parts += [f"in {field.measure.unit.value}"] if field.measure else []
    parts += ["required"] if field.required else []
    return ", ".join(parts)
