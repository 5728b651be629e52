"""`hookwright/list`: every configured hook of a project (A18)."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.methods import ProjectParams, read_params
from hookwright.lsp.reporting import list_of
from hookwright.lsp.session import Session


def list(session: Session, params: dict[str, Any]) -> dict[str, Any]:  # noqa: A001  the name of its method
    """Markdown and data; runs nothing, so it works in an untrusted workspace too."""
    return list_of(session, read_params(ProjectParams, params))
