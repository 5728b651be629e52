"""`hookwright/fire`: runs the hooks at a place of a document on a sample and says what the agent would see (F3)."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.config.view import HookFile
from hookwright.lsp.convert import numbered
from hookwright.lsp.firing import fired, hook_file, plan_json, shot_of
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.workflows.firing.fire import FireRequest
from hookwright.workflows.reports.fire_json import fire_json


def fire(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """Outcome, diagnostics, and how it came about; cancelling the request kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    session.require_trust()
    wanted = read_params(FireParams, params)
    file = hook_file(session, wanted.uri)
    return _fired(session, wanted, shot_of(session, file, wanted), file)


async def _fired(session: Session, wanted: FireParams, shot: FireRequest, file: HookFile) -> dict[str, Any]:
    plan = plan_json(session, shot, wanted.uri)
    return numbered(fire_json(await fired(session, shot, file, scratch=wanted.scratch), file, plan))
