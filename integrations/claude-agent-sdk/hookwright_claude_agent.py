"""Runs a project's hooks, in any dialect that hookwright knows, as hook callbacks of the Claude Agent SDK.

async with await HookService.open(".", dialect="clawdcode") as service, session(service) as hooks:
    options = ClaudeAgentOptions(cwd=service.project_dir, hooks=hooks, setting_sources=[])
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, cast

from claude_agent_sdk import HookMatcher
from claude_agent_sdk.types import HookContext, HookEvent, HookInput, HookJSONOutput

from hookwright import HookService
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Audience, Decision

__all__ = ["session", "translated"]

Json = dict[str, Any]

_EVENTS: tuple[HookEvent, ...] = (
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "UserPromptSubmit",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "Notification",
)
_TAKE_CONTEXT = frozenset(
    {"PreToolUse", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SubagentStart", "Notification"}
)
_BLOCKABLE = frozenset({"UserPromptSubmit", "PreCompact"})
_STOPS = frozenset({"Stop", "SubagentStop"})
_BLOCKED = "Hook blocked execution"

# Each hook has a time limit of its own. If the SDK gave up first, the answer of a guard would be lost.
_SECONDS = 24 * 3600.0


@asynccontextmanager
async def session(service: HookService) -> AsyncIterator[dict[HookEvent, list[HookMatcher]]]:
    """The value of `ClaudeAgentOptions.hooks` for one session of the agent.

    The SDK has no events for the beginning and the end of a session: `SessionStart` fires on entry, what it adds
    reaches the model with the first prompt, and `SessionEnd` fires on exit.
    """
    started = await service.dispatch("SessionStart", {"source": "startup"})
    pending = [started]

    async def answer(given: HookInput, tool_use_id: str | None, _: HookContext) -> HookJSONOutput:
        payload = {name: it for name, it in given.items() if name not in {"hook_event_name", "session_id"}}
        if tool_use_id is not None and "tool_name" in payload:
            payload.setdefault("tool_use_id", tool_use_id)
        event = given["hook_event_name"]
        outcome = await service.dispatch(event, payload)
        before = [pending.pop()] if event == "UserPromptSubmit" and pending else []
        return cast("HookJSONOutput", translated(event, outcome, *before))

    # A fault on this side must not let a tool pass that a hook would have refused.
    matcher = HookMatcher(hooks=[answer], timeout=_SECONDS, on_failure="block")
    try:
        yield {event: [matcher] for event in _EVENTS}
    finally:
        await service.dispatch("SessionEnd", {"reason": "other"})


def translated(event: str, outcome: Outcome, *before: Outcome) -> Json:
    """An outcome as the SDK reads it; what the outcomes `before` it said is said along with it."""
    folded, answer = outcome.folded, Json()
    outcomes = (*before, outcome)
    if stop := next((it.folded for it in outcomes if it.folded.stop_agent), None):
        answer |= {"continue_": False, "stopReason": stop.stop_reason or _BLOCKED}
    if said := "\n".join(one.text for it in outcomes for one in it.messages if one.to is Audience.USER):
        answer["systemMessage"] = said
    refused = folded.blocked or folded.decision is Decision.DENY
    goes_on = event in _STOPS and (folded.must_continue or refused)
    if goes_on or (event in _BLOCKABLE and refused):
        return {**answer, "decision": "block", "reason": folded.reason or _BLOCKED}
    specific = _decided(event, outcome, refused=refused)
    if event == "PostToolUse" and folded.updated_result is not None:
        specific["updatedToolOutput"] = folded.updated_result
    context = "\n\n".join(dict.fromkeys(text for it in outcomes for text in _context(it, deciding=bool(specific))))
    if context and event in _TAKE_CONTEXT:
        specific["additionalContext"] = context
    return {**answer, "hookSpecificOutput": {"hookEventName": event, **specific}} if specific else answer


def _decided(event: str, outcome: Outcome, *, refused: bool) -> Json:
    """What the hooks say about a tool call."""
    folded = outcome.folded
    decision = Decision.DENY if refused else folded.decision
    changed = {} if folded.updated_input is None or refused else {"updatedInput": dict(folded.updated_input)}
    if event == "PreToolUse":
        if decision is None:
            return changed
        reason = folded.reason or (_BLOCKED if refused else None)
        said = {} if reason is None else {"permissionDecisionReason": reason}
        return {"permissionDecision": decision.value, **said, **changed}
    if event != "PermissionRequest" or decision not in {Decision.ALLOW, Decision.DENY}:
        return {}
    more: Json = {"message": folded.reason or _BLOCKED} if refused else changed
    return {"decision": {"behavior": decision.value, **more}}


def _context(outcome: Outcome, *, deciding: bool) -> Iterator[str]:
    """What the model reads beside what happens; the reason of a decision is read with the decision."""
    if outcome.folded.additional_context:
        yield outcome.folded.additional_context
    yield from (it for it in outcome.objections() if not deciding or it != outcome.folded.reason)
