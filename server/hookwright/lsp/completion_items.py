"""Completions as the protocol's types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from lsprotocol import types

from hookwright.dialects import by_id
from hookwright.ide.completion.items import About, Item, ItemKind
from hookwright.lsp.convert import lsp_range, text_edits
from hookwright.lsp.documents import Document
from hookwright.lsp.options import Options

_KINDS = {
    ItemKind.EVENT: types.CompletionItemKind.Event,
    ItemKind.KEY: types.CompletionItemKind.Property,
    ItemKind.VALUE: types.CompletionItemKind.Value,
    ItemKind.TOOL: types.CompletionItemKind.EnumMember,
    ItemKind.SNIPPET: types.CompletionItemKind.Snippet,
    ItemKind.VARIABLE: types.CompletionItemKind.Variable,
    ItemKind.FILE: types.CompletionItemKind.File,
}
# Editors sort what several servers propose: a plain JSON service gives no `sortText`, and its labels begin with `"`.
_FIRST = "!"
# There is something to choose where the first tab stop of a snippet has neither its own choices nor a value to keep.
_OPEN_STOP = re.compile(r"\$(?:[01]|\{[01]\}|\{1:\*\})(?!\d)")
_SUGGEST = types.Command("Suggest", "editor.action.triggerSuggest")


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
    snippet = item.snippet and client.takes_snippets
    found = types.CompletionItem(
        item.label,
        kind=_KINDS[item.kind],
        sort_text=_FIRST + item.sort,
        text_edit=types.TextEdit(extent, item.text if client.takes_snippets else item.plain_text),
        filter_text=item.filter if item.filter != item.label else None,
        insert_text_format=types.InsertTextFormat.Snippet if snippet else None,
        command=_SUGGEST if snippet and client.suggests and _OPEN_STOP.search(item.text) else None,
        detail=item.detail or None,
        preselect=True if item.preselect else None,
        additional_text_edits=text_edits(document.lines, item.also) if item.also else None,
    )
    if item.about and dialect is not None:
        if client.resolves_documentation:
            found.data = {"dialect": dialect, "about": item.about}
        else:
            found.documentation = _documentation(dialect, item.about)
    return found


@lru_cache(maxsize=1024)
def _documentation(dialect_id: str, about: About) -> types.MarkupContent | None:
    """The documentation, for clients that do not ask for it later."""
    from hookwright.ide.completion.item_docs import item_markdown

    text = item_markdown(by_id(dialect_id), about)
    return types.MarkupContent(types.MarkupKind.Markdown, text) if text else None
