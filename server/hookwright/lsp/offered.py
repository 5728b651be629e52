"""Completions as the protocol spells them, written as JSON at once: there are many of them after each keystroke."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache

from hookwright.dialects import by_id
from hookwright.ide.completion.items import About, Item, ItemKind
from hookwright.lsp.convert import edits_json, range_json
from hookwright.lsp.documents import Document
from hookwright.lsp.options import Options
from hookwright.lsp.untyped import JsonText

_KINDS = {
    ItemKind.EVENT: 23,
    ItemKind.KEY: 10,
    ItemKind.VALUE: 12,
    ItemKind.TOOL: 20,
    ItemKind.SNIPPET: 15,
    ItemKind.VARIABLE: 6,
    ItemKind.FILE: 17,
}
_SNIPPET = '"insertTextFormat":2'
# Editors sort what several servers propose: a plain JSON service gives no `sortText`, and its labels begin with `"`.
_FIRST = "!"
# There is something to choose where the first tab stop of a snippet has neither its own choices nor a value to keep.
_OPEN_STOP = re.compile(r"\$(?:[01]|\{[01]\}|\{1:\*\})(?!\d)")
_SUGGEST = '"command":{"title":"Suggest","command":"editor.action.triggerSuggest"}'
_json = json.JSONEncoder(separators=(",", ":")).encode


def completion_list(document: Document, items: Sequence[Item], client: Options) -> JsonText:
    """The whole `CompletionList` of items at a place of the document, for what the client can do."""
    dialect = document.file.dialect.id if items and document.file is not None else None
    # Nearly always all are for one place.
    extents = {span: _json(range_json(document.lines, span)) for span in {it.span for it in items}}
    written = ",".join([_item(document, dialect, it, extents[it.span], client) for it in items])
    return JsonText(f'{{"isIncomplete":false,"items":[{written}]}}')


def _item(document: Document, dialect: str | None, item: Item, extent: str, client: Options) -> str:
    snippets = client.takes_snippets
    text = _json(item.text if snippets else item.plain_text)
    members = [
        f'"label":{_json(item.label)},"kind":{_KINDS[item.kind]},"sortText":{_json(_FIRST + item.sort)}',
        f'"textEdit":{{"range":{extent},"newText":{text}}}',
    ]
    if item.filter != item.label:
        members.append(f'"filterText":{_json(item.filter)}')
    if item.snippet and snippets:
        members.append(_SNIPPET)
        if client.suggests and _OPEN_STOP.search(item.text):
            members.append(_SUGGEST)
    if item.detail:
        members.append(f'"detail":{_json(item.detail)}')
    if item.about and dialect is not None:
        members += _documentation(dialect, item.about, later=client.resolves_documentation)
    if item.preselect:
        members.append('"preselect":true')
    if item.also:
        members.append(f'"additionalTextEdits":{_json(edits_json(document.lines, item.also))}')
    return f"{{{','.join(members)}}}"


@lru_cache(maxsize=1024)
def _documentation(dialect_id: str, about: About, *, later: bool) -> tuple[str, ...]:
    """What leads to the documentation for clients that ask for it later, the documentation itself for others."""
    if later:
        return (f'"data":{_json({"dialect": dialect_id, "about": about})}',)
    from hookwright.ide.completion.item_docs import item_markdown

    text = item_markdown(by_id(dialect_id), about)
    return (f'"documentation":{_json({"kind": "markdown", "value": text})}',) if text else ()
