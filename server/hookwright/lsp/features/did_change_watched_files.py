"""`workspace/didChangeWatchedFiles`: scripts come and go, and the findings about them with them."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.session import Session


def did_change_watched_files(session: Session, _: dict[str, Any]) -> None:
    """Publishes anew for all open documents, and has the tree of hooks be asked for again."""
    session.publish_soon(*session.documents)
    session.hooks_changed()
