"""`hookwright/launch`: how one hook is started by a debugger or in a terminal, once the user has agreed to it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.config.view import HookFile
from hookwright.lsp.consent import agree
from hookwright.lsp.firing import hook_file, shot_of
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.workflows.firing.fire import FireRequest
from hookwright.workflows.firing.launch import launch as launch_of


def launch(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """A `HookLaunch`; nothing is started.  Untrusted: -32010; not agreed to: -32011."""
    session.require_trust()
    wanted = read_params(FireParams, params)
    file = hook_file(session, wanted.uri)
    return _agreed(session, shot_of(session, file, wanted), file)


async def _agreed(session: Session, shot: FireRequest, file: HookFile) -> dict[str, Any]:
    found = launch_of(shot, session.host)
    await agree(session, shot.plan, file)
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
