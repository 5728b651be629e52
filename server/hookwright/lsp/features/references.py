"""`textDocument/references`: where else hook files name the script, or this file's matchers the name."""

from __future__ import annotations

from typing import Any

from hookwright.ide.references import matcher_names, name_at, script_at
from hookwright.ide.references import references as references_of
from hookwright.lsp.convert import range_json
from hookwright.lsp.hook_files import hook_files
from hookwright.lsp.session import Session
from hookwright.paths import uri_of


def references(session: Session, params: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Locations, that of the cursor among them."""
    document = session.document(params)
    file = document.file if document is not None else None
    if document is None or file is None:
        return None
    offset, home = document.offset(params["position"]), session.options.home
    script = script_at(file, offset, home)
    if script is not None:
        named = references_of(hook_files(session), script.path, home)
        return [{"uri": uri_of(it.file.path), "range": range_json(it.file.tree.lines, it.span)} for it in named]
    name = name_at(file, offset)
    if name is None:
        return None
    spans = [span for text, span in matcher_names(file) if text == name[0]]
    return [{"uri": document.uri, "range": range_json(document.lines, it)} for it in spans]
