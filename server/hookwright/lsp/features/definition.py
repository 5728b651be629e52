"""`textDocument/definition`: from the script's name in a command to the script."""

from __future__ import annotations

import os.path
from typing import Any

from hookwright.ide.references import script_at
from hookwright.lsp.convert import range_json
from hookwright.lsp.session import Session
from hookwright.paths import uri_of

_BEGINNING = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def definition(session: Session, params: dict[str, Any]) -> list[dict[str, Any]] | dict[str, Any] | None:
    """The script's beginning, with the name it was reached from where the client takes that."""
    document = session.document(params)
    if document is None or document.file is None:
        return None
    found = script_at(document.file, document.offset(params["position"]), session.options.home)
    if found is None or not os.path.isfile(found.path):
        return None
    uri = uri_of(found.path)
    if not session.client_can("textDocument", "definition", "linkSupport"):
        return {"uri": uri, "range": _BEGINNING}
    origin = range_json(document.lines, found.span)
    target = {"targetUri": uri, "targetRange": _BEGINNING, "targetSelectionRange": _BEGINNING}
    return [{"originSelectionRange": origin, **target}]
