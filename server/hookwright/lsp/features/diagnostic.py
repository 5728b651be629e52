"""`textDocument/diagnostic` and `workspace/diagnostic`: what is wrong, for clients that ask."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import blake2b

from lsprotocol import types

from hookwright.lsp.diagnostics.closed_files import OpenNow
from hookwright.lsp.services import Services

_DIGEST_BYTES = 8


async def diagnostic(services: Services, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """The report on the text as it is; of what is not open there is nothing to say before it is."""
    document, known = services.session.document(params.text_document), params.previous_result_id
    if document is None:
        services.publisher.asked_early.add(params.text_document.uri)
        return _document_report([], known)
    services.publisher.asked_for.add(document.uri)
    return _document_report(await services.publisher.judged(document), known)


async def workspace_diagnostic(
    services: Services, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """A report on every hook file of the folders, open or not, and an empty one on those that the client knows of
    and that are gone.

    Open documents that the client asks for one by one are left to that: it asks for all every other second.
    """
    known = {it.uri: it.value for it in params.previous_result_ids}
    versions: dict[str, int | None] = {}
    found: dict[str, list[types.Diagnostic]] = {}
    asked_for = services.publisher.asked_for
    for uri in list(services.session.documents):
        document = services.session.documents.get(uri)
        if document is None or uri in asked_for:
            continue
        if document.configures_hooks:
            found[uri] = await services.publisher.judged(document)
            versions[uri] = document.version
    opened = OpenNow.of(services.session, services.host.environ.get("PATH", ""))
    for uri, diagnostics in (await asyncio.to_thread(services.closed_files.judged, opened)).items():
        found.setdefault(uri, diagnostics)
    reports = [_workspace_report(uri, it, known.get(uri), versions.get(uri)) for uri, it in found.items()]
    gone = known.keys() - found.keys() - asked_for
    return types.WorkspaceDiagnosticReport([*reports, *(_workspace_report(it, [], known[it], None) for it in gone)])


def _document_report(
    diagnostics: Sequence[types.Diagnostic], known: str | None
) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
    """The report on one document; `known` is the id of the diagnostics that the client has."""
    number = _number(diagnostics)
    if number == known:
        return types.RelatedUnchangedDocumentDiagnosticReport(number)
    return types.RelatedFullDocumentDiagnosticReport(diagnostics, result_id=number)


def _workspace_report(
    uri: str, diagnostics: Sequence[types.Diagnostic], known: str | None, version: int | None
) -> types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport:
    """The same as a part of the report on all documents."""
    number = _number(diagnostics)
    if number == known:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, number, version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, diagnostics, version, result_id=number)


def _number(diagnostics: Sequence[types.Diagnostic]) -> str:
    """The id that tells the diagnostics themselves, so that nothing has to be kept for it."""
    said = repr(list(diagnostics)).encode(errors="surrogatepass")
    return blake2b(said, digest_size=_DIGEST_BYTES).hexdigest()
