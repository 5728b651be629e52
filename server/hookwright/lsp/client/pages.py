"""Has the client show a report, as a document if it can, and otherwise as a message."""

from __future__ import annotations

from lsprotocol import types

from hookwright.lsp.services import Services


def show_page(services: Services, name: str, page: str, summary: str) -> None:
    """Opens `page` under a file name made from `name`; a client that opens nothing is told the `summary`."""
    if not services.session.options.client.shows_documents:
        services.server.window_show_message(types.ShowMessageParams(types.MessageType.Info, summary))
        return
    file = services.reports_folder / f"{name}.md"
    file.write_text(page, encoding="utf-8")
    services.server.window_show_document(types.ShowDocumentParams(file.as_uri(), take_focus=True))
