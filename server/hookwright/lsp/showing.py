"""How a plain client gets to see a report: as a Markdown document where it can open one, else as a message."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hookwright.lsp.session import Session

_INFO = 3


def show(session: Session, name: str, page: str, summary: str) -> None:
    """Opens `page` under a file name made from `name`; a client that opens nothing is told the `summary`."""
    if not session.options.shows_documents:
        session.client.notify("window/showMessage", {"type": _INFO, "message": summary})
        return
    if session.reports is None:
        session.reports = tempfile.TemporaryDirectory(prefix="hookwright-")
    file = Path(session.reports.name) / f"{name}.md"
    file.write_text(page, encoding="utf-8")
    session.client.send_request("window/showDocument", {"uri": file.as_uri(), "takeFocus": True})
