"""What hooks put in the place of a tool's result or of a prompt is in the outcome, as their agent takes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookwright import HookService, SeveralDialects
from hookwright.engine.stages import ToolCall, ToolResult, after_tool
from hookwright.limits import MOST_DEPTH
from hookwright.model.outcome import Outcome

_BASH = {"tool_name": "Bash", "tool_use_id": "1", "tool_input": {"command": "env"}}
_RAN = {"stdout": "KEY=secret", "stderr": "", "interrupted": False}
_SCRUBBED = {"stdout": "KEY=***", "stderr": "", "interrupted": False}


def _claude(**said: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": "PostToolUse", **said}}


def _write(project: Path, event: str, *commands: str, file: str = ".claude/settings.json") -> None:
    (project / file).parent.mkdir(parents=True, exist_ok=True)
    hooks = [{"type": "command", "command": it} for it in commands]
    entries = hooks if ".github" in file else [{"hooks": hooks}]
    (project / file).write_text(json.dumps({"version": 1, "hooks": {event: entries}}), encoding="utf-8")


def _says(output: Any) -> str:
    return f"echo '{json.dumps(output)}'"


async def _fired(project: Path, event: str, payload: Any, dialect: str = "claude-code", **more: Any) -> Outcome:
    async with await HookService.open(str(project), dialect=dialect, record=False, **more) as hooks:
        return await hooks.dispatch(event, payload)


async def test_a_result_is_replaced(tmp_path: Path) -> None:
    _write(tmp_path, "PostToolUse", _says(_claude(updatedToolOutput=_SCRUBBED)))
    outcome = await _fired(tmp_path, "PostToolUse", {**_BASH, "tool_response": _RAN})
    assert outcome.to_json()["updatedResult"] == _SCRUBBED
    assert outcome.degraded == ()


async def test_a_result_of_another_form_is_ignored_and_said_so(tmp_path: Path) -> None:
    _write(tmp_path, "PostToolUse", _says(_claude(updatedToolOutput="KEY=***")))
    outcome = await _fired(tmp_path, "PostToolUse", {**_BASH, "tool_response": _RAN})
    assert outcome.folded.updated_result is None
    [found] = outcome.degraded
    assert found.code.value == "output-invalid"
    assert "must be an object, like the tool's own result" in found.text
    texts = await _fired(tmp_path, "PostToolUse", {**_BASH, "tool_response": "KEY=secret"})
    assert texts.folded.updated_result == "KEY=***"


async def test_of_a_result_that_nests_too_deep_nothing_is_shown(tmp_path: Path) -> None:
    deep: Any = "secret"
    for _ in range(MOST_DEPTH + 1):
        deep = [deep]
    _write(tmp_path, "PostToolUse", _says(_claude(updatedToolOutput=deep)))
    outcome = (await _fired(tmp_path, "PostToolUse", {**_BASH, "tool_response": ["KEY=secret"]})).to_json()
    assert str(outcome["updatedResult"]).startswith("A hook gave a result that nests more than")
    assert outcome["runs"][0]["output"] is None
    assert [it["code"] for it in outcome["degraded"]] == ["output-dropped"]


@pytest.mark.parametrize("lacking", [{"stdout": "KEY=***"}, {**_SCRUBBED, "stdout": 5}, {**_SCRUBBED, "stderr": None}])
async def test_a_result_without_what_every_result_of_the_tool_has_is_ignored(tmp_path: Path, lacking: Any) -> None:
    _write(tmp_path, "PostToolUse", _says(_claude(updatedToolOutput=lacking)))
    outcome = await _fired(tmp_path, "PostToolUse", {**_BASH, "tool_response": _RAN})
    assert outcome.folded.updated_result is None
    [found] = outcome.degraded
    assert "a string, like every result of `Bash`" in found.text


@pytest.mark.parametrize(("tool", "expected"), [("mcp__db__query", "***"), ("Bash", None)])
async def test_the_result_of_a_server(tmp_path: Path, tool: str, expected: str | None) -> None:
    _write(tmp_path, "PostToolUse", _says(_claude(updatedMCPToolOutput="***")))
    outcome = await _fired(tmp_path, "PostToolUse", {**_BASH, "tool_name": tool, "tool_response": [{"text": "secret"}]})
    assert outcome.folded.updated_result == expected
    assert bool(outcome.degraded) == (expected is None)


async def test_of_two_results_for_the_tool_of_a_server_the_one_for_all_tools_holds(tmp_path: Path) -> None:
    _write(tmp_path, "PostToolUse", _says(_claude(updatedMCPToolOutput="mcp", updatedToolOutput="any")))
    call = {**_BASH, "tool_response": [{"text": "secret"}]}
    served = await _fired(tmp_path, "PostToolUse", {**call, "tool_name": "mcp__db__query"})
    assert (served.folded.updated_result, served.degraded) == ("any", ())
    own = await _fired(tmp_path, "PostToolUse", {**call, "tool_response": "secret"})
    assert (own.folded.updated_result, own.degraded) == ("any", ())


async def test_the_result_of_a_server_may_take_another_form(tmp_path: Path) -> None:
    _write(tmp_path, "PostToolUse", _says(_claude(updatedToolOutput="***")))
    served = {**_BASH, "tool_name": "mcp__db__query", "tool_response": [{"text": "secret"}]}
    outcome = await _fired(tmp_path, "PostToolUse", served)
    assert (outcome.folded.updated_result, outcome.degraded) == ("***", ())


async def test_of_several_the_last_to_end_holds(tmp_path: Path) -> None:
    first, last = (_says(_claude(updatedToolOutput={**_SCRUBBED, "stdout": it})) for it in ("first", "last"))
    # The one that is configured first waits for the end of the other.
    waits = f"until [ -s other ]; do sleep 0.02; done; while kill -0 $(cat other); do sleep 0.02; done; {last}"
    _write(tmp_path, "PostToolUse", waits, f"{first}; echo $$ > other")
    outcome = await _fired(tmp_path, "PostToolUse", {**_BASH, "tool_response": _RAN})
    assert outcome.folded.updated_result == {**_SCRUBBED, "stdout": "last"}


_COPILOT = ".github/hooks/a.json"


async def test_copilot_hands_a_result_on_from_hook_to_hook(tmp_path: Path) -> None:
    said = '{"modifiedResult": {"textResultForLlm": "\\1+%s"}}'
    changes = f'sed -E \'s/.*"textResultForLlm": ?"([^"]*)".*/{said}/\''
    _write(tmp_path, "postToolUse", changes % "a", changes % "b", file=_COPILOT)
    payload = {"toolName": "bash", "toolArgs": {}, "toolResult": {"resultType": "success", "textResultForLlm": "x"}}
    outcome = await _fired(tmp_path, "postToolUse", payload, "copilot-cli")
    assert outcome.folded.updated_result == {"textResultForLlm": "x+a+b"}


async def test_copilot_shows_each_hook_the_prompt_as_it_was(tmp_path: Path) -> None:
    changes = 'sed -E \'s/.*"prompt": ?"([^"]*)".*/{"modifiedPrompt": "\\1+%s"}/\''
    _write(tmp_path, "userPromptSubmitted", changes % "a", changes % "b", file=_COPILOT)
    outcome = await _fired(tmp_path, "userPromptSubmitted", {"prompt": "x"}, "copilot-cli")
    assert outcome.to_json()["updatedPrompt"] == "x+b"


async def test_a_prompt_that_is_blocked_is_not_replaced(tmp_path: Path) -> None:
    _write(
        tmp_path,
        "userPromptSubmitted",
        _says({"modifiedPrompt": "y", "decision": "block", "reason": "no"}),
        file=_COPILOT,
    )
    folded = (await _fired(tmp_path, "userPromptSubmitted", {"prompt": "x"}, "copilot-cli")).folded
    assert (folded.blocked, folded.updated_prompt) == (True, None)


async def test_each_call_of_one_gets_the_result_as_those_before_have_left_it(tmp_path: Path) -> None:
    changes = (
        'sed -E \'s/.*"stdout": ?"([^"]*)".*/{"hookSpecificOutput": {"hookEventName": "PostToolUse", '
        '"updatedToolOutput": {"stdout": "\\1+"}}}/\''
    )
    _write(tmp_path, "PostToolUse", changes)
    tools = {"read_all": {"tool": "Read", "file_path": "files[].path"}}
    call = {"tool_name": "read_all", "tool_use_id": "1", "tool_input": {"files": [{"path": "a"}, {"path": "b"}]}}
    outcome = await _fired(tmp_path, "PostToolUse", {**call, "tool_response": {"stdout": "x"}}, tools=tools)
    assert outcome.folded.updated_result == {"stdout": "x++"}


async def test_the_last_of_several_agents(tmp_path: Path) -> None:
    _write(tmp_path, "PostToolUse", _says(_claude(updatedToolOutput=_SCRUBBED)))
    _write(tmp_path, "PostToolUse", "true", file=".qwen/settings.json")
    dialects = ["claude-code", "qwen-code"]
    async with await SeveralDialects.open(str(tmp_path), dialects=dialects, record=False) as hooks:
        outcome = await hooks.dispatch("PostToolUse", {**_BASH, "tool_response": _RAN})
    assert outcome.folded.updated_result == _SCRUBBED


async def test_the_stage_after_a_tool_gives_the_new_result(tmp_path: Path) -> None:
    _write(tmp_path, "PostToolUse", _says(_claude(updatedToolOutput="KEY=***", additionalContext="scrubbed")))
    async with await HookService.open(str(tmp_path), dialect="claude-code", record=False) as hooks:
        after = await after_tool(hooks, ToolCall("Bash", "1", {"command": "env"}), ToolResult("KEY=secret"))
    assert after.text == "KEY=***\n\n[Hook Context]\nscrubbed"
    assert after.response == "KEY=***"


async def test_a_hook_that_objects_hides_a_result_that_another_has_replaced(tmp_path: Path) -> None:
    scrub = _says({"modifiedResult": {"resultType": "success", "textResultForLlm": "***"}})
    block = _says({"decision": "block", "reason": "not this one"})
    payload = {"toolName": "bash", "toolArgs": {"command": "env"}, "toolResult": {"textResultForLlm": "KEY=secret"}}
    hooks = [{"type": "command", "bash": it} for it in (scrub, block)]
    (tmp_path / ".github/hooks").mkdir(parents=True)
    (tmp_path / ".github/hooks/a.json").write_text(json.dumps({"version": 1, "hooks": {"postToolUse": hooks}}))

    outcome = await _fired(tmp_path, "postToolUse", payload, "copilot-cli")

    assert (outcome.folded.reason, outcome.folded.updated_result) == ("not this one", None)


@pytest.mark.parametrize(
    ("dialect", "event", "file", "verdict"),
    [
        ("qwen-code", "PreToolUse", ".qwen/settings.json", ("deny", "danger", None)),
        ("gemini-cli", "BeforeTool", ".gemini/settings.json", ("deny", "danger", None)),
    ],
)
async def test_a_guard_in_sequence_reads_the_input_that_a_hook_before_it_hands_on(
    tmp_path: Path, dialect: str, event: str, file: str, verdict: Any
) -> None:
    no = {"decision": "deny", "reason": "danger"}
    guard = f"case $(cat) in *danger*) {_says(no)} ;; esac"
    hand_on = _says({"hookSpecificOutput": {"hookEventName": event, "tool_input": {"command": "danger"}}})
    path = tmp_path / file
    path.parent.mkdir()
    hooks = [{"type": "command", "command": it} for it in (hand_on, guard)]
    path.write_text(json.dumps({"hooks": {event: [{"sequential": True, "hooks": hooks}]}}), encoding="utf-8")

    call = {"tool_name": "run_shell_command", "tool_input": {"command": "env", "is_background": False}}
    folded = (await _fired(tmp_path, event, call, dialect)).folded

    assert (folded.decision, folded.reason, folded.updated_input) == verdict


async def test_an_input_replaces_the_whole_of_that_of_gemini_cli(tmp_path: Path) -> None:
    part = _says({"hookSpecificOutput": {"hookEventName": "BeforeTool", "tool_input": {"description": "x"}}})
    _write(tmp_path, "BeforeTool", part, file=".gemini/settings.json")
    call = {"tool_name": "run_shell_command", "tool_input": {"command": "env"}}

    folded = (await _fired(tmp_path, "BeforeTool", call, "gemini-cli")).folded

    assert folded.blocked
    assert folded.reason == "`run_shell_command` does not take the input of the hook: `command` is missing"
