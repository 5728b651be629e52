"""`textDocument/foldingRange` and `selectionRange`: what folds, and how a selection grows from a place."""

from __future__ import annotations

from lsprotocol import types

from hookwright.ide.ranges import folds, selections
from hookwright.lsp.convert import lsp_range
from hookwright.lsp.services import Services
from hookwright.syntax.tree import Tree


def folding_range(services: Services, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Objects, arrays and comments of several lines; whole lines."""
    document = services.document(params.text_document)
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
    document = services.document(params.text_document)
    if document is None or document.file is None:
        return None
    tree = document.file.tree
    found = (_chain(tree, document.offset(it)) for it in params.positions)
    return [it for it in found if it is not None]


def _chain(tree: Tree, offset: int) -> types.SelectionRange | None:
    chain: types.SelectionRange | None = None
    for span in reversed(selections(tree, offset)):
        chain = types.SelectionRange(lsp_range(tree.lines, span), parent=chain)
    return chain
