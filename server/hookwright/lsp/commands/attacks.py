"""`hookwright.attack`: what an attack found is shown as a report to a client without a place for it."""

from __future__ import annotations

from hookwright.attacking.report import attack_report
from hookwright.lsp.client.pages import show_page
from hookwright.lsp.features.attack import AttackResultJson, attacked, result_json
from hookwright.lsp.methods import AttackParams
from hookwright.lsp.services import Services


async def attack(services: Services, params: AttackParams) -> AttackResultJson:
    """The result of `hookwright/attack`; cancelling the progress kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    guard, found = await attacked(services, params)
    report = attack_report(guard, found)
    show_page(services, f"attack-{guard.target.row.name}", f"# Attack\n\n```text\n{report}```\n", report)
    return await result_json(services, guard, found, write_tests=params.write_tests)
