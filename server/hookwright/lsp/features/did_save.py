"""`textDocument/didSave`: a saved script may be the one that a hook names, so every document is judged again."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.lsp.session import Session


def did_save(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, None] | None:
    """Publishes anew for all open documents; a hook that was enabled again is no longer kept elsewhere."""
    session.publish_soon(*session.documents)
    document = session.document(params)
    if document is None or document.file is None:
        return None
    from hookwright.lsp.restored import forget_where_restored

    return forget_where_restored(session, document.uri)
