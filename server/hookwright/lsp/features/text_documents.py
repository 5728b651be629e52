"""`textDocument/did…`: documents follow the editor, and are judged when no more input waits."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from lsprotocol import types

from hookwright.lsp.documents import Document
from hookwright.lsp.services import Services


def did_open(services: Services, params: types.DidOpenTextDocumentParams) -> None:
    """Keeps the document and publishes what is wrong with it."""
    item = params.text_document
    document = Document(item.uri, item.version, item.text, services.options)
    services.documents[document.uri] = document
    services.publish_after(document)


def did_change(services: Services, params: types.DidChangeTextDocumentParams) -> None:
    """Takes in the text that pygls has, and publishes for the newest version only."""
    document = services.documents.get(params.text_document.uri)
    if document is not None:
        text = services.server.workspace.get_text_document(document.uri).source
        document.take_in(params.text_document.version, text)
        services.publish_after(document)


def did_save(services: Services, params: types.DidSaveTextDocumentParams) -> Coroutine[Any, Any, None] | None:
    """Publishes for all, since a saved script may be one that a hook names.

    A hook that was enabled again is no longer kept elsewhere.
    """
    services.publish_all()
    document = services.document(params.text_document)
    if document is None or document.file is None:
        return None
    from hookwright.lsp.disabled_hooks import forget_where_restored

    return forget_where_restored(services, document.uri)


def did_close(services: Services, params: types.DidCloseTextDocumentParams) -> None:
    """Forgets the document and its diagnostics; what is on disk holds again."""
    uri = params.text_document.uri
    document = services.documents.pop(uri, None)
    if document is None:
        return
    services.forget(uri)
    if document.is_settings or document.file is not None:
        services.publish_all()
        services.hooks_changed()
    if not services.options.pulls_diagnostics:
        services.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
