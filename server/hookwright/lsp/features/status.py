"""`hookwright/status`: whether hooks are enabled, how many there are, and how their runs went (A18)."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.lsp.methods import ProjectParams, read_params
from hookwright.lsp.reporting import status_of
from hookwright.lsp.session import Session


def status(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """Markdown and data; runs nothing, so it works in an untrusted workspace too."""
    return status_of(session, read_params(ProjectParams, params))
