"""The stages around a tool: refusal, confirmation, changed input, context, failure (A17)."""

from __future__ import annotations

import json
from pathlib import Path

from hookwright import HookService
from hookwright.engine.stages import ToolCall, ToolResult, run_tool

CALL = ToolCall("Bash", "t1", {"command": "ls"})


async def through(
    project: Path, *, confirmed: bool = False, failed: bool = False, needs_permission: bool = False, **events: str
) -> tuple[ToolResult, list[ToolCall], list[str | None]]:
    """The tool's result, the calls that were really made, and the reasons that the user was asked with."""
    hooks = {event: [{"hooks": [{"type": "command", "command": it}]}] for event, it in events.items()}
    (project / ".clawdcode").mkdir()
    (project / ".clawdcode" / "settings.json").write_text(json.dumps({"hooks": hooks}))
    made: list[ToolCall] = []
    asked: list[str | None] = []

    async def execute(call: ToolCall) -> ToolResult:
        made.append(call)
        return ToolResult("boom" if failed else "done", failed=failed)

    async def confirm(call: ToolCall, reason: str | None) -> bool:
        asked.append(reason)
        return confirmed

    async with await HookService.open(str(project), dialect="clawdcode", home=str(project / "home")) as service:
        result = await run_tool(service, CALL, execute, confirm, needs_permission=needs_permission)
    return result, made, asked


async def test_a17_a_refusal_keeps_the_tool_from_running(tmp_path: Path) -> None:
    result, made, _ = await through(tmp_path, PreToolUse="echo no >&2; exit 2", PostToolUse="echo never")
    assert made == []
    assert result.failed
    assert "no" in result.text
    assert "never" not in result.text


async def test_a17_a_refusal_without_a_reason_has_a_text(tmp_path: Path) -> None:
    result, _, _ = await through(tmp_path, PreToolUse="""echo '{"permissionDecision": "deny"}'""")
    assert result.text


async def test_a17_the_user_is_asked_and_may_refuse(tmp_path: Path) -> None:
    ask = """echo '{"permissionDecision": "ask", "permissionDecisionReason": "sure?"}'"""
    result, made, asked = await through(tmp_path, PreToolUse=ask)
    assert (asked, made, result.failed) == (["sure?"], [], True)


async def test_a17_the_user_is_asked_and_may_confirm(tmp_path: Path) -> None:
    result, made, asked = await through(tmp_path, confirmed=True, PreToolUse="""echo '{"permissionDecision": "ask"}'""")
    assert (len(asked), len(made), result.text) == (1, 1, "done")


async def test_a17_a_changed_input_replaces_the_parameters(tmp_path: Path) -> None:
    _, made, _ = await through(tmp_path, PreToolUse="""echo '{"updatedInput": {"command": "ls -l"}}'""")
    assert [it.input for it in made] == [{"command": "ls -l"}]


async def test_a17_context_stands_below_its_heading(tmp_path: Path) -> None:
    result, _, _ = await through(tmp_path, PostToolUse="echo lint: clean")
    assert result.text == "done\n\n[Hook Context]\nlint: clean"


async def test_a17_a_failed_tool_fires_its_own_event(tmp_path: Path) -> None:
    result, _, _ = await through(tmp_path, failed=True, PostToolUse="echo good", PostToolUseFailure="echo try again")
    assert result.text == "boom\n\n[Hook Context]\ntry again"


async def test_a17_hooks_give_the_permission(tmp_path: Path) -> None:
    result, _, asked = await through(
        tmp_path, needs_permission=True, PermissionRequest="""echo '{"decision": "approve"}'"""
    )
    assert (asked, result.text) == ([], "done")


async def test_a17_without_an_answer_the_user_gives_it(tmp_path: Path) -> None:
    result, made, asked = await through(tmp_path, needs_permission=True)
    assert (asked, made, result.text) == ([None], [], "Hook blocked execution")
