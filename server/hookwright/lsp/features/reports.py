"""`hookwright/status`, `list` and `history`: what is configured in a project, and how it has run."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.methods import HistoryParams, ProjectParams
from hookwright.lsp.reporting import history_of, list_of, status_of
from hookwright.lsp.services import Services


async def status(services: Services, params: ProjectParams) -> dict[str, Any]:
    """Markdown and data; runs nothing, so it works in an untrusted workspace too."""
    return await status_of(services, params)


def list_hooks(services: Services, params: ProjectParams) -> dict[str, Any]:
    """Markdown and data of every configured hook; runs nothing, so it works in an untrusted workspace too."""
    return list_of(services, params)


async def history(services: Services, params: HistoryParams) -> list[dict[str, Any]]:
    """Recorded dispatches, newest first, each with its `verdict` in a few words."""
    return await history_of(services, params)
