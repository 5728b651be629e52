"""`workspace/didChangeConfiguration`: which inlay hints the user wants to see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookwright.lsp.options import hidden_hints
from hookwright.lsp.session import Session


def did_change_configuration(session: Session, params: dict[str, Any]) -> None:
    """Takes in `inlayHints`, at the top of the settings or below `hookwright`; all else is asked for at the start."""
    settings = params.get("settings")
    found = settings.get("hookwright", settings) if isinstance(settings, dict) else None
    if isinstance(found, dict) and isinstance(found.get("inlayHints"), dict):
        session.options = replace(session.options, hidden_hints=hidden_hints(found))
        session.recollection.show_again()
