"""`hookwright/createTest`: writes a hook test that expects of a recorded dispatch what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.lsp.methods import CreateTestParams, read_params
from hookwright.lsp.reporting import record_of
from hookwright.lsp.session import Session
from hookwright.paths import uri_of
from hookwright.workflows.testing.recording import add_test


def create_test(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """`{uri, line}` of the test, beside the hooks that were run.  Untrusted: -32010."""
    session.require_trust()
    return _created(session, read_params(CreateTestParams, params))


async def _created(session: Session, wanted: CreateTestParams) -> dict[str, Any]:
    record = await record_of(session, wanted.dispatch_id)
    home = session.options.home
    path, line = await asyncio.to_thread(add_test, record, home, scratch=wanted.scratch)
    return {"uri": uri_of(path), "line": line}
