"""`textDocument/didSave`: a saved script may be the one that a hook names, so every document is judged again."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.server import HookServer


def did_save(ls: HookServer, _: dict[str, Any]) -> None:
    """Publishes anew for all open documents."""
    ls.session.publish_soon(*ls.session.documents)
