"""`hookwright/replay`: fires a recorded dispatch again, and compares what comes of it with then."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.lsp.methods import ReplayParams, read_params
from hookwright.lsp.replaying import replayed
from hookwright.lsp.session import Session


def replay(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """Both records, and their differences; cancelling the request kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    session.require_trust()
    return _replayed(session, read_params(ReplayParams, params))


async def _replayed(session: Session, wanted: ReplayParams) -> dict[str, Any]:
    return (await replayed(session, wanted)).to_json()
