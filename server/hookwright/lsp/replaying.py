"""Fires a recorded dispatch again for the editor: once the workspace is trusted, and the user has agreed."""

from __future__ import annotations

import asyncio

from hookwright.engine.events import Watch
from hookwright.lsp.consent import agree_to_all
from hookwright.lsp.host import model_of
from hookwright.lsp.methods import ReplayParams
from hookwright.lsp.reporting import record_of
from hookwright.lsp.session import Session
from hookwright.workflows.consent import PlannedRun, ground_of
from hookwright.workflows.firing.replay import Replayed, prepare_replay, replay


async def replayed(session: Session, wanted: ReplayParams, *, watch: Watch | None = None) -> Replayed:
    """What came of it now, and how that differs.  Raises NotAgreed and UsageError, and then nothing has run."""
    record = await record_of(session, wanted.dispatch_id)
    texts = dict(session.open_texts())
    ready = await asyncio.to_thread(prepare_replay, record, session.options.home, session.host.environ, texts)
    ground = await ground_of(session.host, on_copy=wanted.scratch)
    await agree_to_all(session, [PlannedRun(ready.request.plan, it, ground) for it in ready.files])
    model, journal = model_of(session), session.journal
    return await replay(ready, session.host, scratch=wanted.scratch, watch=watch, model=model, journal=journal)
