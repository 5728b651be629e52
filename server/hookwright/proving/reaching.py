"""The session that leads an agent to an event: what its model says, and what has to lie in the project for that."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from hookwright.engine.plan import Plan
from hookwright.errors import UsageError
from hookwright.paths import below
from hookwright.policies.payloads import input_of, subject_of
from hookwright.proving.agents.agent import Agent, ModelTool, Way
from hookwright.proving.script import Json, Session

DONE = {"text": "All done."}
_AGAIN = [{"text": "Really done."}] * 3
_SUBAGENT = "general-purpose"
_STARTUP = ("startup", "new")
_ASK_SUBAGENT = "SUB: look around"


class Reached(Struct, frozen=True, kw_only=True):
    """How an event is reached: the session, and the files that its call needs, by path, with their texts.

    `call` is what the model calls the tool with, None if it calls none, and `tool` is what hooks call that tool.
    """

    session: Session
    call: Json | None = None
    tool: str | None = None
    files: Mapping[str, str] = field(default_factory=dict)


def reach(agent: Agent, plan: Plan) -> Reached:
    """The session for the event of a plan with its payload; raises UsageError if no session leads there."""
    dialect, row, payload = plan.request.dialect, plan.row, plan.facts.payload
    usual = dialect.moments.get(row.name, row.name)
    way = agent.ways.get(usual)
    if payload.get(dialect.agent_key) and way in (Way.CALL, Way.ASKED_CALL):
        raise UsageError(
            f"`{dialect.agent_key}` says that a subagent makes the call, and in a scripted session none does",
            f"leave out `{dialect.agent_key}`",
        )
    match way:
        case None:
            known = ", ".join(
                f"`{it.name}`" for it in dialect.events if dialect.moments.get(it.name, it.name) in agent.ways
            )
            raise UsageError(
                f"No scripted session of {dialect.title} leads to `{row.name}`", f"prove a hook on one of {known}"
            )
        case Way.CALL | Way.ASKED_CALL:
            return _by_call(agent, plan, way)
        case Way.PROMPT:
            prompt = payload.get("prompt")
            return Reached(session=Session(turns=[DONE, *_AGAIN], prompt=str(prompt or "Please do the task.")))
        case Way.SUBAGENT:
            given = {
                "description": "look",
                "prompt": _ASK_SUBAGENT,
                "subagent_type": _SUBAGENT,
                "run_in_background": False,
            }
            turns: list[Json] = [
                {"tools": [{"name": "Agent", "input": given}]},
                {"text": "The subagent is done."},
                DONE,
            ]
            return Reached(session=Session(turns=[*turns, *_AGAIN]))
        case Way.SESSION:
            _require_start(plan)
            return Reached(session=Session(turns=[DONE, *_AGAIN]))


def _require_start(plan: Plan) -> None:
    """A session that begins is always a new one."""
    dialect, row = plan.request.dialect, plan.row
    subject = subject_of(dialect, row, plan.facts.payload)
    if dialect.moments.get(row.name, row.name) == "SessionStart" and subject and subject not in _STARTUP:
        raise UsageError(
            f"A scripted session is a new one, so `{row.name}` comes with `{next(iter(_own(row.subject.values)))}`"
            f" and not with `{subject}`",
            "prove the hook with that sample",
        )


def _own(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(it for it in values if it in _STARTUP) or _STARTUP


def _by_call(agent: Agent, plan: Plan, way: Way) -> Reached:
    dialect, payload = plan.request.dialect, plan.facts.payload
    name, given = subject_of(dialect, plan.row, payload), input_of(dialect, payload)
    if not name or given is None:
        raise UsageError(
            f"The payload of `{plan.row.name}` names no tool and no input", "choose a sample of a tool with `--sample`"
        )
    if dialect.servers.prefix and name.startswith(dialect.servers.prefix):
        raise UsageError(
            f"`{name}` is a tool of an MCP server, and the agent is started without its servers",
            "prove the hook with a tool of the agent's own",
        )
    call = _called(agent.tools.get(name, ModelTool(name=name)), given)
    path = next((given[it] for it in dialect.calls.paths if isinstance(given.get(it), str)), None)
    turns: list[Json] = [{"tools": [call]}, DONE, *_AGAIN]
    files = _needed(agent, name, given, path, plan.request.project_dir)
    if path is not None and name in agent.reads_first and (files or os.path.isfile(path)):
        key = next(it for it in dialect.calls.paths if it in given)
        turns.insert(0, {"tools": [{"name": agent.reader, "input": {key: path}}]})
    asks = "default" if way is Way.ASKED_CALL else "bypass"
    return Reached(session=Session(turns=turns, permissions=asks), call=call, tool=name, files=files)


def _needed(agent: Agent, tool: str, given: Mapping[str, Any], path: str | None, project: str) -> Mapping[str, str]:
    """The file that a tool reads or changes, where the project has none: without it, the agent refuses the call."""
    inside = path is not None and below(os.path.normpath(path), project) is not None
    if path is None or not inside or os.path.lexists(path):
        return {}
    old = given.get("old_string")
    if isinstance(old, str):
        return {path: old}
    return {path: "A line.\n"} if tool == agent.reader else {}


def _called(tool: ModelTool, given: Mapping[str, Any]) -> Json:
    if tool.custom:
        return {"name": tool.name, "custom": str(given.get(tool.custom, ""))}
    return {"name": tool.name, "input": {**tool.added, **{tool.keys.get(key, key): it for key, it in given.items()}}}
