"""`textDocument/completion`: events, keys, values, tools, scripts and what commands print, in a broken document too."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import lru_cache
from typing import Any

from hookwright.dialects import by_id
from hookwright.ide.around import Around, Unread
from hookwright.ide.completion import complete
from hookwright.ide.items import About, Item, ItemKind
from hookwright.lsp.convert import edits_json, range_json
from hookwright.lsp.documents import Document
from hookwright.lsp.session import Session
from hookwright.model.dialect import Dialect

_KINDS = {
    ItemKind.EVENT: 23,
    ItemKind.KEY: 10,
    ItemKind.VALUE: 12,
    ItemKind.TOOL: 20,
    ItemKind.SNIPPET: 15,
    ItemKind.VARIABLE: 6,
    ItemKind.FILE: 17,
}
_PLAIN, _SNIPPET = 1, 2


def completion(session: Session, params: dict[str, Any]) -> dict[str, Any] | Coroutine[Any, Any, dict[str, Any]]:
    """The whole list: it depends on the place, not on what is typed, so the client may filter it by itself.

    The disk is read in a thread, and only at places where something of it can be written.
    """
    document = session.document(params)
    if document is None:
        return {"isIncomplete": False, "items": []}
    unread = Unread(session.options.home)
    items = _items(document, params, unread)
    if unread.is_wanted:
        return _with_disk(session, params, document.version, unread)
    return _list(session, document, items)


async def _with_disk(session: Session, params: dict[str, Any], version: int | None, unread: Unread) -> dict[str, Any]:
    """The list with what is on the disk; one to be asked for again where the text has changed in the meantime."""
    known = await asyncio.to_thread(unread.read)
    document = session.document(params)
    if document is None or document.version != version:
        return {"isIncomplete": True, "items": []}
    return _list(session, document, _items(document, params, known))


def _items(document: Document, params: dict[str, Any], around: Around) -> tuple[Item, ...]:
    offset = document.offset(params["position"])
    if document.is_sample:
        from hookwright.ide.sample_documents import complete_sample
        from hookwright.lsp.sample_document import sample_of

        sample = sample_of(document)
        return complete_sample(sample[0], offset, sample[1]) if sample else ()
    if document.is_settings:
        from hookwright.ide.settings import complete_settings
        from hookwright.lsp.settings_file import settings_file

        settings = settings_file(document)
        return complete_settings(settings.tree, offset) if settings else ()
    return complete(document.file, offset, around) if document.file is not None else ()


def _list(session: Session, document: Document, items: tuple[Item, ...]) -> dict[str, Any]:
    # Nearly always all are for one place.
    spans = {span: range_json(document.lines, span) for span in {it.span for it in items}}
    return {"isIncomplete": False, "items": [_item_json(session, document, it, spans[it.span]) for it in items]}


def _item_json(session: Session, document: Document, item: Item, extent: dict[str, Any]) -> dict[str, Any]:
    snippets = session.options.takes_snippets
    answer: dict[str, Any] = {
        "label": item.label,
        "kind": _KINDS[item.kind],
        "sortText": item.sort,
        "filterText": item.filter,
        "insertTextFormat": _SNIPPET if item.snippet and snippets else _PLAIN,
        "textEdit": {
            "range": extent,
            "newText": item.text if snippets else item.plain_text,
        },
    }
    if item.detail:
        answer["detail"] = item.detail
    if item.about and document.file is not None:
        answer |= _documentation(session, document.file.dialect, item)
    if item.preselect:
        answer["preselect"] = True
    if item.also:
        answer["additionalTextEdits"] = edits_json(document.lines, item.also)
    return answer


def _documentation(session: Session, dialect: Dialect, item: Item) -> dict[str, Any]:
    """What leads to the documentation for clients that ask for it later, the documentation itself for others."""
    if session.options.resolves_documentation:
        return {"data": {"dialect": dialect.id, "about": list(item.about)}}
    text = _markdown(dialect.id, item.about)
    return {"documentation": {"kind": "markdown", "value": text}} if text else {}


@lru_cache(maxsize=512)
def _markdown(dialect_id: str, about: About) -> str:
    from hookwright.ide.item_docs import item_markdown

    return item_markdown(by_id(dialect_id), about)
