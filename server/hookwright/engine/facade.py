"""The engine for a Python agent: one coroutine for each entry point, and the answers they give, in any dialect."""

from __future__ import annotations

import asyncio
import os.path
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import TracebackType
from typing import Any, Self

from hookwright.config.discover import dialect_in_use
from hookwright.config.workspace import Snapshot, load
from hookwright.dialects import by_id
from hookwright.engine.background import Background
from hookwright.engine.dispatch import dispatch
from hookwright.engine.guard import Guard
from hookwright.engine.host import Host
from hookwright.engine.journal.writer import late_recorder, open_journal, recorded
from hookwright.engine.model import Model
from hookwright.engine.plan import Request, make_plan
from hookwright.engine.tool_maps.maps import ToolMap, tool_map
from hookwright.engine.tool_maps.translate import dispatch_translated
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Decision

Json = Mapping[str, Any]
Places = Sequence[str] | None


class HookService:
    """The hooks of one project in one session (A16); no method raises because of what a hook does.

    Files are read anew for every event, so that an edit holds from the next event on.  An event that the dialect does
    not have runs nothing.  Use it as an asynchronous context manager, or call `close`.
    """

    def __init__(
        self,
        request: Request,
        host: Host,
        *,
        places: Places,
        model: Model | None,
        record: bool,
        tools: ToolMap | None = None,
    ) -> None:
        self.dialect = request.dialect
        self.project_dir = request.project_dir
        self.session_id = request.session_id
        self._request = request
        self._host = host
        self._places = places
        self._model = model
        self._tools = tools
        self._guard = Guard()
        self._journal = open_journal(host.environ, host.home) if record else None
        self._background = Background(late_recorder(self._journal) if self._journal else None)

    @classmethod
    async def open(
        cls,
        project_dir: str = ".",
        session_id: str | None = None,
        *,
        dialect: str | None = None,
        config_files: Sequence[str] | None = None,
        home: str | None = None,
        model: Model | None = None,
        record: bool = True,
        tools: str | Mapping[str, Any] | None = None,
    ) -> Self:
        """The service for a project folder; without `dialect` the one whose files are there.

        `config_files` replace the files that discovery finds.  `model` answers prompt and agent hooks; without one
        they are skipped (D5).  `record` keeps every run in the journal.  `tools` says what the agent's tools are to
        hooks: a host's name, such as `opencode`, or a map.  Raises UnknownDialect, and UsageError for a wrong map.
        """
        host = Host.real() if home is None else replace(Host.real(), home=home)
        project = _absolute(project_dir)
        table = by_id(dialect) if dialect else dialect_in_use(project, host.home)
        request = Request(table, "", {}, project, session_id or os.urandom(16).hex(), host.home)
        mapped = None if tools is None else tool_map(tools)
        return cls(request, host, places=config_files, model=model, record=record, tools=mapped)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self, seconds: float = 5.0) -> None:
        """Waits that long for hooks that run behind their answers (B6), kills the rest, and writes the journal."""
        await self._background.finish(seconds)
        if self._journal is not None:
            await asyncio.to_thread(self._journal.close, seconds)

    async def is_hooks_available(self) -> bool:
        """Whether any hook is configured and switched on."""
        snapshot = self._load()
        return bool(snapshot.hooks) and snapshot.switched_off is None

    async def dispatch(self, event: str, payload: Json | None = None) -> Outcome:
        """Fires any event of the dialect, or one that another dialect names for the same moment."""
        return await self._fire(event, dict(payload or {}))

    async def on_session_start(self, **payload: Any) -> ContextAnswer:  # noqa: ANN401  the dialect's own fields
        """The context that the hooks add to a session that begins (A13)."""
        return context_answer(await self._fire("SessionStart", payload))

    async def on_session_end(self, **payload: Any) -> None:  # noqa: ANN401
        """Tells the hooks that the session ends; they decide nothing (A14)."""
        await self._fire("SessionEnd", payload)

    async def on_user_prompt_submit(self, prompt: str, **payload: Any) -> ContextAnswer:  # noqa: ANN401
        """The text to inject beside the prompt, or that the prompt is blocked (A13)."""
        return context_answer(await self._fire("UserPromptSubmit", {"prompt": prompt, **payload}))

    async def on_stop(self, stop_reason: str | None = None, **payload: Any) -> bool:  # noqa: ANN401
        """Whether the agent must go on (A14)."""
        return await self._must_continue("Stop", stop_reason, payload)

    async def on_subagent_stop(self, stop_reason: str | None = None, **payload: Any) -> bool:  # noqa: ANN401
        """Whether the subagent must go on (A14)."""
        return await self._must_continue("SubagentStop", stop_reason, payload)

    async def on_notification(self, message: str, **payload: Any) -> None:  # noqa: ANN401
        """Tells the hooks of a notification; they decide nothing (A14)."""
        await self._fire("Notification", {"message": message, **payload})

    async def on_compaction(self, pre_tokens: int, message_count: int, **payload: Any) -> bool:  # noqa: ANN401
        """Whether the hooks keep the compaction from happening (A14)."""
        fields = {"pre_tokens": pre_tokens, "message_count": message_count, **payload}
        return (await self._fire("Compaction", fields)).folded.blocked

    async def on_pre_tool_use(
        self,
        tool_name: str,
        tool_use_id: str,
        tool_input: Json,
        **payload: Any,  # noqa: ANN401
    ) -> ToolAnswer:
        """Decision, reason and changed input before a tool runs (A10)."""
        return tool_answer(await self._fire("PreToolUse", _call(tool_name, tool_use_id, tool_input, payload)))

    async def on_post_tool_use(
        self,
        tool_name: str,
        tool_use_id: str,
        tool_input: Json,
        tool_response: Any,  # noqa: ANN401  whatever the tool answered
        **payload: Any,  # noqa: ANN401
    ) -> ContextAnswer:
        """The context that the hooks add to what a tool answered (A11)."""
        fields = {**_call(tool_name, tool_use_id, tool_input, payload), "tool_response": tool_response}
        return context_answer(await self._fire("PostToolUse", fields))

    async def on_post_tool_use_failure(
        self,
        tool_name: str,
        tool_use_id: str,
        tool_input: Json,
        error: str,
        **payload: Any,  # noqa: ANN401
    ) -> ContextAnswer:
        """The context that the hooks add to a tool's failure (A11)."""
        fields = {**_call(tool_name, tool_use_id, tool_input, payload), "error": error}
        return context_answer(await self._fire("PostToolUseFailure", fields))

    async def on_permission_request(
        self,
        tool_name: str,
        tool_input: Json,
        tool_use_id: str | None = None,
        **payload: Any,  # noqa: ANN401
    ) -> Permission:
        """The first explicit answer of the hooks, `ask` where they give none (A12)."""
        return permission(await self._fire("PermissionRequest", _call(tool_name, tool_use_id, tool_input, payload)))

    async def _must_continue(self, event: str, stop_reason: str | None, payload: Json) -> bool:
        fields = {**({} if stop_reason is None else {"stop_reason": stop_reason}), **payload}
        return (await self._fire(event, fields)).folded.must_continue

    async def _fire(self, event: str, payload: Json) -> Outcome:
        name = event if self.dialect.event(event) else self.dialect.equivalents.get(event)
        if name is None:
            return Outcome(dispatch_id=os.urandom(16).hex(), event=event, dialect=self.dialect.id)
        snapshot = self._load()

        async def fire(payload: Json) -> Outcome:
            plan = make_plan(replace(self._request, event=name, payload=payload), snapshot)
            dispatched = dispatch(plan, self._host, background=self._background, model=self._model, guard=self._guard)
            return await recorded(dispatched, plan, self._journal)

        return await dispatch_translated(self._tools, self.dialect, payload, fire)

    def _load(self) -> Snapshot:
        places, host = self._places, self._host
        return load(self.dialect, self.project_dir, host.home, config_files=places, environ=host.environ)


def _call(tool_name: str, tool_use_id: str | None, tool_input: Json, payload: Json) -> dict[str, Any]:
    use = {} if tool_use_id is None else {"tool_use_id": tool_use_id}
    return {"tool_name": tool_name, **use, "tool_input": tool_input, **payload}


def _absolute(folder: str) -> str:
    return os.path.abspath(folder)


class Permission(StrEnum):
    """The answer to a permission request (A12)."""

    APPROVE = "approve"
    DENY = "deny"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What the hooks said before a tool runs (A10).

    `decision` is None where no hook had a say; `updated_input` is the whole tool input after every change, None where
    none changed it.  `outcome` has every run.
    """

    decision: Decision | None
    reason: str | None
    updated_input: Mapping[str, Any] | None
    blocked: bool
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """What the hooks add for the model, None where nothing; `blocked` where they refuse, with the reason."""

    context: str | None
    blocked: bool
    reason: str | None
    outcome: Outcome


def tool_answer(outcome: Outcome) -> ToolAnswer:
    """The answer of a PreToolUse event."""
    folded = outcome.folded
    return ToolAnswer(folded.decision, folded.reason, folded.updated_input, folded.blocked, outcome)


def context_answer(outcome: Outcome) -> ContextAnswer:
    """The answer of an event whose hooks add text for the model."""
    folded = outcome.folded
    return ContextAnswer(folded.additional_context, folded.blocked, folded.reason, outcome)


def permission(outcome: Outcome) -> Permission:
    """The answer of a permission request; `ask` where no hook decided (A12)."""
    match outcome.folded.decision:
        case Decision.ALLOW:
            return Permission.APPROVE
        case Decision.DENY:
            return Permission.DENY
    return Permission.DENY if outcome.folded.blocked else Permission.ASK
