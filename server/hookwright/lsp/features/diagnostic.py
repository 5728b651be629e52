"""`textDocument/diagnostic` and `workspace/diagnostic`: what is wrong, for clients that ask."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import blake2b
from typing import NotRequired, TypedDict

import msgspec
from lsprotocol import types

from hookwright.lsp.convert import DiagnosticJson
from hookwright.lsp.diagnostics.closed_files import OpenNow
from hookwright.lsp.services import Services

_DIGEST_BYTES = 8


class ReportJson(TypedDict):
    """What is wrong with one document; `items` are there where it is something else than the client knows."""

    kind: str
    resultId: str
    items: NotRequired[Sequence[DiagnosticJson]]


class FileReportJson(ReportJson):
    """The same as a part of the report on all documents; `version` is None for what is not open."""

    uri: str
    version: int | None


async def diagnostic(services: Services, params: types.DocumentDiagnosticParams) -> ReportJson:
    """The report on the text as it is; of what is not open there is nothing to say before it is."""
    document, known = services.session.document(params.text_document), params.previous_result_id
    if document is None:
        services.publisher.asked_early.add(params.text_document.uri)
        return _document_report([], known)
    services.publisher.asked_for.add(document.uri)
    return _document_report(await services.publisher.judged(document), known)


async def workspace_diagnostic(
    services: Services, params: types.WorkspaceDiagnosticParams
) -> dict[str, list[FileReportJson]]:
    """A report on every hook file of the folders, open or not, and an empty one on those that the client knows of
    and that are gone.

    Open documents that the client asks for one by one are left to that: it asks for all every other second.
    """
    known = {it.uri: it.value for it in params.previous_result_ids}
    versions: dict[str, int | None] = {}
    found: dict[str, list[DiagnosticJson]] = {}
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
    for uri in known.keys() - found.keys() - asked_for:
        found[uri] = []
    return {
        "items": [
            {"uri": uri, "version": versions.get(uri), **_document_report(it, known.get(uri))}
            for uri, it in found.items()
        ]
    }


def _document_report(diagnostics: Sequence[DiagnosticJson], known: str | None) -> ReportJson:
    """The report on one document; `known` is the id of the diagnostics that the client has."""
    number = _number(diagnostics)
    if number == known:
        return {"kind": "unchanged", "resultId": number}
    return {"kind": "full", "resultId": number, "items": diagnostics}


def _number(diagnostics: Sequence[DiagnosticJson]) -> str:
    """The id that tells the diagnostics themselves, so that nothing has to be kept for it."""
    return blake2b(msgspec.json.encode(diagnostics), digest_size=_DIGEST_BYTES).hexdigest()
