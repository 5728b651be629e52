"""`dispatch` and `explain`: an agent fires an event, or is told what would fire and why."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hookwright.config.discover import dialect_in_use
from hookwright.config.workspace import Added, Snapshot, load
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.dispatch import dispatch as run
from hookwright.engine.explain import ExplanationJson, explanation, joined
from hookwright.engine.journal.writer import recorded
from hookwright.engine.modules.seams import Handlers
from hookwright.engine.plan import Request, make_plan
from hookwright.engine.tool_maps.translate import dispatch_translated, translated
from hookwright.errors import UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Outcome
from hookwright.model.outcome_json import OutcomeJson
from hookwright.workflows.embedding.engine import Engine
from hookwright.workflows.embedding.params import DispatchParams

_NUMBER = re.compile(r"[0-9a-f]{32}")


async def dispatch(engine: Engine, params: DispatchParams) -> OutcomeJson:
    """The outcome; cancelling the request kills its hooks.  Workspace or project untrusted: -32010; nothing has run.

    An event may have the name that another dialect gives it; one that only other dialects have runs nothing, so that
    an agent fires the same events in every project.  One that no dialect has is an error.
    """
    trust = engine.trust()
    trust.require()
    number = number_of(params.dispatch_id)
    await engine.sessions.settled(params.session_id)
    request, snapshot = _loaded(engine, params)
    trust.require_hooks(request.dialect, request.project_dir, _named_in(params))
    if not _has_event(request):
        return Outcome(
            dispatch_id=number or os.urandom(16).hex(), event=request.event, dialect=request.dialect.id
        ).to_json()
    handlers = await _handlers(engine, request)
    numbers = iter([number])

    async def fire(payload: Mapping[str, Any]) -> Outcome:
        asked = replace(request, payload=payload)
        plan = make_plan(asked, snapshot, handlers=handlers, dispatch_id=next(numbers, None))
        dispatched = run(
            plan,
            engine.host,
            watch=engine.watch(),
            background=engine.background,
            model=engine.model,
            delegate=engine.delegate,
            slots=engine.slots,
            guard=engine.guard,
        )
        return await recorded(dispatched, plan, engine.journal)

    return (await dispatch_translated(engine.tools, request.dialect, params.payload, fire)).to_json()


def explain(engine: Engine, params: DispatchParams) -> ExplanationJson:
    """Matched and skipped hooks with their reasons; runs nothing, so it works in an untrusted workspace too.

    Of hook modules, those are considered that an earlier dispatch has loaded.
    """
    request, snapshot = _loaded(engine, params)
    if not _has_event(request):
        return {"event": request.event, "dialect": request.dialect.id, "matched": [], "skipped": []}
    modules, project = engine.modules(request.project_dir), request.project_dir
    session = engine.session(request.session_id, project)
    handlers = None if modules is None else modules.handlers(session, engine.client)
    trusted = engine.trust().allows_hooks(request.dialect, project, _named_in(params))
    calls = translated(engine.tools, request.dialect, params.payload).calls
    plans = (make_plan(replace(request, payload=it.payload), snapshot, handlers=handlers) for it in calls)
    return joined([explanation(it, engine.guard, trusted=trusted) for it in plans])


def _has_event(request: Request) -> bool:
    """Whether the dialect has the event, or nobody knows it, which is for the plan to say."""
    return request.dialect.event(request.event) is not None or not any(it.event(request.event) for it in DIALECTS)


async def _handlers(engine: Engine, request: Request) -> Handlers | None:
    modules = engine.modules(request.project_dir)
    if modules is None:
        return None
    await modules.refresh()
    return modules.handlers(engine.session(request.session_id, request.project_dir), engine.client)


def number_of(given: str | None) -> str | None:
    """The number that a client wants for a dispatch; raises UsageError if it cannot be one."""
    if given is not None and not _NUMBER.fullmatch(given):
        raise UsageError("`dispatchId` is not a valid id", "give 32 hexadecimal digits, or leave it out")
    return given


def dialect_of(engine: Engine, project: str, named: str | None) -> Dialect:
    """The dialect that a request names, or the client, or the one in use in the project; raises UnknownDialect."""
    named = named or engine.dialect
    return by_id(named) if named else dialect_in_use(project, engine.home)


def _named_in(params: DispatchParams) -> list[str]:
    """The files and folders that a request names, to which trust has to extend."""
    files = [it for it in params.settings or () if not it.lstrip().startswith("{")]
    return [*(params.config_files or ()), *(params.plugin_dirs or ()), *files]


def _loaded(engine: Engine, params: DispatchParams) -> tuple[Request, Snapshot]:
    """What is asked, and the hook files that apply; raises UsageError or UnknownDialect."""
    session = engine.sessions.get(params.session_id)
    in_session = params.project_dir is None and session is not None
    project = session.cwd if in_session and session is not None else engine.project_folder(params.project_dir)
    known = engine.dialects.get(session.id) if session is not None else None
    dialect = dialect_of(engine, project, params.dialect or known)
    snapshot = load(
        dialect,
        project,
        engine.home,
        config_files=params.config_files,
        open_texts=engine.open_texts(),
        environ=engine.host.environ,
        added=Added(params.plugin_dirs or (), params.settings or ()),
    )
    event = dialect.own_event(params.event) or params.event
    skills = tuple(params.skills or ())
    return Request(dialect, event, params.payload, project, params.session_id, engine.home, skills), snapshot
