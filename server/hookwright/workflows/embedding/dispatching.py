"""`dispatch` and `explain`: an agent fires an event, or is told what would fire and why."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from hookwright.config.discover import dialect_in_use
from hookwright.config.workspace import NamedFiles, Snapshot, load
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.dispatch import dispatch as run
from hookwright.engine.explain import ExplanationJson, explanation, joined, of_dialects
from hookwright.engine.journal.writer import recorded
from hookwright.engine.modules.seams import Handlers
from hookwright.engine.plan import Request, make_plan
from hookwright.engine.several import ALL, Asked, chosen
from hookwright.engine.tool_maps.translate import dispatch_translated, translated
from hookwright.errors import UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Outcome
from hookwright.model.outcome_json import OutcomeJson
from hookwright.workflows.embedding.engine import Engine
from hookwright.workflows.embedding.params import DispatchParams

Json = Mapping[str, Any]

_NUMBER = re.compile(r"[0-9a-f]{32}")


class Fire(Protocol):
    """Fires what one dialect is asked; one of those that are asked together leads."""

    async def __call__(self, request: Request, snapshot: Snapshot, *, leads: bool) -> Outcome: ...


async def dispatch(engine: Engine, params: DispatchParams) -> OutcomeJson:
    """The outcome; cancelling the request kills its hooks.  Workspace or project untrusted: -32010; nothing has run.

    An event may have the name that another dialect gives it; one that only other dialects have runs nothing, so that
    an agent fires the same events in every project.  One that no dialect has is an error.  With several dialects, the
    strictest decides; the outcome has the number of the first of its parts.
    """
    trust = engine.trust()
    trust.require()
    number = number_of(params.dispatch_id)
    await engine.sessions.settled(params.session_id)
    asked = _loaded(engine, params)
    request = asked.request
    for it in asked.dialects:
        trust.require_hooks(it, request.project_dir, _named_in(params).paths())
    if not _has_event(asked):
        return _of_nothing(request, number).to_json()
    fire = _firing(engine, asked, await _handlers(engine, request), number)
    call = partial(_fire_one, asked, fire) if params.dialects is None else partial(_fire_each, asked, fire, number)
    return (await dispatch_translated(engine.tools, request.dialect, params.payload, call)).to_json()


def _firing(engine: Engine, asked: Asked, handlers: Handlers | None, number: str | None) -> Fire:
    """What fires a request on what applies to it; the first one has the number, and one of each call the handlers."""
    numbers = iter([number])

    async def fire(request: Request, snapshot: Snapshot, *, leads: bool) -> Outcome:
        given = handlers if leads else None
        plan = make_plan(request, snapshot, handlers=given, dispatch_id=next(numbers, None))
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

    return fire


async def _fire_one(asked: Asked, fire: Fire, payload: Json) -> Outcome:
    return await fire(replace(asked.request, payload=payload), asked.snapshots[0], leads=True)


async def _fire_each(asked: Asked, fire: Fire, number: str | None, payload: Json) -> Outcome:
    heard = asked.heard(payload)
    # Modules are not an agent's, so they run once.
    outcomes = await asyncio.gather(*(fire(*it, leads=place == 0) for place, it in enumerate(heard)))
    return asked.folded(outcomes, payload) if outcomes else _of_nothing(asked.request, number)


def explain(engine: Engine, params: DispatchParams) -> ExplanationJson:
    """Matched and skipped hooks with their reasons; runs nothing, so it works in an untrusted workspace too.

    Of hook modules, those are considered that an earlier dispatch has loaded.
    """
    asked = _loaded(engine, params)
    request = asked.request
    if not _has_event(asked):
        return {"event": request.event, "dialect": request.dialect.id, "matched": [], "skipped": []}
    modules, project = engine.modules(request.project_dir), request.project_dir
    session = engine.session(request.session_id, project)
    handlers = None if modules is None else modules.handlers(session, engine.client)
    trust, named = engine.trust(), _named_in(params).paths()

    def explained(request: Request, snapshot: Snapshot, *, leads: bool) -> ExplanationJson:
        plan = make_plan(request, snapshot, handlers=handlers if leads else None)
        return explanation(plan, engine.guard, trusted=trust.allows_hooks(request.dialect, project, named))

    def each(payload: Json) -> ExplanationJson:
        if params.dialects is None:
            return explained(replace(request, payload=payload), asked.snapshots[0], leads=True)
        parts = [explained(*it, leads=place == 0) for place, it in enumerate(asked.heard(payload))]
        return of_dialects(request.event, request.dialect.id, parts)

    calls = translated(engine.tools, request.dialect, params.payload).calls
    return joined([each(it.payload) for it in calls])


def _of_nothing(request: Request, number: str | None) -> Outcome:
    """The outcome where no dialect that is asked has the event."""
    return Outcome(dispatch_id=number or os.urandom(16).hex(), event=request.event, dialect=request.dialect.id)


def _has_event(asked: Asked) -> bool:
    """Whether a dialect that is asked has the event, or nobody knows it, which is for the plan to say."""
    event = asked.request.event
    return any(it.own_event(event) for it in asked.dialects) or not any(it.event(event) for it in DIALECTS)


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
    return by_id(named) if named else dialect_in_use(project, engine.host)


def _named_in(params: DispatchParams) -> NamedFiles:
    return NamedFiles(
        config_files=params.config_files, plugin_dirs=params.plugin_dirs or (), settings=params.settings or ()
    )


def _loaded(engine: Engine, params: DispatchParams) -> Asked:
    """What is asked, and the hook files that apply; raises UsageError or UnknownDialect."""
    session = engine.sessions.get(params.session_id)
    in_session = params.project_dir is None and session is not None
    project = session.cwd if in_session and session is not None else engine.project_folder(params.project_dir)
    known = engine.dialects.get(session.id) if session is not None else None
    speaker, dialects = _dialects(engine, params, project, known)
    event, skills = speaker.own_event(params.event) or params.event, tuple(params.skills or ())
    request = Request(speaker, event, params.payload, project, params.session_id, engine.host.home, skills)

    def read(dialect: Dialect) -> Snapshot:
        return load(dialect, project, engine.host, _named_in(params), open_texts=engine.open_texts())

    return Asked.of(request, dialects, read, engine.host)


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
