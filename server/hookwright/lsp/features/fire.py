"""`hookwright/fire` and its like: the hooks at a place of a document are run, planned, explained, or started anew."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal

from hookwright.config.view import HookFile
from hookwright.config.workspace import NOTHING_NAMED, NamedFiles, Snapshot, load
from hookwright.consent.request import PlannedRun, confinement_of
from hookwright.embedding.dispatching import number_of
from hookwright.engine.events import Watch
from hookwright.firing.fire import FireRequest, fire_on_copy, fire_request
from hookwright.firing.fire import fire as fire_in_place
from hookwright.firing.fire_result import FireResult
from hookwright.firing.launch import launch as launch_of
from hookwright.firing.replay import Replayed, ReplayJson, prepare_replay
from hookwright.firing.replay import replay as replay_now
from hookwright.lsp.client.consent import ensure_consent, ensure_consent_to_all
from hookwright.lsp.client.progress import run_watch
from hookwright.lsp.convert import SEVERITIES
from hookwright.lsp.handlers import fired_handler, handler_request_at, is_module, require_saved
from hookwright.lsp.hook_files import hook_file
from hookwright.lsp.journal import record_of
from hookwright.lsp.kinds.hooks import HooksDocument
from hookwright.lsp.methods import FireParams, ReplayParams
from hookwright.lsp.results import HookLaunchJson, LaunchedProgramJson
from hookwright.lsp.run_diagnostics import RunDiagnostics, Stamps, script_stamps
from hookwright.lsp.services import Services
from hookwright.paths import path_of
from hookwright.readers.search import hook_paths
from hookwright.reports.explanation import HookExplanationJson, hook_explanation
from hookwright.reports.fire_json import FiredJson, FiringPlanJson, FoundJson, fire_json, fire_plan_json
from hookwright.text import Route


class FiringProblemJson(FoundJson):
    """What firing found wrong with a hook, as a diagnostic of the protocol."""

    severity: Literal[1, 2, 3, 4]


class FireResultJson(FiredJson):
    """The result of `hookwright/fire`; `diagnostics` are what the editor shows, `changes` those of the copy."""

    diagnostics: list[FiringProblemJson]


async def fire(services: Services, params: FireParams) -> FireResultJson:
    """Outcome, diagnostics, and how it came about; cancelling the request kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    services.session.require_trust()
    file, request = aimed_at(services, params)
    plan = plan_json(services, request, params.uri)
    return result_json(await fired(services, request, file, scratch=params.scratch), file, plan)


def plan(services: Services, params: FireParams) -> FiringPlanJson:
    """What `fire` would run, and on what; runs nothing, so it works in an untrusted workspace too."""
    _, request = aimed_at(services, params)
    return plan_json(services, request, params.uri)


def explain_hook(services: Services, params: FireParams) -> HookExplanationJson:
    """Which hooks the event at that place would run, and why; in untrusted workspaces too.

    Every file of the project counts where the document is one of them.
    """
    file = hook_file(services.session, params.uri)
    request = fire_request_at(services, file, params)
    uris = {it.path: it.uri for it in services.session.documents.values() if it.path is not None}
    trusted = services.session.trust.allows_hooks(file.dialect, request.plan.request.project_dir, [file.path])
    return hook_explanation(request, _snapshot(services, file), params.uri, uris, trusted=trusted)


async def launch(services: Services, params: FireParams) -> HookLaunchJson:
    """How to start the hook, once the user has agreed; nothing is.  Untrusted: -32010; not agreed to: -32011."""
    services.session.require_trust()
    file = hook_file(services.session, params.uri)
    request = fire_request_at(services, file, params)
    found = launch_of(request, services.host)
    await ensure_consent(services, request.plan, file)
    program: LaunchedProgramJson | None = (
        None
        if found.program is None
        else {
            "runtime": found.program.runtime,
            "interpreter": found.program.interpreter,
            "script": found.program.script,
            "arguments": [*found.program.arguments],
        }
    )
    return {
        "argv": [*found.argv],
        "cwd": found.cwd,
        "variables": dict(found.variables),
        "stdin": found.stdin,
        "program": program,
    }


async def replay(services: Services, params: ReplayParams) -> ReplayJson:
    """Fires a recorded dispatch again: both records, and their differences; cancelling the request kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    services.session.require_trust()
    return (await replayed(services, params)).to_json()


def aimed_at(services: Services, params: FireParams) -> tuple[HookFile | None, FireRequest]:
    """The hook file, None for a hook module, and the request to fire what is at the place; raises UsageError."""
    script = path_of(params.script) if params.script is not None else None
    if script is not None:
        require_saved(services, script)
    if is_module(params.uri):
        number_of(params.dispatch_id)
        return None, handler_request_at(services, params)
    file = hook_file(services.session, params.uri)
    return file, fire_request_at(services, file, params)


def fire_request_at(services: Services, file: HookFile, params: FireParams) -> FireRequest:
    """To fire what is at the place that the params name; raises UsageError if nothing can be fired there."""
    at: str | int = params.pointer or ""
    if params.pointer is None and params.position is not None:
        at = file.tree.lines.offset(params.position.line, params.position.character)
    return fire_request(
        file,
        at,
        project_dir=file.run_folder(services.session.options.folders),
        payload=params.payload,
        sample=params.sample,
        host=services.host,
        open_texts=services.session.open_texts(),
        dispatch_id=number_of(params.dispatch_id),
    )


def plan_json(services: Services, request: FireRequest, uri: str) -> FiringPlanJson:
    """The result of `hookwright/plan` for a request at that document."""
    return fire_plan_json(request, uri, has_model=services.model is not None)


def result_json(found: FireResult, file: HookFile | None, plan: FiringPlanJson) -> FireResultJson:
    """The result of `hookwright/fire`: what the command line reports, with the severities of the protocol."""
    report = fire_json(found, file, plan)
    problems: list[FiringProblemJson] = [
        {
            "code": it["code"],
            "message": it["message"],
            "severity": SEVERITIES[it["severity"]],
            "source": it["source"],
            "range": it["range"],
        }
        for it in report["diagnostics"]
    ]
    return {**report, "diagnostics": problems}


async def fired(
    services: Services,
    request: FireRequest,
    file: HookFile | None,
    *,
    scratch: bool = False,
    watch: Watch | None = None,
) -> FireResult:
    """Fires once the user has agreed to the commands, on a copy of the workspace where `scratch` says so.

    Raises NotAgreed, and then nothing has run.
    """
    if file is None:
        return await fired_handler(services, request, watch=watch)
    agreed = await ensure_consent(services, request.plan, file, on_copy=scratch)
    model, journal = services.model, services.journal
    routes, watching = [it.hook.route for it in request.plan.steps], run_watch(services, watch)
    scripts = await asyncio.to_thread(script_stamps, services.session.options, file, routes)
    if scratch:
        found = await fire_on_copy(request, file, services.host, agreed, watch=watching, model=model, journal=journal)
    else:
        found = await fire_in_place(request, services.host, watch=watching, model=model, journal=journal)
    _keep(services, found, file, scripts)
    return found


async def replayed(services: Services, wanted: ReplayParams, *, watch: Watch | None = None) -> Replayed:
    """The result now, and how that differs.  Raises NotAgreed and UsageError, and then nothing has run."""
    record = await record_of(services, wanted.dispatch_id)
    texts = dict(services.session.open_texts())
    ready = await asyncio.to_thread(prepare_replay, record, services.host, texts)
    confinement = await confinement_of(services.host, on_copy=wanted.scratch)
    host = services.host
    agreed = await ensure_consent_to_all(
        services, [PlannedRun(ready.request.plan, it, host, confinement) for it in ready.files]
    )
    model, journal = services.model, services.journal
    return await replay_now(
        ready, host, scratch=wanted.scratch, agreed=agreed, watch=watch, model=model, journal=journal
    )


def _keep(services: Services, found: FireResult, file: HookFile, scripts: Mapping[Route, Stamps]) -> None:
    """What was found stays with the document, where it is open still, and is known as the last that was."""
    services.last_runs.keep(found)
    document = next((it for it in services.session.documents.values() if it.path == file.path), None)
    if isinstance(document, HooksDocument):
        document.run_diagnostics = document.run_diagnostics or RunDiagnostics()
        document.run_diagnostics.keep(found, file, scripts)
        services.publisher.soon(document.uri)


def _snapshot(services: Services, file: HookFile) -> Snapshot:
    project, host = file.run_folder(services.session.options.folders), services.host
    discovered = file.path in {path for _, path in hook_paths(file.dialect, project, host)}
    named = NOTHING_NAMED if discovered else NamedFiles(config_files=[file.path])
    return load(file.dialect, project, host, named, open_texts=services.session.open_texts())
