"""`workspace/diagnostic`: what is wrong with every hook file of the workspace folders, open or not."""

from __future__ import annotations

import asyncio
from typing import Any

from hookwright.lsp.on_disk import OpenNow
from hookwright.lsp.pulled import report
from hookwright.lsp.session import Session
from hookwright.lsp.untyped import JsonText


async def workspace_diagnostic(session: Session, params: dict[str, Any]) -> JsonText:
    """A report on each file, and an empty one on those that the client knows of and that are gone.

    Open documents that the client asks for one by one are left to that: it asks for all every other second.
    """
    known = {it["uri"]: it["value"] for it in params.get("previousResultIds") or ()}
    versions: dict[str, int | None] = {}
    found: dict[str, str] = {}
    asked_for = session.publishing.asked_for
    for uri in list(session.documents):
        document = session.documents.get(uri)
        if document is not None and uri not in asked_for and (document.is_settings or document.file is not None):
            versions[uri], found[uri] = document.version, session.publishing.judged(document)
            # Between two documents others have their turn.
            await asyncio.sleep(0)
    opened = OpenNow.of(session)
    for uri, diagnostics in (await asyncio.to_thread(session.on_disk.judged, opened)).items():
        found.setdefault(uri, diagnostics)
    reports = {uri: report(it, known.get(uri), uri=uri, version=versions.get(uri)) for uri, it in found.items()}
    for uri in known.keys() - reports.keys() - asked_for:
        reports[uri] = report("[]", known[uri], uri=uri, version=None)
    return JsonText(f'{{"items":[{",".join(reports.values())}]}}')
