"""`textDocument/completion`: events, keys, values, tools, scripts and what commands print, in a broken document too."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from hookwright.dialects import DIALECTS
from hookwright.ide.completion.complete import complete
from hookwright.ide.completion.item_docs import item_markdown
from hookwright.ide.completion.items import Item
from hookwright.ide.completion.project_facts import ProjectFacts, UnreadFacts
from hookwright.lsp.completion_items import completion_list
from hookwright.lsp.documents import Document
from hookwright.lsp.services import Services
from hookwright.text import Span


async def completion(services: Services, params: types.CompletionParams) -> types.CompletionList:
    """The whole list: it depends on the place, not on what is typed, so the client may filter it by itself.

    The disk is read in a thread, and only at places where something of it can be written that is not known yet.  Where
    the text changes in the meantime, the client is to ask again.
    """
    document = services.document(params.text_document)
    if document is None:
        return types.CompletionList(is_incomplete=False, items=[])
    unread, version = UnreadFacts(services.options.home), document.version
    items = _items(document, params.position, unread)
    if unread.is_wanted:
        known = await asyncio.to_thread(unread.read)
        document = services.document(params.text_document)
        if document is None or document.version != version:
            return types.CompletionList(is_incomplete=True, items=[])
        items = _items(document, params.position, known)
    return completion_list(document, items, services.options)


def completion_item_resolve(services: Services, item: types.CompletionItem) -> types.CompletionItem:
    """The item with its documentation; as it was where it leads to nothing that is known."""
    data = item.data if isinstance(item.data, dict) else {}
    dialect = next((it for it in DIALECTS if it.id == data.get("dialect")), None)
    about = data.get("about")
    if dialect is not None and isinstance(about, list):
        text = item_markdown(dialect, tuple(map(str, about)))
        item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text) if text else None
    return item


def _items(document: Document, position: types.Position, around: ProjectFacts) -> tuple[Item, ...]:
    """Those that replace what the cursor is in, on its line, which is all that the protocol allows."""
    offset = document.offset(position)
    items = _proposed(document, offset, around)
    fitting = {it for it in {it.span for it in items} if _is_at(document, it, offset)}
    return tuple(it for it in items if it.span in fitting)


def _is_at(document: Document, span: Span, offset: int) -> bool:
    lines = document.lines
    return span.start <= offset <= span.end and lines.position(span.start).line == lines.position(span.end).line


def _proposed(document: Document, offset: int, around: ProjectFacts) -> tuple[Item, ...]:
    if document.is_sample:
        from hookwright.ide.sample_documents import complete_sample
        from hookwright.lsp.diagnostics.sample_document import sample_of

        sample = sample_of(document)
        return complete_sample(sample[0], offset, sample[1]) if sample else ()
    if document.is_settings:
        from hookwright.ide.settings_documents import complete_settings
        from hookwright.lsp.diagnostics.settings_file import settings_file

        settings = settings_file(document)
        return complete_settings(settings.tree, offset) if settings else ()
    return complete(document.file, offset, around) if document.file is not None else ()
