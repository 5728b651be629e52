"""`hookwright/convert`: the hooks of a document as a file of another dialect, with every loss named."""

from __future__ import annotations

from typing import Any

from hookwright.dialects import by_id
from hookwright.lsp.firing import hook_file
from hookwright.lsp.methods import ConvertParams
from hookwright.lsp.services import Services
from hookwright.workflows.converting.convert import convert


def convert_hooks(services: Services, params: ConvertParams) -> dict[str, Any]:
    """A `ConvertedHooks`, of what the editor shows; writes nothing."""
    found = convert(hook_file(services, params.uri), by_id(params.dialect))
    return {"text": found.text, "losses": [{"pointer": it.pointer, "message": it.message} for it in found.losses]}
