"""`textDocument/documentSymbol`, `foldingRange`, `selectionRange` and `workspace/symbol`: how hook files are built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from hookwright.ide.ranges import folds, selections
from hookwright.ide.symbols import Symbol, SymbolKind, outline
from hookwright.lsp.convert import lsp_range
from hookwright.lsp.hook_files import hook_files
from hookwright.lsp.services import Services
from hookwright.paths import uri_of
from hookwright.syntax.tree import Tree
from hookwright.text import LineIndex

_KINDS = {
    SymbolKind.EVENT: types.SymbolKind.Event,
    SymbolKind.GROUP: types.SymbolKind.Namespace,
    SymbolKind.HOOK: types.SymbolKind.Function,
}


def document_symbol(
    services: Services, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """Events with their groups with their hooks; a flat list for a client that shows no tree."""
    document = services.session.document(params.text_document)
    if document is None or document.file is None:
        return []
    symbols = outline(document.file)
    if services.session.options.client.nests_symbols:
        return [_tree(it, document.lines) for it in symbols]
    return [it for symbol in symbols for it in _list(symbol, document.uri, document.lines, None)]


def workspace_symbol(services: Services, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """Those of every hook file whose names, or whose events' names, have the letters of the query in their order."""
    query = params.query.casefold()
    found: list[types.SymbolInformation] = []
    for file in hook_files(services.session):
        uri, lines = uri_of(file.path), file.tree.lines
        for event in outline(file):
            for it in _flat(event):
                if _fits(query, f"{event.name} {it.name}".casefold()):
                    container = Path(file.path).name if it.kind is SymbolKind.EVENT else event.name
                    found.append(_information(it, uri, lines, container))
    return found


def folding_range(services: Services, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Objects, arrays and comments of several lines; whole lines."""
    document = services.session.document(params.text_document)
    if document is None or document.file is None:
        return []
    return [
        types.FoldingRange(
            it.first, it.last, kind=types.FoldingRangeKind.Comment if it.comment else types.FoldingRangeKind.Region
        )
        for it in folds(document.file.tree)
    ]


def selection_range(services: Services, params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
    """For each position its ranges, from the narrowest to the whole text."""
    document = services.session.document(params.text_document)
    if document is None or document.file is None:
        return None
    tree = document.file.tree
    found = (_chain(tree, document.offset(it)) for it in params.positions)
    return [it for it in found if it is not None]


def _tree(symbol: Symbol, lines: LineIndex) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=symbol.name,
        kind=_KINDS[symbol.kind],
        range=lsp_range(lines, symbol.span),
        selection_range=lsp_range(lines, symbol.selection),
        detail=symbol.detail,
        children=[_tree(it, lines) for it in symbol.children],
    )


def _list(symbol: Symbol, uri: str, lines: LineIndex, inside: str | None) -> list[types.SymbolInformation]:
    below = (it for child in symbol.children for it in _list(child, uri, lines, symbol.name))
    return [_information(symbol, uri, lines, inside), *below]


def _information(symbol: Symbol, uri: str, lines: LineIndex, inside: str | None) -> types.SymbolInformation:
    location = types.Location(uri, lsp_range(lines, symbol.selection))
    return types.SymbolInformation(location, symbol.name, _KINDS[symbol.kind], container_name=inside)


def _flat(symbol: Symbol) -> Iterator[Symbol]:
    yield symbol
    for it in symbol.children:
        yield from _flat(it)


def _fits(query: str, text: str) -> bool:
    letters = iter(text)
    return all(letter in letters for letter in query if not letter.isspace())


def _chain(tree: Tree, offset: int) -> types.SelectionRange | None:
    chain: types.SelectionRange | None = None
    for span in reversed(selections(tree, offset)):
        chain = types.SelectionRange(lsp_range(tree.lines, span), parent=chain)
    return chain
