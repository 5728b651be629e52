"""`hookwright/convert`: the hooks of a document as a file of another dialect, with every loss named."""

from __future__ import annotations

from typing import Any

from hookwright.dialects import by_id
from hookwright.lsp.firing import hook_file
from hookwright.lsp.methods import ConvertParams, read_params
from hookwright.lsp.session import Session
from hookwright.workflows.converting.convert import convert as converted


def convert(session: Session, params: dict[str, Any]) -> dict[str, Any]:
    """A `ConvertedHooks`, of what the editor shows; writes nothing."""
    wanted = read_params(ConvertParams, params)
    found = converted(hook_file(session, wanted.uri), by_id(wanted.dialect))
    return {"text": found.text, "losses": [{"pointer": it.pointer, "message": it.message} for it in found.losses]}
