"""Completion in matchers: tools, MCP servers' tools, and the event's own values."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.ide.completion.items import About, Fitting, Item, ItemKind, fit_value
from hookwright.ide.completion.project_facts import ProjectFacts
from hookwright.ide.cursor_context import HookContext, token_at
from hookwright.ide.grammar_place import GrammarPlace
from hookwright.ide.matchers import name_tokens
from hookwright.model.event import MatchSubject
from hookwright.model.language import Language, Pattern
from hookwright.readers.folders import project_of
from hookwright.syntax.strings import quote, text_offset
from hookwright.syntax.tree import Kind, Node
from hookwright.text import Span

_Name = tuple[str, ItemKind, str, About]


def complete_matcher(
    context: HookContext, place: GrammarPlace, language: Language, facts: ProjectFacts
) -> Iterator[Item]:
    """Tool names, or the event's own values, that the matcher does not list yet; `*` if it is otherwise empty."""
    node = context.cursor.node
    if behind_the_quote(context):
        return
    text = str(node.value) if node is not None and node.kind is Kind.STRING else ""
    tokens = name_tokens(language, text)
    current = token_at(tokens, context.cursor.prefix_index)
    taken = {it.text for it in tokens if it != current}
    fitting = fit_part(context, current.start, current.end)
    for rank, (name, kind, detail, about) in enumerate(_names(context, place, language, facts)):
        if name not in taken and not (name == "*" and taken - {""}):
            item = string_item(context, fitting, name, name, kind, rank, detail, about)
            # Each may replace `*`, which a new group begins with.
            yield _in_place_of(current.text, item) if current.text in language.wildcards else item


def _in_place_of(typed: str, item: Item) -> Item:
    """The item, found by what has been typed."""
    quoted = item.filter.startswith('"')
    return item._replace(filter=f'"{typed}{item.filter[1:]}' if quoted else typed + item.filter)


def behind_the_quote(context: HookContext) -> bool:
    """Whether the cursor is at a string but outside its quotes, where its content cannot be typed."""
    node = context.cursor.node
    return node is not None and node.kind is Kind.STRING and not context.cursor.inside


def fit_part(context: HookContext, start: int, end: int) -> Fitting | None:
    """How a text fits in place of a part of the string at the cursor; None if there is no string yet."""
    node = context.cursor.node
    if node is None or node.kind is not Kind.STRING:
        return None
    span = Span(text_offset(context.tree, node, start), text_offset(context.tree, node, end))
    if start == 0 and context.tree.text.startswith('"', node.start) and span.start == node.start + 1:
        # With the quote it matches as much of the typed text as what plain JSON proposes, so it comes first.
        return Fitting(Span(node.start, span.end), before='"', after=_closing(node, end), opened=True)
    return Fitting(span, after=_closing(node, end))


def string_item(
    context: HookContext,
    fitting: Fitting | None,
    label: str,
    text: str,
    kind: ItemKind,
    rank: int,
    detail: str = "",
    about: About = (),
) -> Item:
    """A completion of a part of a string; of a whole string if there is none yet."""
    if fitting is None:
        return fit_value(context).item(label, kind, quote(text), rank, detail=detail, about=about)
    return fitting.item(label, kind, quote(text)[1:-1], rank, detail=detail, about=about)


def _names(context: HookContext, place: GrammarPlace, language: Language, facts: ProjectFacts) -> Iterator[_Name]:
    dialect, row = context.dialect, place.row
    if row is not None and row.subject.kind is None:
        return
    if row is None or row.subject.kind is MatchSubject.TOOL:
        for tool in dialect.tools:
            if not tool.replaced_by:
                yield tool.name, ItemKind.TOOL, tool.doc, ("tool", tool.name)
        if language.pattern is Pattern.REGEX:
            project = project_of(dialect, context.file.path)
            for it in facts.servers(dialect, project):
                yield f"{it.prefix}.*", ItemKind.TOOL, f"every tool of the MCP server {it.name} ({it.source})", ()
                yield it.prefix, ItemKind.TOOL, f"one tool of the MCP server {it.name}: its name follows", ()
    else:
        for value in row.subject.values:
            detail = f"what {row.name} is always matched against" if row.subject.constant is not None else ""
            yield value, ItemKind.VALUE, detail or f"{row.subject.field} of {row.name}", ()
    if "*" in language.wildcards:
        yield "*", ItemKind.VALUE, "everything", ("wildcard", place.event or "")


def _closing(node: Node, end: int) -> str:
    """The quote that an unfinished string still needs, if nothing of it follows."""
    return "" if node.closed or end < len(str(node.value)) else '"'
