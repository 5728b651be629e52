"""`hookwright.status`: counts and statistics of a project's hooks, shown (A18)."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.lsp.methods import ProjectParams, read_params
from hookwright.lsp.reporting import status_of
from hookwright.lsp.session import Session
from hookwright.lsp.showing import show


def status(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """The result of `hookwright/status`."""
    return _shown(session, read_params(ProjectParams, argument))


async def _shown(session: Session, params: ProjectParams) -> dict[str, Any]:
    told = await status_of(session, params)
    show(session, "hooks-status", told["markdown"], told["markdown"])
    return told
