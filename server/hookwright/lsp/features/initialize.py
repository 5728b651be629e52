"""`initialize`: what the client said of itself becomes the session's options; the answer was sent before."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.options import read_options
from hookwright.lsp.server import HookServer


def initialize(ls: HookServer, _: Any) -> None:  # noqa: ANN401  pygls' own type; the plain params say more
    """Reads the options."""
    ls.session.options = read_options(ls.session.initialize_params)
