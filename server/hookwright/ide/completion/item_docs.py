"""Documentation of a completion, made from the dialect's tables when the client asks for it."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.ide.completion.items import About
from hookwright.ide.grammar_place import GrammarPlace, field_named
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.field import Field
from hookwright.model.nesting import GrammarPart


def key_about(place: GrammarPlace, field: Field) -> About:
    """The words that identify a key of the place."""
    return "key", field.name, place.part.value, place.event or "", place.type.name if place.type else ""


def item_markdown(dialect: Dialect, about: About) -> str:
    """Markdown for an item's `about`; empty if the dialect has nothing by those words."""
    from hookwright.wording import dialect_docs as docs

    match about:
        case ("event", name):
            row = dialect.event(name)
            return _event(dialect, row) if row else ""
        case ("criterion", name):
            criterion = dialect.matchers.criteria.get(name)
            return docs.sentence(criterion.language.doc) if criterion else ""
        case ("wildcard", event):
            return docs.sentence(dialect.matchers.for_event(event).doc)
        case ("tool", name):
            tool = dialect.tool(name)
            return docs.tool_markdown(tool, dialect) if tool else ""
        case ("type", name):
            kind = dialect.hook_type(name)
            return docs.type_markdown(kind, dialect) if kind else ""
        case ("variable", name):
            variable = next((it for it in dialect.variables if it.name == name), None)
            return docs.variable_markdown(variable, dialect) if variable else ""
        case ("output", event, *path):
            return _output(dialect.event(event), tuple(path))
        case ("key", name, part, event, kind_name):
            return _key(dialect, name, part, event, kind_name)
    return ""


def _event(dialect: Dialect, row: EventRow) -> str:
    from hookwright.wording.denials import blocking
    from hookwright.wording.dialect_docs import sentence, subject_markdown

    return "\n\n".join((blocking(row), sentence(f"fires {row.summary}"), subject_markdown(dialect, row)))


def _output(row: EventRow | None, path: tuple[str, ...]) -> str:
    from hookwright.wording.phrases import output_words

    fields = [it for it in row.outputs if it.path[: len(path)] == path] if row else []
    return "\n".join(f"- {output_words(it)}" for it in fields)


def _key(dialect: Dialect, name: str, part: str, event: str, kind: str) -> str:
    from hookwright.wording.dialect_docs import field_markdown

    if part not in list(GrammarPart):
        return ""
    row = dialect.event(event)
    for grammar in dialect.grammars:
        place = GrammarPlace(grammar, GrammarPart(part), event or None, row, grammar.type_named(kind))
        field = field_named(dialect, place, name) or field_named(dialect, replace(place, type=None), name)
        if field is not None:
            return field_markdown(field, dialect, row=row)
    return ""
