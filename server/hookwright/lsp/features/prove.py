"""`hookwright/prove`: hooks run in the user's own agent, in a cage, beside what the engine says of them."""

from __future__ import annotations

import asyncio

from hookwright.consent.request import PlannedRun, confinement_of
from hookwright.firing.fire import fire_request
from hookwright.lsp.client.consent import ensure_consent_to_all
from hookwright.lsp.client.progress import progress
from hookwright.lsp.handlers import require_saved
from hookwright.lsp.hook_files import hook_file
from hookwright.lsp.methods import ProveParams
from hookwright.lsp.services import Services
from hookwright.proving.prove import prove as prove_in_agent
from hookwright.proving.report_json import ProofJson, proof_json
from hookwright.proving.wanted import Wanted, wanted


async def prove(services: Services, params: ProveParams) -> ProofJson:
    """What the agent did and what the engine says; cancelling the request kills the agent with all that it started.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.  Nothing is run either where nothing keeps the agent
    from the user's files.
    """
    services.session.require_trust()
    what = await asyncio.to_thread(_wanted, services, params)
    host = services.host
    confinement = await confinement_of(host, on_copy=True)
    agreed = await ensure_consent_to_all(
        services, [PlannedRun(plan, file, host, confinement) for plan, file in what.runs]
    )
    async with progress(services, f"Proving in {what.plan.request.dialect.title}"):
        proof = await prove_in_agent(what, host, agreed)
    return await asyncio.to_thread(proof_json, proof)


def _wanted(services: Services, params: ProveParams) -> Wanted:
    """What is at the place; raises UntrustedWorkspace, and UsageError if it cannot be proved."""
    session = services.session
    file = hook_file(session, params.uri)
    project = file.run_folder(session.options.folders)
    session.trust.require_hooks(file.dialect, project, [file.path])
    require_saved(services, file.path)
    at: str | int = params.pointer or ""
    if params.pointer is None and params.position is not None:
        at = file.tree.lines.offset(params.position.line, params.position.character)
    request = fire_request(
        file,
        at,
        project_dir=project,
        payload=params.payload,
        sample=params.sample,
        host=services.host,
        open_texts=session.open_texts(),
    )
    return wanted(request, services.host, params.agent_command)
