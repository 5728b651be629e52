"""`hookwright/fire`: runs the hooks at a place of a document on a sample and says what the agent would see (F3)."""

from __future__ import annotations

from typing import Any

from hookwright.ide.fire import fire as run
from hookwright.ide.fire_json import fire_json
from hookwright.lsp.convert import numbered
from hookwright.lsp.firing import hook_file, shot_of
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.server import HookServer


async def fire(ls: HookServer, params: dict[str, Any]) -> dict[str, Any]:
    """Outcome and diagnostics (contract §3); cancelling the request kills the hooks.  Untrusted: -32010."""
    ls.session.require_trust()
    wanted = read_params(FireParams, params)
    file = hook_file(ls.session, wanted.uri)
    return numbered(fire_json(await run(shot_of(ls.session, file, wanted), ls.session.host), file))
