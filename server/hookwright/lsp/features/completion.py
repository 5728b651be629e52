"""`textDocument/completion`: events, keys, values, tools and variables, in a broken document too."""

from __future__ import annotations

from typing import Any

from hookwright.ide.completion import complete
from hookwright.ide.items import Item, ItemKind
from hookwright.lsp.convert import edits_json, range_json
from hookwright.lsp.documents import Document
from hookwright.lsp.session import Session

_KINDS = {
    ItemKind.EVENT: 23,
    ItemKind.KEY: 10,
    ItemKind.VALUE: 12,
    ItemKind.TOOL: 20,
    ItemKind.SNIPPET: 15,
    ItemKind.VARIABLE: 6,
}
_PLAIN, _SNIPPET = 1, 2


def completion(session: Session, params: dict[str, Any]) -> dict[str, Any]:
    """The whole list: it depends on the place, not on what is typed, so the client may filter it by itself."""
    document = session.document(params)
    items = _items(document, document.offset(params["position"])) if document is not None else ()
    snippets = session.options.takes_snippets
    return {"isIncomplete": False, "items": [_item_json(document, it, snippets=snippets) for it in items if document]}


def _items(document: Document, offset: int) -> tuple[Item, ...]:
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
    return complete(document.file, offset) if document.file is not None else ()


def _item_json(document: Document, item: Item, *, snippets: bool) -> dict[str, Any]:
    text = item.text if snippets else item.plain_text
    answer: dict[str, Any] = {
        "label": item.label,
        "kind": _KINDS[item.kind],
        "sortText": item.sort,
        "filterText": item.filter,
        "insertTextFormat": _SNIPPET if item.snippet and snippets else _PLAIN,
        "textEdit": {"range": range_json(document.lines, item.span), "newText": text},
    }
    if item.detail:
        answer["detail"] = item.detail
    if item.documentation:
        answer["documentation"] = {"kind": "markdown", "value": item.documentation}
    if item.preselect:
        answer["preselect"] = True
    if item.also:
        answer["additionalTextEdits"] = edits_json(document.lines, item.also)
    return answer
