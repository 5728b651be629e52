"""`textDocument/didSave`: a saved script may be the one that a hook names, so every document is judged again."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.session import Session


def did_save(session: Session, _: dict[str, Any]) -> None:
    """Publishes anew for all open documents."""
    session.publish_soon(*session.documents)
