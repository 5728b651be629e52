"""`workspace/didChangeWatchedFiles`: scripts come and go, and the findings about them with them."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.server import HookServer


def did_change_watched_files(ls: HookServer, _: dict[str, Any]) -> None:
    """Publishes anew for all open documents."""
    ls.session.publish_soon(*ls.session.documents)
