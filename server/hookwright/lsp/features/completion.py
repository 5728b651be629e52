"""`textDocument/completion`: events, keys, values, tools, scripts and what commands print, in a broken document too."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.ide.completion.complete import complete
from hookwright.ide.completion.items import Item
from hookwright.ide.completion.project_facts import ProjectFacts, UnreadFacts
from hookwright.lsp.documents import Document
from hookwright.lsp.offered import completion_list
from hookwright.lsp.session import Session
from hookwright.lsp.untyped import JsonText
from hookwright.text import Span

_NOTHING = JsonText('{"isIncomplete":false,"items":[]}')
_ASK_AGAIN = JsonText('{"isIncomplete":true,"items":[]}')


def completion(session: Session, params: dict[str, Any]) -> JsonText | Coroutine[Any, Any, JsonText]:
    """The whole list: it depends on the place, not on what is typed, so the client may filter it by itself.

    The disk is read in a thread, and only at places where something of it can be written that is not known yet.
    """
    document = session.document(params)
    if document is None:
        return _NOTHING
    unread = UnreadFacts(session.options.home)
    items = _items(document, params, unread)
    if unread.is_wanted:
        return _with_disk(session, params, document.version, unread)
    return completion_list(document, items, session.options)


async def _with_disk(session: Session, params: dict[str, Any], version: int | None, unread: UnreadFacts) -> JsonText:
    """The list with what is on the disk; one to be asked for again where the text has changed in the meantime."""
    known = await asyncio.to_thread(unread.read)
    document = session.document(params)
    if document is None or document.version != version:
        return _ASK_AGAIN
    return completion_list(document, _items(document, params, known), session.options)


def _items(document: Document, params: dict[str, Any], around: ProjectFacts) -> tuple[Item, ...]:
    """Those that replace what the cursor is in, on its line, which is all that the protocol allows."""
    offset = document.offset(params["position"])
    items = _proposed(document, offset, around)
    fitting = {it for it in {it.span for it in items} if _is_at(document, it, offset)}
    return tuple(it for it in items if it.span in fitting)


def _is_at(document: Document, span: Span, offset: int) -> bool:
    lines = document.lines
    return span.start <= offset <= span.end and lines.position(span.start).line == lines.position(span.end).line


def _proposed(document: Document, offset: int, around: ProjectFacts) -> tuple[Item, ...]:
    if document.is_sample:
        from hookwright.ide.sample_documents import complete_sample
        from hookwright.lsp.sample_document import sample_of

        sample = sample_of(document)
        return complete_sample(sample[0], offset, sample[1]) if sample else ()
    if document.is_settings:
        from hookwright.ide.settings_documents import complete_settings
        from hookwright.lsp.settings_file import settings_file

        settings = settings_file(document)
        return complete_settings(settings.tree, offset) if settings else ()
    return complete(document.file, offset, around) if document.file is not None else ()
