"""`textDocument/prepareRename`: what of a script's path, or of a matcher, a new name would replace."""

from __future__ import annotations

from typing import Any

from hookwright.ide.matcher_names import name_at
from hookwright.ide.named_scripts import script_at
from hookwright.lsp.convert import range_json
from hookwright.lsp.session import Session


def prepare_rename(session: Session, params: dict[str, Any]) -> dict[str, Any] | None:
    """The range of the file's name or of the matcher's name, with it as the placeholder."""
    document = session.document(params)
    file = document.file if document is not None else None
    if document is None or file is None:
        return None
    offset = document.offset(params["position"])
    script = script_at(file, offset, session.options.home)
    name = name_at(file, offset)
    if script is not None:
        text, span = script.script.name, script.tail(script.script.name)
    else:
        text, span = name or ("", None)
    return {"range": range_json(document.lines, span), "placeholder": text} if span is not None else None
