"""What the word at the cursor means in the file's dialect."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.view import HookFile
from hookwright.ide.cursor_context import HookContext, StringToken, hook_context, token_at, variable_at
from hookwright.ide.grammar_place import GrammarPlace, field_named, place_of
from hookwright.ide.hover_commands import command_hover, variable_hover
from hookwright.ide.matchers import matched_by, name_tokens
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.nesting import MATCHER, TYPE, GrammarPart
from hookwright.reports.across_agents import across_agents
from hookwright.syntax.cursor import Role
from hookwright.syntax.strings import text_offset
from hookwright.syntax.tree import Kind
from hookwright.text import Route, Span
from hookwright.wording.dialect_docs import (
    agent_link,
    criterion_markdown,
    event_markdown,
    field_markdown,
    sentence,
    subject_markdown,
    tool_markdown,
    type_markdown,
    words_in_code,
)


class Hover(Struct, frozen=True):
    """Markdown, and the text that it is about; `group` is the route of the group if that is a matcher."""

    markdown: str
    span: Span
    group: Route | None = None


def hover(file: HookFile, offset: int, home: str | None = None) -> Hover | None:
    """Documentation of the key, or the part of a value, at an offset; None if there is none.

    In a file that the agent skips it begins with that.  `home` is the user's home folder; without it scripts are not
    looked up.
    """
    found = _documentation(file, offset, home)
    if not file.is_whole_but_void:
        return found
    cause = file.voided[0]
    line = file.tree.lines.position(cause.span.start).line + 1
    said = f"**{file.void}** (line {line})"
    if found is not None:
        return replace(found, markdown=f"{said}\n\n---\n\n{found.markdown}")
    here = next((it for it in file.voided if it.span.start <= offset <= it.span.end), None)
    return Hover(said, here.span) if here is not None else None


def _documentation(file: HookFile, offset: int, home: str | None) -> Hover | None:
    context = hook_context(file, offset)
    cursor = context.cursor
    if cursor.node is None or not cursor.route or cursor.role not in (Role.KEY, Role.VALUE):
        return None
    place = place_of(file, cursor.route[:-1])
    if place is None:
        return _on_argument(context, home)
    if cursor.role is Role.KEY:
        return _or_none(_on_key(context, place), cursor.node.span)
    return _on_value(context, place, home)


def _on_key(context: HookContext, place: GrammarPlace) -> str | None:
    dialect, name = context.dialect, str(context.cursor.route[-1])
    row = context.file.event_row(name)
    if place.part is GrammarPart.EVENTS and row is not None:
        return "\n\n".join((event_markdown(dialect, row), other_agents_markdown(dialect, row, None, context.file.path)))
    if place.part is GrammarPart.CRITERIA and name in dialect.matchers.criteria:
        return criterion_markdown(name, dialect.matchers.criteria[name])
    field = field_named(dialect, place, name)
    on = f"key of a {place.part.value}" if place.part in (GrammarPart.GROUP, GrammarPart.HOOK) else ""
    if field is None:
        return None
    subject = f"\n\n{subject_markdown(dialect, place.row)}" if name == MATCHER and place.row else ""
    return field_markdown(field, dialect, row=place.row, on=on) + subject


def _on_value(context: HookContext, place: GrammarPlace, home: str | None) -> Hover | None:
    cursor, dialect = context.cursor, context.dialect
    node, name = cursor.node, cursor.route[-1]
    if place.part is GrammarPart.CRITERIA:
        return _on_criterion(context, place, str(name))
    field = field_named(dialect, place, name)
    if node is None or field is None or node.kind is Kind.MISSING:
        return None
    if node.kind is not Kind.STRING:
        return Hover(field_markdown(field, dialect, row=place.row), node.span)
    text = str(node.value)
    if name == MATCHER and place.row is not None:
        return _on_matcher(context, place, text)
    if place.row is not None and place.is_entry and name == place.grammar.nesting.event_key:
        return Hover(event_markdown(dialect, place.row), node.span)
    if name == TYPE and place.part is GrammarPart.HOOK:
        kind = context.grammar.type_named(text)
        return _or_none(type_markdown(kind, dialect) if kind else None, node.span)
    if field.takes.words:
        return Hover(field_markdown(field, dialect, row=place.row), node.span)
    return _in_hook(context, place, cursor.route[:-1], home) if place.part is GrammarPart.HOOK else None


def _on_criterion(context: HookContext, place: GrammarPlace, name: str) -> Hover | None:
    criterion, node = context.dialect.matchers.criteria.get(name), context.cursor.node
    if criterion is None or node is None or node.kind is not Kind.STRING:
        return None
    if criterion.subject is MatchSubject.TOOL and place.row is not None and place.row.subject.kind is MatchSubject.TOOL:
        return _on_matcher(context, place, str(node.value))
    return Hover(criterion_markdown(name, criterion), node.span)


def _on_matcher(context: HookContext, place: GrammarPlace, text: str) -> Hover | None:
    """The tool at the cursor if it is known, followed by what the whole matcher matches."""
    row, dialect, node = place.row, context.dialect, context.cursor.node
    if row is None or node is None:
        return None
    tokens = name_tokens(dialect.matchers.for_event(row.name), text)
    token = token_at(tokens, context.cursor.prefix_index)
    tool = dialect.tool(token.text) if row.subject.kind is MatchSubject.TOOL else None
    about = [tool_markdown(tool, dialect)] if tool else []
    span = _span(context, token) if tool else node.span
    group = context.cursor.route[:-2] if place.part is GrammarPart.CRITERIA else context.cursor.route[:-1]
    elsewhere = other_agents_markdown(dialect, row, text, context.file.path)
    return Hover("\n\n---\n\n".join([*about, matcher_markdown(context, place, text), elsewhere]), span, group)


def matcher_markdown(context: HookContext, place: GrammarPlace, text: str) -> str:
    """What the matcher matches among known names, and what it narrowly misses."""
    row = place.row
    if row is None or row.subject.kind is None:
        return f"`{place.event}` has nothing to match on: this matcher is ignored."
    found = matched_by(context.dialect, row, text)
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
    lines.append(sentence(context.dialect.matchers.for_event(row.name).doc))
    return "\n\n".join(lines)


def other_agents_markdown(dialect: Dialect, row: EventRow, matcher: Any, path: str = "") -> str:  # noqa: ANN401
    """What the other agents make of a hook, as Markdown: those that make the same of it, or lack it, share a line."""
    views = sorted(across_agents(dialect, row, matcher, path)[1:], key=lambda it: it.row is None)
    titles: dict[str, list[str]] = {}
    for it in views:
        titles.setdefault(it.line, []).append(agent_link(it.dialect))
    lines = [f"- {', '.join(same)}: {line}" for line, same in titles.items()]
    return "\n".join(("In other agents, as it is written here:", "", *lines))


def _on_argument(context: HookContext, home: str | None) -> Hover | None:
    """An argument of a program that runs without a shell."""
    key, route = context.dialect.running.arguments_key, context.cursor.route
    if key is None or route[-2:-1] != (key,):
        return None
    place = place_of(context.file, route[:-2])
    return _in_hook(context, place, route[:-2], home) if place is not None and place.part is GrammarPart.HOOK else None


def _in_hook(context: HookContext, place: GrammarPlace, route: Route, home: str | None) -> Hover | None:
    """A variable in a text of a hook; else, in a command, what is known about that."""
    node, index = context.cursor.node, context.cursor.prefix_index
    text = str(node.value) if node is not None else ""
    token = variable_at(text, index) or variable_at(text, index + 1)
    named = token.text.strip("${}") if token is not None else ""
    variable = next((it for it in context.dialect.variables if it.name == named), None)
    if variable is not None and token is not None:
        return Hover(variable_hover(context, place, variable), _span(context, token))
    is_body = place.type is not None and context.cursor.route[-1] == place.type.body
    if not is_body and len(route) >= len(context.cursor.route) - 1:
        return None
    found = command_hover(context, place, route, home)
    return Hover(*found) if found is not None else None


def _span(context: HookContext, token: StringToken) -> Span:
    node = context.cursor.node
    assert node is not None
    return Span(text_offset(context.tree, node, token.start), text_offset(context.tree, node, token.end))


def _or_none(markdown: str | None, span: Span) -> Hover | None:
    return Hover(markdown, span) if markdown else None
