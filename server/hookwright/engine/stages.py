"""The stages that an embedding agent puts around each tool: before it runs, at its permission, and after it (A17)."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.engine.hooks import Hooks, Permission
from hookwright.model.reaction import Decision

BLOCKED = "Hook blocked execution"
HEADING = "[Hook Context]"


class ToolCall(Struct, frozen=True):
    """A tool that the agent is about to run; `use_id` is unique in the session."""

    name: str
    use_id: str
    input: Mapping[str, Any]


class ToolResult(Struct, frozen=True):
    """What the agent reads of a tool: its text, whether it failed, and the raw response that hooks get."""

    text: str
    failed: bool = False
    response: Any = None


class Refusal(Struct, frozen=True):
    """Why a tool is not run."""

    reason: str


Confirm = Callable[[ToolCall, str | None], Awaitable[bool]]
Execute = Callable[[ToolCall], Awaitable[ToolResult]]


async def before_tool(hooks: Hooks, call: ToolCall, confirm: Confirm) -> ToolCall | Refusal:
    """The call as the hooks leave it, or a refusal; where they ask or defer, `confirm` gets call and reason (A17)."""
    answer = await hooks.on_pre_tool_use(call.name, call.use_id, call.input)
    if answer.blocked or answer.decision is Decision.DENY:
        return Refusal(answer.reason or BLOCKED)
    if answer.updated_input is not None:
        call = replace(call, input=answer.updated_input)
    if answer.decision in (Decision.ASK, Decision.DEFER) and not await confirm(call, answer.reason):
        return Refusal(answer.reason or BLOCKED)
    return call


async def permission_of(hooks: Hooks, call: ToolCall, confirm: Confirm) -> bool:
    """Whether a tool that needs permission has it: the hooks' answer, or `confirm`'s where they have none (A17)."""
    answer = await hooks.on_permission_request(call.name, call.input, call.use_id)
    return answer is Permission.APPROVE or (answer is Permission.ASK and await confirm(call, None))


async def after_tool(hooks: Hooks, call: ToolCall, result: ToolResult) -> ToolResult:
    """The result with the hooks' context appended to its text; a failed tool fires PostToolUseFailure (A17).

    What hooks put in the place of the response is the response then, and as text or JSON the text.
    """
    if result.failed:
        answer = await hooks.on_post_tool_use_failure(call.name, call.use_id, call.input, result.text)
    else:
        response = result.text if result.response is None else result.response
        answer = await hooks.on_post_tool_use(call.name, call.use_id, call.input, response)
    if answer.updated_result is not None:
        result = _rewritten(result, answer.updated_result)
    said = "\n\n".join(it for it in (answer.context, answer.reason) if it)
    return replace(result, text=f"{result.text}\n\n{HEADING}\n{said}") if said else result


def _rewritten(result: ToolResult, response: Any) -> ToolResult:  # noqa: ANN401  any JSON
    text = response if isinstance(response, str) else json.dumps(response, ensure_ascii=False)
    return replace(result, text=text, response=response)


async def run_tool(
    hooks: Hooks, call: ToolCall, execute: Execute, confirm: Confirm, *, needs_permission: bool = False
) -> ToolResult:
    """A tool through all its stages; a refusal is a failed result with the reason, and fires no hook after it."""
    admitted = await before_tool(hooks, call, confirm)
    if isinstance(admitted, Refusal):
        return ToolResult(admitted.reason, failed=True)
    if needs_permission and not await permission_of(hooks, admitted, confirm):
        return ToolResult(BLOCKED, failed=True)
    return await after_tool(hooks, admitted, await execute(admitted))
