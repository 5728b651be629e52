"""`hookwright/attack`: a guard is sent variants of what it is meant to stop, and calls that only look like them."""

from __future__ import annotations

import asyncio

from hookwright.attacking.attack import DEFAULT_COUNT, MOST_COUNT, attack_guard
from hookwright.attacking.guard import guard_at, meant_by
from hookwright.attacking.hook_tests import write_hook_tests
from hookwright.attacking.report_json import AttackJson, attack_json
from hookwright.lsp.client.consent import ensure_consent
from hookwright.lsp.hook_files import hook_file
from hookwright.lsp.methods import AttackParams
from hookwright.lsp.services import Services
from hookwright.paths import uri_of


class AttackResultJson(AttackJson):
    """The result of `hookwright/attack`; `tests` are the URIs of the files that hook tests were written to."""

    tests: list[str]


async def attack(services: Services, params: AttackParams) -> AttackResultJson:
    """What passed, what was stopped, and what was refused without need; cancelling the request kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    services.session.require_trust()
    file = hook_file(services.session, params.uri)
    at: str | int = params.pointer or ""
    if params.pointer is None and params.position is not None:
        at = file.tree.lines.offset(params.position.line, params.position.character)
    project = file.run_folder(services.session.options.folders)
    guard = await asyncio.to_thread(guard_at, file, at, project, services.host)
    meant = await asyncio.to_thread(meant_by, guard, params.dangers or ())
    agreed = await ensure_consent(services, guard.request.plan, file, on_copy=True)
    count = min(max(params.count, 4), MOST_COUNT) if params.count is not None else DEFAULT_COUNT
    found = await attack_guard(guard, meant, services.host, agreed, count=count, number=params.seed)
    written = await asyncio.to_thread(write_hook_tests, guard, found) if params.write_tests else ()
    return {**attack_json(guard, found), "tests": [uri_of(it) for it in written]}
