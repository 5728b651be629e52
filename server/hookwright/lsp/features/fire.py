"""`hookwright/fire`: runs the hooks at a place of a document on a sample and says what the agent would see (F3)."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.config.view import HookFile
from hookwright.ide.fire import Shot
from hookwright.ide.fire_json import fire_json
from hookwright.lsp.convert import numbered
from hookwright.lsp.firing import fired, hook_file, shot_of
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session


def fire(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """Outcome and diagnostics (contract §3); cancelling the request kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    session.require_trust()
    wanted = read_params(FireParams, params)
    file = hook_file(session, wanted.uri)
    return _fired(session, shot_of(session, file, wanted), file, scratch=wanted.scratch)


async def _fired(session: Session, shot: Shot, file: HookFile, *, scratch: bool) -> dict[str, Any]:
    return numbered(fire_json(await fired(session, shot, file, scratch=scratch), file))
