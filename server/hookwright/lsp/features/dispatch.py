"""`hookwright/dispatch`: an agent in the editor fires an event and gets the outcome back (F4)."""

from __future__ import annotations

from typing import Any

from hookwright.engine.dispatch import dispatch as run
from hookwright.lsp.dispatching import plan_of
from hookwright.lsp.methods import DispatchParams, read_params
from hookwright.lsp.server import HookServer


async def dispatch(ls: HookServer, params: dict[str, Any]) -> dict[str, Any]:
    """The outcome (contract §1); cancelling the request kills its hooks.  Untrusted: -32010, and nothing has run."""
    ls.session.require_trust()
    plan = plan_of(ls.session, read_params(DispatchParams, params))
    return (await run(plan, ls.session.host)).to_json()
