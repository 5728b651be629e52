"""How a plain client gets to see a report: as a Markdown document where it can open one, else as a message."""

from __future__ import annotations

import tempfile
from pathlib import Path

from lsprotocol import types

from hookwright.lsp.services import Services


def show(services: Services, name: str, page: str, summary: str) -> None:
    """Opens `page` under a file name made from `name`; a client that opens nothing is told the `summary`."""
    if not services.options.shows_documents:
        services.server.window_show_message(types.ShowMessageParams(types.MessageType.Info, summary))
        return
    if services.reports is None:
        services.reports = tempfile.TemporaryDirectory(prefix="hookwright-")
    file = Path(services.reports.name) / f"{name}.md"
    file.write_text(page, encoding="utf-8")
    services.server.window_show_document(types.ShowDocumentParams(file.as_uri(), take_focus=True))
