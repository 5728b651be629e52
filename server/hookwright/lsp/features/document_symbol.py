"""`textDocument/documentSymbol`: the outline of a hook file."""

from __future__ import annotations

from typing import Any

from hookwright.ide.symbols import Symbol, outline
from hookwright.lsp.convert import range_json
from hookwright.lsp.session import Session
from hookwright.lsp.symbols import SYMBOL_KINDS
from hookwright.text import LineIndex


def document_symbol(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Events with their groups with their hooks; a flat list for a client that shows no tree."""
    document = session.document(params)
    if document is None or document.file is None:
        return []
    symbols = outline(document.file)
    if session.client_can("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"):
        return [_tree(it, document.lines) for it in symbols]
    return [it for symbol in symbols for it in _flat(symbol, document.uri, document.lines, None)]


def _tree(symbol: Symbol, lines: LineIndex) -> dict[str, Any]:
    return {
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": SYMBOL_KINDS[symbol.kind],
        "range": range_json(lines, symbol.span),
        "selectionRange": range_json(lines, symbol.selection),
        "children": [_tree(it, lines) for it in symbol.children],
    }


def _flat(symbol: Symbol, uri: str, lines: LineIndex, inside: str | None) -> list[dict[str, Any]]:
    location = {"uri": uri, "range": range_json(lines, symbol.selection)}
    found = {"name": symbol.name, "kind": SYMBOL_KINDS[symbol.kind], "location": location}
    if inside is not None:
        found["containerName"] = inside
    return [found, *(it for child in symbol.children for it in _flat(child, uri, lines, symbol.name))]
