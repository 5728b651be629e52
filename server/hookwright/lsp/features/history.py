"""`hookwright/history`: what was dispatched lately, and what came of it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.lsp.methods import HistoryParams, read_params
from hookwright.lsp.reporting import history_of
from hookwright.lsp.session import Session


def history(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, list[dict[str, Any]]]:
    """Recorded dispatches, newest first, each with its `verdict` in a few words."""
    return history_of(session, read_params(HistoryParams, params))
