"""`session/…` and `commands/…`: the sessions of an agent, and the commands of hook modules in them (E1, E3–E5, E9)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypedDict

from hookwright.dialects.ids import IDS
from hookwright.embedding import params
from hookwright.embedding.dispatching import dialect_of, dispatch
from hookwright.embedding.engine import Engine
from hookwright.engine.modules.commands import CommandResultJson
from hookwright.engine.modules.in_session import ModulesInSession
from hookwright.engine.sessions.sessions import Session
from hookwright.errors import UntrustedWorkspace, UsageError
from hookwright.model.outcome_json import OutcomeJson
from hookwright.paths import absolute, can_be_path


class OpenedSessionJson(TypedDict):
    """The result of `session/open`: `problems` are sentences about its file, such as that its last line was torn.

    `outcome` is the outcome of SessionStart; None if the project is not trusted or the dialect has no such event.
    """

    sessionId: str
    sessionFile: str
    resumed: bool
    problems: list[str]
    outcome: OutcomeJson | None


class ClosedSessionJson(TypedDict):
    """The result of `session/close`: the outcome of SessionEnd, None as in `session/open`."""

    outcome: OutcomeJson | None


class NothingJson(TypedDict):
    """The result of a method that only does something."""


class MessagesJson(TypedDict):
    """The result of `session/messages`."""

    messages: list[Mapping[str, Any]]


class EntriesJson(TypedDict):
    """The result of `session/entries`."""

    entries: list[Mapping[str, Any]]


class CommandJson(TypedDict):
    """A command of a hook module: what it is invoked by, and the path of the module."""

    name: str
    description: str
    source: str


async def open_session(engine: Engine, asked: params.OpenSessionParams) -> OpenedSessionJson:
    """The session, once its SessionStart hooks have run.

    Raises UntrustedWorkspace if nothing is trusted, for a file that is not where sessions are kept.
    """
    project = engine.project_folder(asked.project_dir)
    if asked.session_file is not None and not can_be_path(asked.session_file):
        raise UsageError("`sessionFile` is not a path", "give an absolute path")
    path = absolute(asked.session_file) if asked.session_file else None
    if path is not None and not engine.sessions.is_ours(path):
        # It is created, and written to.
        engine.trust().require()
    dialect = dialect_of(engine, project, asked.dialect)
    session = await engine.sessions.begin(asked.session_id, project, path)
    engine.dialects[session.id] = dialect.id
    try:
        resumed = bool(session.entries)
        if asked.model is not None and asked.model != session.model:
            await session.set_model(asked.model)
        if asked.thinking_level is not None and asked.thinking_level != session.thinking_level:
            await session.set_thinking_level(asked.thinking_level)
        outcome = await _announce(engine, session, "SessionStart", {"source": "resume" if resumed else "startup"})
        # E4: the context handlers run when a session is loaded.
        await session.rebuild_context()
    except BaseException:
        await _forget(engine, session)
        raise
    finally:
        session.begun.set()
    return {
        "sessionId": session.id,
        "sessionFile": session.file or "",
        "resumed": resumed,
        "problems": [*session.problems],
        "outcome": outcome,
    }


async def close_session(engine: Engine, asked: params.CloseSessionParams) -> ClosedSessionJson:
    """Has its SessionEnd hooks run, forgets what has fired in it, and gives up its file."""
    session = await engine.sessions.named(asked.session_id)
    session.is_ending = True
    await session.begun.wait()
    try:
        outcome = await _announce(engine, session, "SessionEnd", {"reason": asked.reason})
    finally:
        await _forget(engine, session)
    return {"outcome": outcome}


async def append(engine: Engine, asked: params.AppendParams) -> NothingJson:
    """Returns once the entry is on the disk; raises UsageError (`Entry must have type`, E3)."""
    await (await engine.sessions.named(asked.session_id)).save_entry(asked.entry)
    return {}


async def messages(engine: Engine, asked: params.SessionParams) -> MessagesJson:
    """What goes to the model: made of the entries, and passed through every context handler (E4)."""
    session = await engine.sessions.named(asked.session_id)
    return {"messages": [*await session.current_messages()]}


async def entries(engine: Engine, asked: params.SessionParams) -> EntriesJson:
    """Every entry as it was appended, those of unknown types too (E3)."""
    session = await engine.sessions.named(asked.session_id)
    await session.written()
    return {"entries": [*session.entries]}


async def list_commands(engine: Engine, asked: params.SessionParams) -> list[CommandJson]:
    """The commands of the user's and the project's modules (E9); none if the project is not trusted."""
    session = await engine.sessions.named(asked.session_id)
    modules = engine.modules(session.cwd)
    if modules is None:
        return []
    await modules.refresh()
    return [{"name": it.name, "description": it.description, "source": it.source} for it in modules.commands()]


async def invoke(engine: Engine, asked: params.InvokeParams) -> CommandResultJson:
    """What the command answers; raises UnknownCommand and CommandFailed.  Untrusted: -32010; nothing has run."""
    session = await engine.sessions.named(asked.session_id)
    engine.trust().require(session.cwd)
    modules = engine.modules(session.cwd)
    assert modules is not None, "the project is trusted"
    before = session.model, session.thinking_level
    result = await ModulesInSession(modules, session, engine.client).invoke(asked.name, asked.args)
    if (session.model, session.thinking_level) != before:
        changed = {"sessionId": session.id, "model": session.model, "thinkingLevel": session.thinking_level}
        engine.tell("session/changed", changed)
    found = result.to_json()
    _require_json(found, asked.name)
    return found


def _require_json(result: CommandResultJson, name: str) -> None:
    try:
        json.dumps(result, allow_nan=False)
    except (TypeError, ValueError) as wrong:
        raise UsageError(f"`/{name}` answered what is not JSON ({wrong})", "mend the module") from wrong


async def _announce(engine: Engine, session: Session, event: str, payload: Mapping[str, Any]) -> OutcomeJson | None:
    """The outcome of a session's event; None if nothing may run, or the dialect has no event for it."""
    asked = params.DispatchParams(event, {**payload}, engine.dialects[session.id], session.cwd, session.id)
    dialect = dialect_of(engine, session.cwd, asked.dialect)
    if dialect.event(event) is None:
        return None
    try:
        return await dispatch(engine, asked)
    except UntrustedWorkspace:
        return None


async def _forget(engine: Engine, session: Session) -> None:
    dialect = engine.dialects.pop(session.id, None)
    if dialect is not None:
        for it in IDS:
            engine.runner.guard.forget(it, session.id)
    await engine.sessions.close(session)
