"""`textDocument/did…` and `workspace/did…`: documents, settings, files and folders follow the editor."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from lsprotocol import types
from msgspec.structs import replace

from hookwright.lsp.documents import Document
from hookwright.lsp.kinds import open_document
from hookwright.lsp.services import Services
from hookwright.lsp.settings import read_settings
from hookwright.paths import path_of


def did_open(services: Services, params: types.DidOpenTextDocumentParams) -> None:
    """Keeps the document and publishes what is wrong with it."""
    item = params.text_document
    session = services.session
    document = open_document(
        item.uri, item.version, item.text, session.options, session.dialect_of, lambda: services.hook_scripts
    )
    services.session.documents[document.uri] = document
    _look_for_records(services, document)
    _changed(services, document)


def did_change(services: Services, params: types.DidChangeTextDocumentParams) -> None:
    """Takes in the text that pygls has, and publishes for the newest version only."""
    document = services.session.documents.get(params.text_document.uri)
    if document is not None:
        text = services.server.workspace.get_text_document(document.uri).source
        document.take_in(params.text_document.version, text)
        _changed(services, document)


def did_save(services: Services, params: types.DidSaveTextDocumentParams) -> Coroutine[Any, Any, None] | None:
    """Publishes for all, since a saved script may be one that a hook names.

    A hook that was enabled again is no longer kept elsewhere.
    """
    services.publisher.all()
    document = services.session.document(params.text_document)
    if document is None or document.file is None:
        return None
    _look_for_records(services, document)
    from hookwright.lsp.hook_files import forget_where_restored

    return forget_where_restored(services.session, document.uri)


def _look_for_records(services: Services, document: Document) -> None:
    """Reads what agents have recorded of hooks since."""
    if document.configures_hooks and "seen_hooks" in services.__dict__:
        services.seen_hooks.look_again()


def did_close(services: Services, params: types.DidCloseTextDocumentParams) -> None:
    """Forgets the document and its diagnostics; what is on disk holds again."""
    uri = params.text_document.uri
    document = services.session.documents.pop(uri, None)
    if document is None:
        return
    services.publisher.forget(uri)
    services.watched_files.forget(uri)
    services.shell_checks.forget(uri)
    if document.configures_hooks:
        services.publisher.all()
        services.hooks_changed()
    if not services.session.options.client.diagnostics.pulls:
        services.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def did_change_configuration(services: Services, params: types.DidChangeConfigurationParams) -> None:
    """Takes in `codeLens`, `inlayHints` and `client.model`, at the top of the settings or below `hookwright`.

    Everything else is asked for at the start.
    """
    settings = params.settings
    found = settings.get("hookwright", settings) if isinstance(settings, dict) else None
    if not isinstance(found, dict):
        return
    wanted = {key: it for key in ("codeLens", "inlayHints", "client") if isinstance(it := found.get(key), dict)}
    if wanted:
        read, options = read_settings(wanted), services.session.options
        if "codeLens" in wanted:
            options = replace(options, settings=replace(options.settings, lenses=read.code_lens))
        if "inlayHints" in wanted:
            options = replace(options, settings=replace(options.settings, hints=read.inlay_hints))
        if "model" in wanted.get("client", {}):
            # Models of an editor come and go; the rest of what it says of itself does not change.
            options = replace(options, client=replace(options.client, answers_prompts=read.client.model))
        services.use(options)
        if wanted.keys() != {"client"}:
            services.last_runs.show_again()


def did_change_watched_files(services: Services, _: types.DidChangeWatchedFilesParams) -> None:
    """Publishes for all open documents, and has clients ask for the tree of hooks again: scripts come and go."""
    services.publisher.all()
    services.hooks_changed()


def did_change_workspace_folders(services: Services, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Judges the documents again, as it may be another project that they are in."""
    removed = {path_of(it.uri) for it in params.event.removed}
    added = (path_of(it.uri) for it in params.event.added)
    kept = [it for it in services.session.options.folders if it not in removed]
    folders = tuple(dict.fromkeys([*kept, *(it for it in added if it is not None)]))
    services.session.options = replace(services.session.options, folders=folders)
    for document in services.session.documents.values():
        document.use(services.session.options)
    services.publisher.all()
    services.hooks_changed()


def _changed(services: Services, document: Document) -> None:
    """Publishes for a document that has changed, and for all where they are judged by what it says."""
    services.publisher.changed(document.uri)
    if services.notifier is not None:
        services.notifier.typed(document)
    if document.judges_others:
        services.publisher.all()
        services.hooks_changed()
