"""`hookwright/fire` and its like: the hooks at a place of a document are run, planned, explained, or started anew."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.consent import ensure_consent
from hookwright.lsp.convert import numbered
from hookwright.lsp.firing import explained_at, fired, hook_file, plan_json, replayed, shot_of
from hookwright.lsp.methods import FireParams, ReplayParams
from hookwright.lsp.services import Services
from hookwright.workflows.firing.launch import launch as launch_of
from hookwright.workflows.reports.fire_json import fire_json


async def fire(services: Services, params: FireParams) -> dict[str, Any]:
    """Outcome, diagnostics, and how it came about; cancelling the request kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    services.require_trust()
    file = hook_file(services, params.uri)
    shot = shot_of(services, file, params)
    plan = plan_json(services, shot, params.uri)
    return numbered(fire_json(await fired(services, shot, file, scratch=params.scratch), file, plan))


def plan(services: Services, params: FireParams) -> dict[str, Any]:
    """What `fire` would run, and on what; runs nothing, so it works in an untrusted workspace too."""
    shot = shot_of(services, hook_file(services, params.uri), params)
    return plan_json(services, shot, params.uri)


def explain_hook(services: Services, params: FireParams) -> dict[str, Any]:
    """A `HookExplanation`: which hooks the event at that place would run, and why; in untrusted workspaces too."""
    return explained_at(services, params)


async def launch(services: Services, params: FireParams) -> dict[str, Any]:
    """A `HookLaunch`, once the user has agreed; nothing is started.  Untrusted: -32010; not agreed to: -32011."""
    services.require_trust()
    file = hook_file(services, params.uri)
    shot = shot_of(services, file, params)
    found = launch_of(shot, services.host)
    await ensure_consent(services, shot.plan, file)
    program = found.program and {
        "runtime": found.program.runtime,
        "interpreter": found.program.interpreter,
        "script": found.program.script,
        "arguments": [*found.program.arguments],
    }
    return {
        "argv": [*found.argv],
        "cwd": found.cwd,
        "variables": dict(found.variables),
        "stdin": found.stdin,
        "program": program,
    }


async def replay(services: Services, params: ReplayParams) -> dict[str, Any]:
    """Fires a recorded dispatch again: both records, and their differences; cancelling the request kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    services.require_trust()
    return (await replayed(services, params)).to_json()
