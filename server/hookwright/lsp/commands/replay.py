"""`hookwright.replay`: fires a recorded dispatch again, and shows what differs from then."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.engine.events import Phase, RunEvent
from hookwright.lsp.methods import ReplayParams, read_params
from hookwright.lsp.progress import progress
from hookwright.lsp.replaying import replayed
from hookwright.lsp.session import Session
from hookwright.lsp.showing import show
from hookwright.workflows.reports.history_page import plain_replay, replay_page


def replay(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """The result of `hookwright/replay`; cancelling the progress kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    session.require_trust()
    return _replay_and_show(session, read_params(ReplayParams, argument))


async def _replay_and_show(session: Session, wanted: ReplayParams) -> dict[str, Any]:
    async with progress(session, "Firing again") as tell:

        def watch(event: RunEvent) -> None:
            if event.phase is Phase.STARTED:
                tell(event.hook.command)

        found = await replayed(session, wanted, watch=watch)
    show(session, f"replay-{found.then['event']}", replay_page(found), plain_replay(found))
    return found.to_json()
