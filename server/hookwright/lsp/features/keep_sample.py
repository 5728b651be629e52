"""`hookwright/keepSample`: makes a sample of a recorded dispatch, without secrets, home paths and user names."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.lsp.methods import KeepSampleParams, read_params
from hookwright.lsp.reporting import record_of
from hookwright.lsp.session import Session
from hookwright.paths import uri_of
from hookwright.workflows.samples.save_sample import keep_sample as kept


def keep_sample(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """Its `uri`, in the project of the dispatch; a name that is taken gets a number.  Untrusted: -32010."""
    session.require_trust()
    return _kept(session, read_params(KeepSampleParams, params))


async def _kept(session: Session, wanted: KeepSampleParams) -> dict[str, Any]:
    record = await record_of(session, wanted.dispatch_id)
    path = await asyncio.to_thread(kept, record, session.options.home, name=wanted.name)
    return {"uri": uri_of(path)}
