"""`hookwright.list`: every configured hook of a project, shown (A18)."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.methods import ProjectParams, read_params
from hookwright.lsp.reporting import list_of
from hookwright.lsp.session import Session
from hookwright.lsp.showing import show


def list(session: Session, argument: dict[str, Any]) -> dict[str, Any]:  # noqa: A001  as the command is called
    """The result of `hookwright/list`."""
    told = list_of(session, read_params(ProjectParams, argument))
    show(session, "hooks-list", told["markdown"], told["markdown"])
    return told
