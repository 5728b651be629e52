"""`textDocument/completion`: events, keys, values, tools, scripts and what commands print, in a broken document too."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import lru_cache

from lsprotocol import types

from hookwright.dialects import by_id, find
from hookwright.ide.completion.item_docs import item_markdown
from hookwright.ide.completion.items import About, Item, ItemKind
from hookwright.ide.completion.project_facts import ProjectFacts, UnreadFacts
from hookwright.lsp.convert import lsp_range, text_edits
from hookwright.lsp.documents import Document
from hookwright.lsp.options import Options
from hookwright.lsp.services import Services
from hookwright.text import Span

_KINDS = {
    ItemKind.EVENT: types.CompletionItemKind.Event,
    ItemKind.KEY: types.CompletionItemKind.Property,
    ItemKind.VALUE: types.CompletionItemKind.Value,
    ItemKind.TOOL: types.CompletionItemKind.EnumMember,
    ItemKind.SNIPPET: types.CompletionItemKind.Snippet,
    ItemKind.VARIABLE: types.CompletionItemKind.Variable,
    ItemKind.FILE: types.CompletionItemKind.File,
    ItemKind.METHOD: types.CompletionItemKind.Method,
}
# Editors sort what several servers propose: a plain JSON service gives no `sortText`, and its labels begin with `"`.
_FIRST = "!"
# There is something to choose where the first tab stop of a snippet has neither its own choices nor a value to keep.
_OPEN_STOP = re.compile(r"\$(?:[01]|\{[01]\}|\{1:\*\})(?!\d)")
_SUGGEST = types.Command("Suggest", "editor.action.triggerSuggest")


async def completion(services: Services, params: types.CompletionParams) -> types.CompletionList:
    """The whole list: it depends on the place, not on what is typed, so the client may filter it by itself.

    The disk is read in a thread, and only at places where something of it can be written that is not known yet.  Where
    the text changes in the meantime, the client is to ask again.
    """
    document = services.session.document(params.text_document)
    if document is None or _typed(params) in document.begins_nothing:
        return types.CompletionList(is_incomplete=False, items=[])
    await services.find_hooks_of(document)
    unread, version = UnreadFacts(services.session.options.home), document.version
    items = _items(document, params.position, unread)
    if unread.is_wanted:
        known = await asyncio.to_thread(unread.read)
        document = services.session.document(params.text_document)
        if document is None or document.version != version:
            return types.CompletionList(is_incomplete=True, items=[])
        items = _items(document, params.position, known)
    return completion_list(document, items, services.session.options)


def _typed(params: types.CompletionParams) -> str | None:
    """The character for which the editor asks by itself."""
    return params.context.trigger_character if params.context is not None else None


def completion_item_resolve(services: Services, item: types.CompletionItem) -> types.CompletionItem:
    """The item with its documentation; as it was where it leads to nothing that is known."""
    data = item.data if isinstance(item.data, dict) else {}
    dialect = find(data.get("dialect"))
    about = data.get("about")
    if dialect is not None and isinstance(about, list):
        text = item_markdown(dialect, tuple(map(str, about)))
        item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text) if text else None
    return item


def _items(document: Document, position: types.Position, around: ProjectFacts) -> tuple[Item, ...]:
    """Those that replace what the cursor is in, on its line, which is all that the protocol allows."""
    offset = document.offset(position)
    items = document.completed(offset, around)
    fitting = {it for it in {it.span for it in items} if _is_at(document, it, offset)}
    return tuple(it for it in items if it.span in fitting)


def _is_at(document: Document, span: Span, offset: int) -> bool:
    lines = document.lines
    return span.start <= offset <= span.end and lines.position(span.start).line == lines.position(span.end).line


def completion_list(document: Document, items: Sequence[Item], client: Options) -> types.CompletionList:
    """All items at a place of the document, for what the client can do."""
    dialect = document.file.dialect.id if items and document.file is not None else None
    # Nearly always all are for one place.
    extents = {span: lsp_range(document.lines, span) for span in {it.span for it in items}}
    return types.CompletionList(
        is_incomplete=False, items=[_item(document, dialect, it, extents[it.span], client) for it in items]
    )


def _item(
    document: Document, dialect: str | None, item: Item, extent: types.Range, client: Options
) -> types.CompletionItem:
    snippet = item.snippet and client.client.takes_snippets
    found = types.CompletionItem(
        item.label,
        kind=_KINDS[item.kind],
        sort_text=_FIRST + item.sort,
        text_edit=types.TextEdit(extent, item.text if client.client.takes_snippets else item.plain_text),
        filter_text=item.filter if item.filter != item.label else None,
        insert_text_format=types.InsertTextFormat.Snippet if snippet else None,
        command=_SUGGEST if snippet and client.client.suggests and _OPEN_STOP.search(item.text) else None,
        detail=item.detail or None,
        preselect=True if item.preselect else None,
        additional_text_edits=text_edits(document.lines, item.also) if item.also else None,
    )
    if item.markdown:
        found.documentation = types.MarkupContent(types.MarkupKind.Markdown, item.markdown)
    elif item.about and dialect is not None:
        if client.client.resolves_documentation:
            found.data = {"dialect": dialect, "about": item.about}
        else:
            found.documentation = _documentation(dialect, item.about)
    return found


@lru_cache(maxsize=1024)
def _documentation(dialect_id: str, about: About) -> types.MarkupContent | None:
    """The documentation, for clients that do not ask for it later."""
    text = item_markdown(by_id(dialect_id), about)
    return types.MarkupContent(types.MarkupKind.Markdown, text) if text else None
