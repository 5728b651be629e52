"""The diagnostics of one open document, as they are published; needs nothing of the protocol library."""

from __future__ import annotations

from typing import Any

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Disk, Subject
from hookwright.config.discover import project_of
from hookwright.lsp.convert import diagnostic_json
from hookwright.lsp.documents import Document
from hookwright.lsp.options import Options


def diagnostics_of(document: Document, options: Options, disk: Disk | None = None) -> tuple[Diagnostic, ...]:
    """What the analyser finds in the document; nothing where it is no hook file.  `disk` stands in for the real one."""
    file = document.file
    if file is None:
        return ()
    return check_file(Subject(file, project_of(file.dialect, file.path), disk or RealDisk(options.home)))


def publication(document: Document, options: Options, disk: Disk | None = None) -> dict[str, Any]:
    """The params of `textDocument/publishDiagnostics` for the document as it is; `disk` as for `diagnostics_of`."""
    file = document.file
    found = diagnostics_of(document, options, disk)
    params: dict[str, Any] = {
        "uri": document.uri,
        "diagnostics": [diagnostic_json(document.uri, file, it) for it in found] if file else [],
    }
    if document.version is not None:
        params["version"] = document.version
    return params
