"""A pygls server as its documentation starts one: broken JSON is its one diagnostic, completion and hover are fixed."""

from __future__ import annotations

import json

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("hello", "1")


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(ls: LanguageServer, params: types.DidOpenTextDocumentParams) -> None:
    _publish(ls, params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: LanguageServer, params: types.DidChangeTextDocumentParams) -> None:
    _publish(ls, params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_COMPLETION)
def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
    return [types.CompletionItem(label=it) for it in ("command", "prompt", "http")]


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(params: types.HoverParams) -> types.Hover:
    return types.Hover(contents="hello")


def _publish(ls: LanguageServer, uri: str) -> None:
    document = ls.workspace.get_text_document(uri)
    found: list[types.Diagnostic] = []
    try:
        json.loads(document.source)
    except json.JSONDecodeError as wrong:
        at = types.Position(wrong.lineno - 1, wrong.colno - 1)
        found.append(types.Diagnostic(range=types.Range(at, at), message=wrong.msg))
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, document.version))


server.start_io()
