"""`workspace/symbol`: the events and hooks of every hook file of the workspace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookwright.ide.symbols import Symbol, SymbolKind, outline
from hookwright.lsp.convert import range_json
from hookwright.lsp.hook_files import hook_files
from hookwright.lsp.session import Session
from hookwright.lsp.symbols import SYMBOL_KINDS
from hookwright.paths import uri_of


def workspace_symbol(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Those whose names, or whose events' names, have the letters of the query in their order."""
    query = params.get("query", "").casefold()
    found: list[dict[str, Any]] = []
    for file in hook_files(session):
        uri, lines = uri_of(file.path), file.tree.lines
        for event in outline(file):
            for it in _flat(event):
                if _fits(query, f"{event.name} {it.name}".casefold()):
                    location = {"uri": uri, "range": range_json(lines, it.selection)}
                    container = Path(file.path).name if it.kind is SymbolKind.EVENT else event.name
                    kind = SYMBOL_KINDS[it.kind]
                    found.append({"name": it.name, "kind": kind, "location": location, "containerName": container})
    return found


def _flat(symbol: Symbol) -> Iterator[Symbol]:
    yield symbol
    for it in symbol.children:
        yield from _flat(it)


def _fits(query: str, text: str) -> bool:
    letters = iter(text)
    return all(letter in letters for letter in query if not letter.isspace())
