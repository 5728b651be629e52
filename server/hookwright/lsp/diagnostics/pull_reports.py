"""What a client that asks for diagnostics is answered: all of them, or that they are those it has."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from lsprotocol import types

_DIGEST_BYTES = 8


def document_report(
    diagnostics: Sequence[types.Diagnostic], known: str | None
) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
    """The report on one document; `known` is the id of the diagnostics that the client has."""
    number = _number(diagnostics)
    if number == known:
        return types.RelatedUnchangedDocumentDiagnosticReport(number)
    return types.RelatedFullDocumentDiagnosticReport(diagnostics, result_id=number)


def workspace_report(
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
