"""`workspace/didChangeConfiguration`: which lenses and inlay hints the user wants to see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookwright.lsp.options import switches
from hookwright.lsp.session import Session


def did_change_configuration(session: Session, params: dict[str, Any]) -> None:
    """Takes in `codeLens` and `inlayHints`, at the top of the settings or below `hookwright`.

    Everything else is asked for at the start.
    """
    settings = params.get("settings")
    found = settings.get("hookwright", settings) if isinstance(settings, dict) else None
    if not isinstance(found, dict):
        return
    given = {key: switches(found, key) for key in ("codeLens", "inlayHints") if isinstance(found.get(key), dict)}
    if given:
        old = session.options
        lenses, hints = given.get("codeLens", old.lenses), given.get("inlayHints", old.hints)
        session.options = replace(old, lenses=lenses, hints=hints)
        session.recollection.show_again()
