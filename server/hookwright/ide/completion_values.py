"""Which values can be written for a key of a hook file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from hookwright.config.read import HOOKS, MATCHER, TYPE
from hookwright.ide.asked import Asked, fit_value
from hookwright.ide.completion_strings import complete_matcher, complete_variable
from hookwright.ide.docs import default_timeout, field_markdown, json_word, type_markdown
from hookwright.ide.items import Item, ItemKind
from hookwright.ide.place import Part, Place, field_named, place_of, types_on
from hookwright.ide.snippets import event_snippet, hooks_snippet, value_snippet
from hookwright.ide.words import seconds_words
from hookwright.model.event import Subject
from hookwright.model.grammar import Field, Kind
from hookwright.syntax.tree import Kind as NodeKind
from hookwright.syntax.tree import quote


def complete_value(asked: Asked) -> Iterator[Item]:
    """The values that fit the key whose value the cursor is at."""
    route, dialect = asked.cursor.route, asked.dialect
    place = place_of(dialect, asked.tree, route[:-1])
    name = str(route[-1])
    if place is None or _before_a_value(asked):
        return
    field = field_named(dialect, place, name)
    language = dialect.matchers.for_event(place.event or "")
    if place.part is Part.EVENTS and field is None:
        yield from _list_of_groups(asked, name)
    elif place.part is Part.CRITERIA and name in dialect.matchers.criteria:
        criterion = dialect.matchers.criteria[name]
        if criterion.subject is Subject.TOOL:
            yield from complete_matcher(asked, place, criterion.language)
    elif field is not None and name == MATCHER and not dialect.matchers.criteria:
        yield from complete_matcher(asked, place, language)
    elif field is not None and name == TYPE and place.part is Part.HOOK:
        yield from _types(asked, place)
    elif field is not None:
        yield from _of_field(asked, place, field)


def _before_a_value(asked: Asked) -> bool:
    """Whether the cursor is in the blanks before a value that is there, so that a second one would be typed."""
    node = asked.cursor.node
    return node is not None and node.kind is not NodeKind.MISSING and not node.start <= asked.offset <= node.end


def _of_field(asked: Asked, place: Place, field: Field) -> Iterator[Item]:
    node = asked.cursor.node
    if node is not None and node.kind is NodeKind.STRING and not field.words:
        if place.part is Part.HOOK:
            yield from complete_variable(asked, place)
    elif field.words:
        yield from _words(asked, place, field)
    elif field.kind is Kind.BOOLEAN:
        yield from _plain(asked, place, field, ("true", "false"), json_word(field.default))
    elif field.unit is not None:
        yield from _durations(asked, place, field)
    elif node is not None and node.kind is not NodeKind.MISSING:
        return
    elif place.part is Part.GROUP and field.name == HOOKS:
        yield _snippet(asked, "list with a hook", hooks_snippet(asked.dialect, place.row, asked.unit))
    else:
        yield _snippet(asked, f"{field.kind.value} value", value_snippet(field, count(1)), field.doc)


def _words(asked: Asked, place: Place, field: Field) -> Iterator[Item]:
    fitting, doc = fit_value(asked), field_markdown(field, asked.dialect, row=place.row)
    for rank, word in enumerate(field.words):
        default = word == field.default
        detail = "default" if default else ""
        yield fitting.item(word, ItemKind.VALUE, quote(word), rank, detail=detail, doc=doc, preselect=default)


def _types(asked: Asked, place: Place) -> Iterator[Item]:
    fitting, types = fit_value(asked), types_on(asked.dialect, place.row)
    default = asked.dialect.grammar.default_type or types[0].name
    for rank, kind in enumerate(types):
        doc, first = type_markdown(kind, asked.dialect), kind.name == default
        text = quote(kind.name)
        yield fitting.item(kind.name, ItemKind.VALUE, text, rank, detail=kind.doc, doc=doc, preselect=first)


def _durations(asked: Asked, place: Place, field: Field) -> Iterator[Item]:
    unit = field.unit or asked.dialect.timeout_unit
    default = default_timeout(asked.dialect, place.row) if field.default is not None else None
    values = [it for it in (field.sample, field.default if default is None else default) if isinstance(it, int | float)]
    fitting, doc = fit_value(asked), field_markdown(field, asked.dialect, row=place.row)
    for rank, value in enumerate(dict.fromkeys(values)):
        seconds = f" ({seconds_words(value / unit.per_second)})" if unit.per_second != 1 else ""
        detail = f"{unit.value}{seconds}{', the default' if value == default else ''}"
        text = json_word(value)
        yield fitting.item(text, ItemKind.VALUE, text, rank, detail=detail, doc=doc)


def _plain(asked: Asked, place: Place, field: Field, words: tuple[str, ...], default: str) -> Iterator[Item]:
    fitting, doc = fit_value(asked), field_markdown(field, asked.dialect, row=place.row)
    for rank, word in enumerate(words):
        detail = "default" if word.casefold() == default else ""
        yield fitting.item(word, ItemKind.VALUE, word, rank, detail=detail, doc=doc)


def _list_of_groups(asked: Asked, name: str) -> Iterator[Item]:
    row = asked.dialect.event(name)
    node = asked.cursor.node
    if row is not None and (node is None or node.kind is NodeKind.MISSING):
        yield _snippet(asked, "list with a hook", event_snippet(asked.dialect, row, asked.unit))


def _snippet(asked: Asked, label: str, text: str, detail: str = "") -> Item:
    return fit_value(asked).item(label, ItemKind.SNIPPET, text, 0, detail=detail, snippet=True)
