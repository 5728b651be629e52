"""What the word under the cursor means in the file's dialect."""

from __future__ import annotations

from dataclasses import dataclass

from hookwright.config.read import MATCHER, TYPE
from hookwright.config.view import HookFile
from hookwright.ide.cursor_context import Asked, asked_at
from hookwright.ide.matchers import matched_by
from hookwright.ide.place import Part, Place, field_named, place_of
from hookwright.ide.string_tokens import Token, name_tokens, token_at, variable_at
from hookwright.model.event import Subject
from hookwright.syntax.cursor import Role
from hookwright.syntax.strings import text_offset
from hookwright.syntax.tree import Kind
from hookwright.text import Route, Span
from hookwright.workflows.dialect_docs import (
    criterion_markdown,
    event_markdown,
    field_markdown,
    sentence,
    subject_markdown,
    tool_markdown,
    type_markdown,
    words_in_code,
)


@dataclass(frozen=True, slots=True)
class Hover:
    """Markdown, and the piece of the text that it is about; `group` leads to the one whose matcher that is."""

    markdown: str
    span: Span
    group: Route | None = None


def hover(file: HookFile, offset: int, home: str | None = None) -> Hover | None:
    """What is known about the key, or the piece of a value, at an offset; None where that is nothing.

    `home` is the user's home folder; without it, nobody looks for scripts.
    """
    asked = asked_at(file, offset)
    cursor = asked.cursor
    if cursor.node is None or not cursor.route or cursor.role not in (Role.KEY, Role.VALUE):
        return None
    place = place_of(file, cursor.route[:-1])
    if place is None:
        return _on_argument(asked, home)
    if cursor.role is Role.KEY:
        return _or_none(_on_key(asked, place), cursor.node.span)
    return _on_value(asked, place, home)


def _on_key(asked: Asked, place: Place) -> str | None:
    dialect, name = asked.dialect, str(asked.cursor.route[-1])
    row = dialect.event(name)
    if place.part is Part.EVENTS and row is not None:
        return event_markdown(dialect, row)
    if place.part is Part.CRITERIA and name in dialect.matchers.criteria:
        return criterion_markdown(name, dialect.matchers.criteria[name])
    field = field_named(dialect, place, name)
    on = f"key of a {place.part.value}" if place.part in (Part.GROUP, Part.HOOK) else ""
    if field is None:
        return None
    subject = f"\n\n{subject_markdown(dialect, place.row)}" if name == MATCHER and place.row else ""
    return field_markdown(field, dialect, row=place.row, on=on) + subject


def _on_value(asked: Asked, place: Place, home: str | None) -> Hover | None:
    cursor, dialect = asked.cursor, asked.dialect
    node, name = cursor.node, cursor.route[-1]
    if place.part is Part.CRITERIA:
        return _on_criterion(asked, place, str(name))
    field = field_named(dialect, place, name)
    if node is None or field is None or node.kind is Kind.MISSING:
        return None
    if node.kind is not Kind.STRING:
        return Hover(field_markdown(field, dialect, row=place.row), node.span)
    text = str(node.value)
    if name == MATCHER and place.row is not None:
        return _on_matcher(asked, place, text)
    if name == TYPE and place.part is Part.HOOK:
        kind = dialect.grammar.type_named(text)
        return _or_none(type_markdown(kind, dialect) if kind else None, node.span)
    if field.words:
        return Hover(field_markdown(field, dialect, row=place.row), node.span)
    return _in_hook(asked, place, cursor.route[:-1], home) if place.part is Part.HOOK else None


def _on_criterion(asked: Asked, place: Place, name: str) -> Hover | None:
    criterion, node = asked.dialect.matchers.criteria.get(name), asked.cursor.node
    if criterion is None or node is None or node.kind is not Kind.STRING:
        return None
    if criterion.subject is Subject.TOOL and place.row is not None and place.row.subject is Subject.TOOL:
        return _on_matcher(asked, place, str(node.value))
    return Hover(criterion_markdown(name, criterion), node.span)


def _on_matcher(asked: Asked, place: Place, text: str) -> Hover | None:
    """The tool under the cursor where it is a known one, and below it what the whole matcher comes to."""
    row, dialect, node = place.row, asked.dialect, asked.cursor.node
    if row is None or node is None:
        return None
    tokens = name_tokens(dialect.matchers.for_event(row.name), text)
    token = token_at(tokens, asked.cursor.prefix_index)
    tool = dialect.tool(token.text) if row.subject is Subject.TOOL else None
    about = [tool_markdown(tool, dialect)] if tool else []
    span = _span(asked, token) if tool else node.span
    group = asked.cursor.route[:-2] if place.part is Part.CRITERIA else asked.cursor.route[:-1]
    return Hover("\n\n---\n\n".join([*about, matcher_markdown(asked, place, text)]), span, group)


def matcher_markdown(asked: Asked, place: Place, text: str) -> str:
    """What the matcher matches among what the dialect knows, and what it narrowly misses."""
    row = place.row
    if row is None or row.subject is None:
        return f"`{place.event}` has nothing to match on: this matcher is ignored."
    found = matched_by(asked.dialect, row, text)
    if found.everything:
        return f"Matches everything: the hooks run on every `{row.name}`."
    lines = []
    if found.fault:
        lines.append(f"Matches nothing: {found.fault}.")
    elif found.names:
        lines.append(f"Matches {words_in_code(found.names)}.")
    else:
        lines.append("Matches none of the known names; it can only match names that are not known here.")
    if found.near:
        lines.append(f"Does not match {words_in_code(found.near)}.")
    lines.append(sentence(asked.dialect.matchers.for_event(row.name).doc))
    return "\n\n".join(lines)


def _on_argument(asked: Asked, home: str | None) -> Hover | None:
    """An argument of a program that is run without a shell."""
    key, route = asked.dialect.arguments_key, asked.cursor.route
    if key is None or route[-2:-1] != (key,):
        return None
    place = place_of(asked.file, route[:-2])
    return _in_hook(asked, place, route[:-2], home) if place is not None and place.part is Part.HOOK else None


def _in_hook(asked: Asked, place: Place, route: Route, home: str | None) -> Hover | None:
    """A variable in a text of a hook; else, in a command, what is known about that."""
    from hookwright.ide.hover_commands import command_hover, variable_hover

    node, index = asked.cursor.node, asked.cursor.prefix_index
    text = str(node.value) if node is not None else ""
    token = variable_at(text, index) or variable_at(text, index + 1)
    named = token.text.strip("${}") if token is not None else ""
    variable = next((it for it in asked.dialect.variables if it.name == named), None)
    if variable is not None and token is not None:
        return Hover(variable_hover(asked, place, variable), _span(asked, token))
    is_body = place.type is not None and asked.cursor.route[-1] == place.type.body
    return command_hover(asked, place, route, home) if is_body or len(route) < len(asked.cursor.route) - 1 else None


def _span(asked: Asked, token: Token) -> Span:
    node = asked.cursor.node
    assert node is not None
    return Span(text_offset(asked.tree, node, token.start), text_offset(asked.tree, node, token.end))


def _or_none(markdown: str | None, span: Span) -> Hover | None:
    return Hover(markdown, span) if markdown else None
