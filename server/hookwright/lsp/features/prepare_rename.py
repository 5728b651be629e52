"""`textDocument/prepareRename`: what of an event, a matcher or a script's path a new name would replace."""

from __future__ import annotations

from typing import Any

from hookwright.config.view import HookFile
from hookwright.ide.references import event_key_at, name_at, script_at
from hookwright.lsp.convert import range_json
from hookwright.lsp.session import Session
from hookwright.text import Span


def prepare_rename(session: Session, params: dict[str, Any]) -> dict[str, Any] | None:
    """The range of the name, with it as the placeholder."""
    document = session.document(params)
    file = document.file if document is not None else None
    if document is None or file is None:
        return None
    offset = document.offset(params["position"])
    text, span = _found(file, offset, session.options.home)
    return {"range": range_json(document.lines, span), "placeholder": text} if span is not None else None


def _found(file: HookFile, offset: int, home: str) -> tuple[str, Span | None]:
    """The text that a new name would replace, and its place."""
    event = event_key_at(file, offset)
    if event is not None:
        return event[0].name, event[1]
    script = script_at(file, offset, home)
    if script is not None:
        return script.script.name, script.file_name
    return name_at(file, offset) or ("", None)
