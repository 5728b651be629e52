"""Completion of a key's value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from hookwright.config.view import arguments_node
from hookwright.ide.completion.events import by_use, in_short
from hookwright.ide.completion.item_docs import key_about
from hookwright.ide.completion.items import Item, ItemKind, before_a_value, fit_value, value_text
from hookwright.ide.completion.project_facts import ProjectFacts
from hookwright.ide.completion.snippets import event_snippet, hooks_snippet, value_snippet
from hookwright.ide.completion.strings import complete_matcher
from hookwright.ide.cursor_context import HookContext
from hookwright.ide.grammar_place import GrammarPlace, field_named, place_of
from hookwright.model.event import MatchSubject
from hookwright.model.field import Field, JsonType
from hookwright.model.hook_type import Performer
from hookwright.model.nesting import HOOKS, MATCHER, TYPE, GrammarPart
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import Kind, child, find
from hookwright.wording.dialect_docs import default_timeout, json_word
from hookwright.wording.phrases import seconds_words


def complete_value(context: HookContext, facts: ProjectFacts) -> Iterator[Item]:
    """The values for the key at the cursor."""
    route, dialect = context.cursor.route, context.dialect
    place = place_of(context.file, route[:-1])
    name = str(route[-1])
    if place is None or before_a_value(context):
        return
    field = field_named(dialect, place, name)
    language = dialect.matchers.for_event(place.event or "")
    if place.part is GrammarPart.EVENTS and field is None:
        yield from _list_of_groups(context, name)
    elif place.is_entry and name == place.grammar.nesting.event_key:
        yield from _events(context)
    elif place.part is GrammarPart.CRITERIA and name in dialect.matchers.criteria:
        criterion = dialect.matchers.criteria[name]
        if criterion.subject is MatchSubject.TOOL:
            yield from complete_matcher(context, place, criterion.language, facts)
    elif field is not None and name == MATCHER and not dialect.matchers.criteria:
        yield from complete_matcher(context, place, language, facts)
    elif field is not None and name == TYPE and place.part is GrammarPart.HOOK:
        yield from _types(context, place)
    elif field is not None:
        yield from _of_field(context, place, field, facts)


def _events(context: HookContext) -> Iterator[Item]:
    """The names of events, where a key of the hook's object names its own."""
    for rank, row in enumerate(by_use(context.dialect.events)):
        yield fit_value(context).item(row.name, ItemKind.VALUE, quote(row.name), rank, detail=in_short(row))


def complete_item(context: HookContext, facts: ProjectFacts) -> Iterator[Item]:
    """The arguments of a program that runs without a shell."""
    route, key = context.cursor.route, context.dialect.running.arguments_key
    if key is None or len(route) < 2 or route[-2] != key:
        return
    place = place_of(context.file, route[:-2])
    hook, kind = find(context.tree, route[:-2]), place.type if place else None
    body = child(hook, kind.body) if hook is not None and kind is not None else None
    arguments = context.cursor.container
    if place is not None and place.part is GrammarPart.HOOK and body is not None and arguments is not None:
        from hookwright.ide.completion.commands import complete_argument

        before = [body, *arguments.items[: context.cursor.index]]
        yield from complete_argument(context, place, [str(it.value) for it in before], facts)


def _of_field(context: HookContext, place: GrammarPlace, field: Field, facts: ProjectFacts) -> Iterator[Item]:
    node = context.cursor.node
    if node is not None and node.kind is Kind.STRING and not field.takes.words:
        if place.part is GrammarPart.HOOK:
            yield from _in_string(context, place, field, facts)
    elif field.takes.words:
        yield from _words(context, place, field)
    elif field.kind is JsonType.BOOLEAN:
        yield from _plain(context, place, field, ("true", "false"), json_word(field.default))
    elif field.measure is not None:
        yield from _durations(context, place, field)
    elif node is not None and node.kind is not Kind.MISSING:
        return
    elif place.part is GrammarPart.GROUP and field.name == HOOKS:
        yield _snippet(
            context, "list with a hook", hooks_snippet(context.dialect, place.grammar, place.row, context.unit)
        )
    else:
        yield _snippet(context, f"{field.kind.value} value", value_snippet(field, count(1)), field.doc)


def _in_string(context: HookContext, place: GrammarPlace, field: Field, facts: ProjectFacts) -> Iterator[Item]:
    """In a command, or in another text of a hook."""
    from hookwright.analysis.scripts.hook_scripts import is_posix_node
    from hookwright.ide.completion.commands import complete_argument, complete_command, complete_text

    dialect, hook = context.dialect, find(context.tree, context.cursor.route[:-1])
    kinds = (place.type,) if place.type else dialect.types_on(place.row, place.grammar)
    kind = next((it for it in kinds if it.body == field.name), None)
    if hook is None or kind is None or kind.by is not Performer.COMMAND:
        yield from complete_text(context, place)
    elif arguments_node(dialect, hook) is not None:
        yield from complete_argument(context, place, (), facts)
    elif is_posix_node(dialect, hook):
        yield from complete_command(context, place, facts)
    else:
        yield from complete_text(context, place)


def _words(context: HookContext, place: GrammarPlace, field: Field) -> Iterator[Item]:
    fitting, about = fit_value(context), key_about(place, field)
    for rank, word in enumerate(field.takes.words):
        default = word == field.default
        detail = "default" if default else ""
        yield fitting.item(word, ItemKind.VALUE, quote(word), rank, detail=detail, about=about, preselect=default)


def _types(context: HookContext, place: GrammarPlace) -> Iterator[Item]:
    fitting, types = fit_value(context), context.dialect.types_on(place.row, place.grammar)
    default = context.grammar.default_type or types[0].name
    for rank, kind in enumerate(types):
        first = kind.name == default
        text = quote(kind.name)
        yield fitting.item(
            kind.name, ItemKind.VALUE, text, rank, detail=kind.doc, about=("type", kind.name), preselect=first
        )


def _durations(context: HookContext, place: GrammarPlace, field: Field) -> Iterator[Item]:
    unit = field.measure.unit if field.measure else context.dialect.running.unit
    default = default_timeout(context.dialect, place.row) if field.default is not None else None
    values = [it for it in (field.sample, field.default if default is None else default) if isinstance(it, int | float)]
    fitting, about = fit_value(context), key_about(place, field)
    for rank, value in enumerate(dict.fromkeys(values)):
        seconds = f" ({seconds_words(value / unit.per_second)})" if unit.per_second != 1 else ""
        detail = f"{unit.value}{seconds}{', the default' if value == default else ''}"
        text = json_word(value)
        yield fitting.item(text, ItemKind.VALUE, text, rank, detail=detail, about=about)


def _plain(
    context: HookContext, place: GrammarPlace, field: Field, words: tuple[str, ...], default: str
) -> Iterator[Item]:
    fitting, about = fit_value(context), key_about(place, field)
    for rank, word in enumerate(words):
        detail = "default" if word.casefold() == default else ""
        yield fitting.item(word, ItemKind.VALUE, word, rank, detail=detail, about=about)


def _list_of_groups(context: HookContext, name: str) -> Iterator[Item]:
    row = context.dialect.event(name)
    node = context.cursor.node
    if row is not None and (node is None or node.kind is Kind.MISSING):
        yield _snippet(context, "list with a hook", event_snippet(context.dialect, context.grammar, row, context.unit))


def _snippet(context: HookContext, label: str, text: str, detail: str = "") -> Item:
    text = value_text(context.tree.notation, text)
    return fit_value(context).item(label, ItemKind.SNIPPET, text, 0, detail=detail, snippet=True)
