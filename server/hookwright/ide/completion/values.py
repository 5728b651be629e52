"""Which values can be written for a key of a hook file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from hookwright.config.read import HOOKS, MATCHER, TYPE
from hookwright.ide.completion.item_docs import key_about
from hookwright.ide.completion.items import Item, ItemKind
from hookwright.ide.completion.project_facts import Around
from hookwright.ide.completion.snippets import event_snippet, hooks_snippet, value_snippet
from hookwright.ide.completion.strings import complete_matcher
from hookwright.ide.cursor_context import Asked, before_a_value, fit_value
from hookwright.ide.place import Part, Place, field_named, place_of
from hookwright.model.event import Subject
from hookwright.model.grammar import Field, Kind, Performer
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import Kind as NodeKind
from hookwright.syntax.tree import child, find
from hookwright.workflows.dialect_docs import default_timeout, json_word
from hookwright.workflows.phrases import seconds_words


def complete_value(asked: Asked, around: Around) -> Iterator[Item]:
    """The values that fit the key whose value the cursor is at."""
    route, dialect = asked.cursor.route, asked.dialect
    place = place_of(asked.file, route[:-1])
    name = str(route[-1])
    if place is None or before_a_value(asked):
        return
    field = field_named(dialect, place, name)
    language = dialect.matchers.for_event(place.event or "")
    if place.part is Part.EVENTS and field is None:
        yield from _list_of_groups(asked, name)
    elif place.part is Part.CRITERIA and name in dialect.matchers.criteria:
        criterion = dialect.matchers.criteria[name]
        if criterion.subject is Subject.TOOL:
            yield from complete_matcher(asked, place, criterion.language, around)
    elif field is not None and name == MATCHER and not dialect.matchers.criteria:
        yield from complete_matcher(asked, place, language, around)
    elif field is not None and name == TYPE and place.part is Part.HOOK:
        yield from _types(asked, place)
    elif field is not None:
        yield from _of_field(asked, place, field, around)


def complete_item(asked: Asked, around: Around) -> Iterator[Item]:
    """The arguments of a program that is run without a shell."""
    route, key = asked.cursor.route, asked.dialect.arguments_key
    if key is None or len(route) < 2 or route[-2] != key:
        return
    place = place_of(asked.file, route[:-2])
    hook, kind = find(asked.tree, route[:-2]), place.type if place else None
    body = child(hook, kind.body) if hook is not None and kind is not None else None
    arguments = asked.cursor.container
    if place is not None and place.part is Part.HOOK and body is not None and arguments is not None:
        from hookwright.ide.completion.commands import complete_argument

        before = [body, *arguments.items[: asked.cursor.index]]
        yield from complete_argument(asked, place, [str(it.value) for it in before], around)


def _of_field(asked: Asked, place: Place, field: Field, around: Around) -> Iterator[Item]:
    node = asked.cursor.node
    if node is not None and node.kind is NodeKind.STRING and not field.words:
        if place.part is Part.HOOK:
            yield from _in_string(asked, place, field, around)
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


def _in_string(asked: Asked, place: Place, field: Field, around: Around) -> Iterator[Item]:
    """Inside of a command, or of another text of a hook."""
    from hookwright.analysis.scripts.hook_scripts import is_posix_node
    from hookwright.ide.completion.commands import complete_argument, complete_command, complete_text

    dialect, hook = asked.dialect, find(asked.tree, asked.cursor.route[:-1])
    kinds = (place.type,) if place.type else dialect.types_on(place.row)
    kind = next((it for it in kinds if it.body == field.name), None)
    if hook is None or kind is None or kind.by is not Performer.COMMAND:
        yield from complete_text(asked, place)
    elif dialect.arguments_key and child(hook, dialect.arguments_key) is not None:
        yield from complete_argument(asked, place, (), around)
    elif is_posix_node(dialect, hook):
        yield from complete_command(asked, place, around)
    else:
        yield from complete_text(asked, place)


def _words(asked: Asked, place: Place, field: Field) -> Iterator[Item]:
    fitting, about = fit_value(asked), key_about(place, field)
    for rank, word in enumerate(field.words):
        default = word == field.default
        detail = "default" if default else ""
        yield fitting.item(word, ItemKind.VALUE, quote(word), rank, detail=detail, about=about, preselect=default)


def _types(asked: Asked, place: Place) -> Iterator[Item]:
    fitting, types = fit_value(asked), asked.dialect.types_on(place.row)
    default = asked.dialect.grammar.default_type or types[0].name
    for rank, kind in enumerate(types):
        first = kind.name == default
        text = quote(kind.name)
        yield fitting.item(
            kind.name, ItemKind.VALUE, text, rank, detail=kind.doc, about=("type", kind.name), preselect=first
        )


def _durations(asked: Asked, place: Place, field: Field) -> Iterator[Item]:
    unit = field.unit or asked.dialect.timeout_unit
    default = default_timeout(asked.dialect, place.row) if field.default is not None else None
    values = [it for it in (field.sample, field.default if default is None else default) if isinstance(it, int | float)]
    fitting, about = fit_value(asked), key_about(place, field)
    for rank, value in enumerate(dict.fromkeys(values)):
        seconds = f" ({seconds_words(value / unit.per_second)})" if unit.per_second != 1 else ""
        detail = f"{unit.value}{seconds}{', the default' if value == default else ''}"
        text = json_word(value)
        yield fitting.item(text, ItemKind.VALUE, text, rank, detail=detail, about=about)


def _plain(asked: Asked, place: Place, field: Field, words: tuple[str, ...], default: str) -> Iterator[Item]:
    fitting, about = fit_value(asked), key_about(place, field)
    for rank, word in enumerate(words):
        detail = "default" if word.casefold() == default else ""
        yield fitting.item(word, ItemKind.VALUE, word, rank, detail=detail, about=about)


def _list_of_groups(asked: Asked, name: str) -> Iterator[Item]:
    row = asked.dialect.event(name)
    node = asked.cursor.node
    if row is not None and (node is None or node.kind is NodeKind.MISSING):
        yield _snippet(asked, "list with a hook", event_snippet(asked.dialect, row, asked.unit))


def _snippet(asked: Asked, label: str, text: str, detail: str = "") -> Item:
    return fit_value(asked).item(label, ItemKind.SNIPPET, text, 0, detail=detail, snippet=True)
