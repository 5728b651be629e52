"""Keeps pygls' texts of documents as the client has them: lines end with LF, CRLF or CR, columns are UTF-16 units.

pygls takes ten other characters for line ends too, such as a form feed, so that an edit behind one of them lands in
the wrong line.  Each change is made here, and pygls gets the whole text.
"""

from __future__ import annotations

from urllib.parse import unquote

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, lsp_method

from hookwright.lsp.transport.notifications import Steps
from hookwright.text import offset_at


class TextSync(LanguageServerProtocol):
    """The part of the protocol that takes in changes of documents."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Steps:
        """As pygls does it, with every change made one of the whole text."""
        document = self.workspace.text_documents.get(unquote(params.text_document.uri))
        if document is None:
            return
        text = document.source
        for change in params.content_changes:
            text = whole_text(text, change)
        document.apply_change(types.TextDocumentContentChangeWholeDocument(text))
        document.version = params.text_document.version
        yield from super().lsp_text_document__did_change(
            types.DidChangeTextDocumentParams(params.text_document, content_changes=[])
        )


def whole_text(text: str, change: types.TextDocumentContentChangeEvent) -> str:
    """The text after the change; positions outside of it are clamped."""
    if not isinstance(change, types.TextDocumentContentChangePartial):
        return change.text
    first, last = change.range.start, change.range.end
    start = offset_at(text, first.line, first.character)
    end = start if first == last else max(start, offset_at(text, last.line, last.character))
    return text[:start] + change.text + text[end:]
