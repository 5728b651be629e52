"""The diagnostics of one open document, as they are published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hookwright.analysis.check import Steps
from hookwright.analysis.folding import folded
from hookwright.config.loading import places_beside
from hookwright.lsp.convert import DiagnosticJson, lsp_diagnostic
from hookwright.lsp.documents import Document, Surroundings
from hookwright.lsp.options import Options
from hookwright.syntax.tree import Notation

_NOT_JSON = "syntax-error"


def judged_with(documents: Mapping[str, Document], document: Document, options: Options) -> Iterator[str]:
    """The open documents, by URI, that are judged by what the document says, itself among them."""
    yield document.uri
    # Where it is the only one, no other has to be looked for.
    file = document.file if len(documents) > 1 else None
    if file is None:
        return
    beside = {path for _, path in places_beside(file, options.host)}
    for uri, it in documents.items():
        if it.is_judged_with(file, beside):
            yield uri


def lsp_diagnostics(document: Document, around: Surroundings) -> Steps[list[DiagnosticJson]]:
    """What is wrong with the document as it is at the first step, as it is published.

    Where the client itself reports that an open document is not JSON, this is left to the client; the fixes are still
    offered.
    """
    lines, tree = document.lines, document.tree
    found = yield from document.judged(around)
    sent = list[DiagnosticJson]()
    is_open = document.version is not None
    if around.options.client.checks_json and is_open and tree is not None and tree.notation is Notation.JSON:
        found = tuple(it for it in found if it.rule.name != _NOT_JSON)
    for it in folded(found, tree):
        sent.append(lsp_diagnostic(document.uri, lines, tree, it, around.options))
        yield
    return sent
