"""`dispatch` and `explain`: an agent fires an event, or is told what would fire and why."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hookwright.config.workspace import NamedFiles, Snapshot, load
from hookwright.dialects import by_id
from hookwright.embedding.engine import Engine
from hookwright.embedding.params import DispatchParams
from hookwright.engine.explain import ExplanationJson, explanation, joined, of_dialects
from hookwright.engine.modules.in_session import ModulesInSession
from hookwright.engine.modules.seams import Handlers
from hookwright.engine.plan import Request, make_plan
from hookwright.engine.service_options import failure_policy
from hookwright.engine.several import ALL, PreparedRequest, chosen, nothing_fired
from hookwright.engine.tool_maps.maps import ToolMap, tool_map
from hookwright.engine.tool_maps.translate import translated
from hookwright.errors import UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.outcome_json import OutcomeJson
from hookwright.readers.search import dialect_in_use

Json = Mapping[str, Any]

_NUMBER = re.compile(r"[0-9a-f]{32}")


async def dispatch(engine: Engine, params: DispatchParams) -> OutcomeJson:
    """The outcome; cancelling the request kills its hooks.  Workspace or project untrusted: -32010; nothing has run.

    An event may have the name that another dialect gives it; one that only other dialects have runs nothing, so that
    an agent fires the same events in every project.  One that no dialect has is an error.  With several dialects, the
    strictest decides; the outcome has the number of the first of its parts.
    """
    trust = engine.trust()
    trust.require()
    dispatch_id = number_of(params.dispatch_id)
    await engine.sessions.settled(params.session_id)
    asked = _prepared(engine, params)
    for it in asked.dialects:
        trust.require_hooks(it, asked.request.project_dir, _named_in(params).paths())
    if not asked.is_known:
        return nothing_fired(asked.request, dispatch_id).to_json()
    handlers = await _handlers(engine, asked.request)
    fired = engine.runner.fire(asked, handlers=handlers, dispatch_id=dispatch_id, tools=_tools(engine, params))
    return (await fired).to_json()


def explain(engine: Engine, params: DispatchParams) -> ExplanationJson:
    """Matched and skipped hooks with their reasons; runs nothing, so it works in an untrusted workspace too.

    Of hook modules, those are considered that an earlier dispatch has loaded.
    """
    asked = _prepared(engine, params)
    request = asked.request
    if not asked.is_known:
        return {"event": request.event, "dialect": request.dialect.id, "matched": [], "skipped": []}
    runner, modules, project = engine.runner, engine.modules(request.project_dir), request.project_dir
    session = engine.session(request.session_id, project)
    handlers = None if modules is None else ModulesInSession(modules, session, engine.client)
    trust, named = engine.trust(), _named_in(params).paths()

    def explained(request: Request, snapshot: Snapshot, *, leads: bool) -> ExplanationJson:
        plan = make_plan(request, snapshot, handlers=handlers if leads else None)
        return explanation(plan, runner.guard, trusted=trust.allows_hooks(request.dialect, project, named))

    def each(payload: Json) -> ExplanationJson:
        parts = [explained(*it, leads=place == 0) for place, it in enumerate(asked.heard(payload))]
        return of_dialects(request.event, request.dialect.id, parts) if asked.joint else parts[0]

    calls = translated(_tools(engine, params) or runner.tools, request.dialect, params.payload).calls
    return joined([each(it.payload) for it in calls])


async def _handlers(engine: Engine, request: Request) -> Handlers | None:
    modules = engine.modules(request.project_dir)
    if modules is None:
        return None
    await modules.refresh()
    return ModulesInSession(modules, engine.session(request.session_id, request.project_dir), engine.client)


def _tools(engine: Engine, params: DispatchParams) -> ToolMap | None:
    """The tools of the agent that asks, where it names them; raises UsageError if they are not a map."""
    given = engine.tools if params.tools is None else params.tools
    return None if given is None else tool_map(given)


def number_of(given: str | None) -> str | None:
    """The number that a client wants for a dispatch; raises UsageError if it cannot be one."""
    if given is not None and not _NUMBER.fullmatch(given):
        raise UsageError("`dispatchId` is not a valid id", "give 32 hexadecimal digits, or leave it out")
    return given


def dialect_of(engine: Engine, project: str, named: str | None) -> Dialect:
    """The dialect that a request names, or the client, or the one in use in the project; raises UnknownDialect."""
    named = named or engine.dialect
    return by_id(named) if named else dialect_in_use(project, engine.host)


def _named_in(params: DispatchParams) -> NamedFiles:
    return NamedFiles(
        config_files=params.config_files, plugin_dirs=params.plugin_dirs or (), settings=params.settings or ()
    )


def _prepared(engine: Engine, params: DispatchParams) -> PreparedRequest:
    """What is asked, and the hook files that apply; raises UsageError or UnknownDialect."""
    session = engine.sessions.get(params.session_id)
    in_session = params.project_dir is None and session is not None
    project = session.cwd if in_session and session is not None else engine.project_folder(params.project_dir)
    known = engine.dialects.get(session.id) if session is not None else None
    speaker, dialects = _dialects(engine, params, project, known)
    event, skills = speaker.own_event(params.event) or params.event, tuple(params.skills or ())
    policy = failure_policy(params.failure_policy or engine.failure_policy)
    request = Request(speaker, event, params.payload, project, params.session_id, engine.host.home, skills, policy)

    def read(dialect: Dialect) -> Snapshot:
        return load(dialect, project, engine.host, _named_in(params), open_texts=engine.open_texts())

    if params.dialects is None:
        return PreparedRequest.alone(request, read(speaker))
    return PreparedRequest.of(request, dialects, read, engine.host)


def _dialects(
    engine: Engine, params: DispatchParams, project: str, known: str | None
) -> tuple[Dialect, Sequence[Dialect]]:
    """The dialect whose words the request has, and those whose hooks it is for."""
    if params.dialects is None:
        only = dialect_of(engine, project, params.dialect or known)
        return only, (only,)
    if params.config_files is not None:
        raise UsageError("`configFiles` are those of one dialect", "leave out `dialects`, or `configFiles`")
    named = params.dialect or (known or engine.dialect if params.dialects == ALL else None)
    speaker = by_id(named) if named else None
    found = chosen(params.dialects, speaker, project, engine.host)
    return speaker or found[0], found
