"""What a Python agent asks of the engine, in its own process or in a server: one coroutine for each entry point."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from types import TracebackType
from typing import Any, Protocol, Self

from msgspec import Struct

from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Decision

Json = Mapping[str, Any]


class Hooks(Protocol):
    """The hooks of one project in one session (A16); no method raises because of what a hook does.

    An event that the dialect does not have runs nothing.  Use it as an asynchronous context manager, or call `close`.
    """

    dialect: Dialect
    project_dir: str
    session_id: str

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @abstractmethod
    async def close(self, seconds: float = 5.0) -> None:
        """Waits that long for hooks that run behind their answers (B6), and kills the rest."""

    @abstractmethod
    async def is_hooks_available(self) -> bool:
        """Whether any hook is configured and switched on."""

    @abstractmethod
    async def _fire(self, event: str, payload: Json) -> Outcome:
        """Fires an event that the dialect has."""

    async def dispatch(self, event: str, payload: Json | None = None) -> Outcome:
        """Fires any event of the dialect, or one that another dialect names for the same moment."""
        name = self.dialect.own_event(event)
        if name is None:
            return Outcome(dispatch_id=os.urandom(16).hex(), event=event, dialect=self.dialect.id)
        return await self._fire(name, dict(payload or {}))

    async def on_session_start(self, **payload: Any) -> ContextAnswer:  # noqa: ANN401  the dialect's own fields
        """The context that the hooks add to a session that begins (A13)."""
        return context_answer(await self.dispatch("SessionStart", payload))

    async def on_session_end(self, **payload: Any) -> None:  # noqa: ANN401
        """Tells the hooks that the session ends; they decide nothing (A14)."""
        await self.dispatch("SessionEnd", payload)

    async def on_user_prompt_submit(self, prompt: str, **payload: Any) -> ContextAnswer:  # noqa: ANN401
        """The text to inject beside the prompt, or that the prompt is blocked (A13)."""
        return context_answer(await self.dispatch("UserPromptSubmit", {"prompt": prompt, **payload}))

    async def on_stop(self, stop_reason: str | None = None, **payload: Any) -> bool:  # noqa: ANN401
        """Whether the agent must go on (A14)."""
        return await self._must_continue("Stop", stop_reason, payload)

    async def on_subagent_stop(self, stop_reason: str | None = None, **payload: Any) -> bool:  # noqa: ANN401
        """Whether the subagent must go on (A14)."""
        return await self._must_continue("SubagentStop", stop_reason, payload)

    async def on_notification(self, message: str, **payload: Any) -> None:  # noqa: ANN401
        """Tells the hooks of a notification; they decide nothing (A14)."""
        await self.dispatch("Notification", {"message": message, **payload})

    async def on_compaction(self, pre_tokens: int, message_count: int, **payload: Any) -> bool:  # noqa: ANN401
        """Whether the hooks keep the compaction from happening (A14)."""
        fields = {"pre_tokens": pre_tokens, "message_count": message_count, **payload}
        return (await self.dispatch("Compaction", fields)).folded.blocked

    async def on_pre_tool_use(
        self,
        tool_name: str,
        tool_use_id: str,
        tool_input: Json,
        **payload: Any,  # noqa: ANN401
    ) -> ToolAnswer:
        """Decision, reason and changed input before a tool runs (A10)."""
        return tool_answer(await self.dispatch("PreToolUse", _call(tool_name, tool_use_id, tool_input, payload)))

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
        return context_answer(await self.dispatch("PostToolUse", fields))

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
        return context_answer(await self.dispatch("PostToolUseFailure", fields))

    async def on_permission_request(
        self,
        tool_name: str,
        tool_input: Json,
        tool_use_id: str | None = None,
        **payload: Any,  # noqa: ANN401
    ) -> Permission:
        """The first explicit answer of the hooks, `ask` where they give none (A12)."""
        return permission(await self.dispatch("PermissionRequest", _call(tool_name, tool_use_id, tool_input, payload)))

    async def _must_continue(self, event: str, stop_reason: str | None, payload: Json) -> bool:
        fields = {**({} if stop_reason is None else {"stop_reason": stop_reason}), **payload}
        return (await self.dispatch(event, fields)).folded.must_continue


def _call(tool_name: str, tool_use_id: str | None, tool_input: Json, payload: Json) -> dict[str, Any]:
    use = {} if tool_use_id is None else {"tool_use_id": tool_use_id}
    return {"tool_name": tool_name, **use, "tool_input": tool_input, **payload}


class Permission(StrEnum):
    """The answer to a permission request (A12)."""

    APPROVE = "approve"
    DENY = "deny"
    ASK = "ask"


class ToolAnswer(Struct, frozen=True):
    """What the hooks said before a tool runs (A10).

    `decision` is None if no hook had a say; `updated_input` is the whole tool input after every change, None if
    none changed it.  `outcome` has every run.
    """

    decision: Decision | None
    reason: str | None
    updated_input: Mapping[str, Any] | None
    blocked: bool
    outcome: Outcome


class ContextAnswer(Struct, frozen=True):
    """What the hooks add for the model, None if there is nothing; `blocked` where they refuse, with the reason.

    `updated_result` takes the place of the tool's response, in the same form, and `updated_prompt` that of the prompt;
    None if no hook changes it.
    """

    context: str | None
    blocked: bool
    reason: str | None
    outcome: Outcome
    updated_result: Any = None
    updated_prompt: str | None = None


def tool_answer(outcome: Outcome) -> ToolAnswer:
    """The answer of a PreToolUse event."""
    folded = outcome.folded
    return ToolAnswer(folded.decision, folded.reason, folded.updated_input, folded.blocked, outcome)


def context_answer(outcome: Outcome) -> ContextAnswer:
    """The answer of an event whose hooks add text for the model."""
    folded = outcome.folded
    return ContextAnswer(
        folded.additional_context,
        folded.blocked,
        folded.reason,
        outcome,
        folded.updated_result,
        folded.updated_prompt,
    )


def permission(outcome: Outcome) -> Permission:
    """The answer of a permission request; `ask` where no hook decided (A12)."""
    match outcome.folded.decision:
        case Decision.ALLOW:
            return Permission.APPROVE
        case Decision.DENY:
            return Permission.DENY
    return Permission.DENY if outcome.folded.blocked else Permission.ASK
