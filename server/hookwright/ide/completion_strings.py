"""Which names can be written inside a string: what a matcher can match, and the variables of a command."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.ide.asked import Asked, Fitting, fit_value
from hookwright.ide.docs import sentence, tool_markdown, variable_markdown
from hookwright.ide.items import Item, ItemKind
from hookwright.ide.place import Place
from hookwright.ide.tokens import Token, name_tokens, token_at, variable_at
from hookwright.model.event import Subject
from hookwright.model.language import Language
from hookwright.syntax.tree import Kind, Node, quote, text_offset
from hookwright.text import Span


def complete_matcher(asked: Asked, place: Place, language: Language) -> Iterator[Item]:
    """Tool names, or the event's own words, that the matcher does not hold yet; `*` where it holds nothing else."""
    node = asked.cursor.node
    if _behind_the_quote(asked):
        return
    text = str(node.value) if node is not None and node.kind is Kind.STRING else ""
    tokens = name_tokens(language, text)
    current = token_at(tokens, asked.cursor.prefix_index)
    taken = {it.text for it in tokens if it != current}
    for rank, (name, kind, detail, doc) in enumerate(_names(asked, place, language)):
        if name in taken or (name == "*" and taken - {""}):
            continue
        yield _in_string(asked, current, name, kind, rank, detail, doc)


def complete_variable(asked: Asked, place: Place) -> Iterator[Item]:
    """The variables that hooks of the event get, where a `$` has been typed."""
    node = asked.cursor.node
    current = variable_at(str(node.value), asked.cursor.prefix_index) if node is not None else None
    if current is None or _behind_the_quote(asked):
        return
    braced = current.text.startswith("${")
    for rank, variable in enumerate(asked.dialect.variables):
        if place.event is None or place.row is None or variable.on(place.event):
            name = f"${{{variable.name}}}" if braced else f"${variable.name}"
            doc = variable_markdown(variable, asked.dialect)
            yield _in_string(asked, current, name, ItemKind.VARIABLE, rank, variable.doc, doc)


def _behind_the_quote(asked: Asked) -> bool:
    """Whether the cursor is at a string, but not between its quotes, where nothing of it can be typed."""
    node = asked.cursor.node
    return node is not None and node.kind is Kind.STRING and not asked.cursor.inside


def _names(asked: Asked, place: Place, language: Language) -> Iterator[tuple[str, ItemKind, str, str]]:
    dialect, row = asked.dialect, place.row
    if row is not None and row.subject is None:
        return
    if row is None or row.subject is Subject.TOOL:
        for tool in dialect.tools:
            if not tool.replaced_by:
                yield tool.name, ItemKind.TOOL, tool.doc, tool_markdown(tool, dialect)
    else:
        for value in row.values:
            yield value, ItemKind.VALUE, f"{row.subject_field} of {row.name}", ""
    if "*" in language.wildcards:
        yield "*", ItemKind.VALUE, "everything", sentence(language.doc)


def _in_string(asked: Asked, current: Token, name: str, kind: ItemKind, rank: int, detail: str, doc: str) -> Item:
    node = asked.cursor.node
    if node is None or node.kind is not Kind.STRING:
        return fit_value(asked).item(name, kind, quote(name), rank, detail=detail, doc=doc)
    start, end = (text_offset(asked.tree, node, index) for index in (current.start, current.end))
    fitting = Fitting(Span(start, end), after=_closing(node, current))
    return fitting.item(name, kind, quote(name)[1:-1], rank, detail=detail, doc=doc)


def _closing(node: Node, current: Token) -> str:
    """The quote that an unfinished string still needs, where nothing of it follows."""
    return "" if node.closed or current.end < len(str(node.value)) else '"'
