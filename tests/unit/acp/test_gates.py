"""Hooks judge what an agent asks permission for, and what it asks of its client; and they see what has been done."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import acp
import pytest
from tests.unit.acp.ends import LOG, Agent, talk, until

from hookwright import HookService
from hookwright.acp.judging import is_allowed

EXECUTE = {"toolCallId": "c1", "title": "`make`", "kind": "execute", "rawInput": {"command": "make"}}

CONTEXT = {"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "tidy"}}


def saying(decision: str, **more: Any) -> str:
    output = {"hookEventName": "PreToolUse", "permissionDecision": decision, "permissionDecisionReason": "house rule"}
    return f"echo '{json.dumps({'hookSpecificOutput': {**output, **more}})}'"


def permitting(behavior: str) -> str:
    output = {"hookEventName": "PermissionRequest", "decision": {"behavior": behavior}}
    return f"echo '{json.dumps({'hookSpecificOutput': output})}'"


async def _asks(agent: Agent, session: str, text: str) -> None:
    agent.heard.append(("chosen", {"option": await agent.may(session, EXECUTE)}))


@pytest.mark.parametrize(
    ("hooks", "chosen", "asked"),
    [
        ({"PreToolUse": ("Bash", saying("allow"))}, "allow_once", 0),
        ({"PreToolUse": ("Bash", saying("deny"))}, "reject_once", 0),
        ({"PreToolUse": ("Bash", saying("ask"))}, "reject_once", 1),
        ({"PreToolUse": ("Bash", saying("allow", updatedInput={"command": "make -n"}))}, "reject_once", 1),
        ({"PreToolUse": ("Bash", saying("allow", updatedInput={"command": "make"}))}, "allow_once", 0),
        ({"PreToolUse": ("Read", saying("allow"))}, "reject_once", 1),
        ({"PermissionRequest": ("Bash", permitting("deny"))}, "reject_once", 0),
        ({"PermissionRequest": ("Bash", permitting("allow"))}, "allow_once", 0),
        ({"PreToolUse": saying("ask"), "PermissionRequest": permitting("allow")}, "allow_once", 0),
    ],
)
async def test_a_request_for_permission(
    tmp_path: Path, hooks: dict[str, tuple[str, str]], chosen: str, asked: int
) -> None:
    async with talk(tmp_path, hooks, _asks) as it:
        it.client.choose = "reject_once"
        await it.prompt()

        assert it.agent.heard == [("chosen", {"option": chosen})]
        assert len(it.client.asked) == asked


async def test_what_can_only_be_allowed_for_good_is_left_to_the_user(tmp_path: Path) -> None:
    async def asks(agent: Agent, session: str, text: str) -> None:
        agent.heard.append((await agent.may(session, EXECUTE, ("allow_always",)), {}))

    async with talk(tmp_path, {"PreToolUse": saying("allow")}, asks) as it:
        it.client.choose = "allow_always"
        await it.prompt()

    assert (it.agent.heard, len(it.client.asked)) == ([("allow_always", {})], 1)


async def test_a_refusal_says_why(tmp_path: Path) -> None:
    async with talk(tmp_path, {"PreToolUse": saying("deny")}, _asks) as it:
        await it.prompt()
        await it.prompt("why?")

    assert it.client.told.splitlines()[0] == "Bash: house rule"
    assert it.agent.prompts[1] == "why?\n[Hook Context]\n\nA hook refused Bash: house rule"


async def test_the_same_tool_call_is_judged_each_time_that_it_asks(tmp_path: Path) -> None:
    async def asks_twice(agent: Agent, session: str, text: str) -> None:
        for command in ("ls", "rm -rf /"):
            call = {**EXECUTE, "rawInput": {"command": command}}
            agent.heard.append((await agent.may(session, call), {}))

    guard = "grep -q 'rm -rf' && { echo never >&2; exit 2; } || exit 0"
    async with talk(tmp_path, {"PreToolUse": guard}, asks_twice) as it:
        await it.prompt()

    assert [option for option, _ in it.agent.heard] == ["allow_once", "reject_once"]
    # This agent runs the hooks of a tool use but once.
    entries = [{"hooks": [{"type": "command", "command": guard}]}]
    (tmp_path / ".clawdcode").mkdir()
    (tmp_path / ".clawdcode" / "settings.json").write_text(json.dumps({"hooks": {"PreToolUse": entries}}))
    async with talk(tmp_path, {}, asks_twice, dialect="clawdcode") as it:
        await it.prompt()

    assert [option for option, _ in it.agent.heard] == ["allow_once", "reject_once"]


async def test_cancelling_ends_the_hooks_of_a_permission(tmp_path: Path) -> None:
    forever = 'touch "$CLAUDE_PROJECT_DIR/began"; sleep 1000'
    async with talk(tmp_path, {"PreToolUse": forever}, _asks) as it:
        asked = asyncio.create_task(it.prompt())
        await until((tmp_path / "began").exists)
        await it.client.agent.cancel(session_id="s1")

        assert await asked == "cancelled"
        assert it.agent.cancelled.is_set()
    assert it.agent.heard == [("chosen", {"option": "cancelled"})]


async def _writes(agent: Agent, session: str, text: str) -> None:
    try:
        await agent.client.write_text_file(session_id=session, path="/p/a.py", content="x = 1\n")
    except acp.RequestError as error:
        agent.heard.append((str(error), {"code": error.code}))


async def test_a_hook_keeps_a_file_from_being_written(tmp_path: Path) -> None:
    async with talk(tmp_path, {"PreToolUse": ("Write", saying("deny")), "PostToolUse": LOG}, _writes) as it:
        await it.prompt()

    assert it.client.files == {}
    assert it.agent.heard == [("Refused by a hook: house rule", {"code": -32020})]
    assert it.log() == []


async def test_what_could_not_be_judged_is_not_done_and_the_agent_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(HookService, "on_pre_tool_use", fails)
    async with talk(tmp_path, {}, _writes) as it:
        await it.prompt()

    assert it.client.files == {}
    assert it.agent.heard == [("hookwright failed, so this was not done; its log has the details", {"code": -32603})]


async def test_a_hook_changes_what_is_written(tmp_path: Path) -> None:
    changed = {"file_path": "/p/a.py", "content": "x = 2"}
    async with talk(tmp_path, {"PreToolUse": saying("allow", updatedInput=changed), "PostToolUse": LOG}, _writes) as it:
        await it.prompt()

    assert it.client.files == {"/p/a.py": "x = 2"}
    assert [payload["tool_input"] for payload in it.log()] == [changed]


async def test_cancelling_takes_back_what_the_user_is_asked_for_a_hook(tmp_path: Path) -> None:
    async with talk(tmp_path, {"PreToolUse": saying("ask")}, _writes) as it:
        it.client.answers = False
        asked = asyncio.create_task(it.prompt())
        await it.client.was_asked.wait()
        await it.client.agent.cancel(session_id="s1")

        assert await asked == "cancelled"
    assert it.agent.heard == [("this was cancelled", {"code": -32800})]
    assert it.client.files == {}


@pytest.mark.parametrize("says", ["ask", "defer"])
@pytest.mark.parametrize(("choice", "files"), [("allow_once", {"/p/a.py": "x = 1\n"}), ("reject_once", {})])
async def test_a_hook_has_the_user_asked(tmp_path: Path, choice: str, files: dict[str, str], says: str) -> None:
    async with talk(tmp_path, {"PreToolUse": saying(says)}, _writes) as it:
        it.client.choose = choice
        await it.prompt()

    assert it.client.files == files
    assert it.client.asked == [{"title": "Write: house rule", "input": {"file_path": "/p/a.py", "content": "x = 1\n"}}]


async def test_a_write_that_was_permitted_is_not_judged_twice(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("x = 0\n")

    async def edits(agent: Agent, session: str, text: str) -> None:
        raw = {"filePath": str(file), "content": "x = 1\n"}
        call = {"toolCallId": "c1", "title": "Write", "kind": "edit", "rawInput": raw}
        await agent.tool(session, status="pending", **call)
        await agent.may(session, call)
        await agent.client.write_text_file(session_id=session, path=str(file), content="x = 1\n")
        await agent.tool(session, toolCallId="c1", status="completed", rawOutput="done")

    async with talk(tmp_path, {"PreToolUse": LOG, "PostToolUse": LOG}, edits) as it:
        await it.prompt()

    seen = [(it["hook_event_name"], it["tool_name"], it["tool_use_id"]) for it in it.log()]
    assert seen == [("PreToolUse", "Write", "c1"), ("PostToolUse", "Write", "c1")]


_WRITE = {"toolCallId": "c1", "title": "w", "kind": "edit", "rawInput": {"path": "/p/a.py", "content": "fine"}}
_THINK = {"toolCallId": "c1", "title": "just thinking", "kind": "think", "rawInput": {"command": "make"}}


@pytest.mark.parametrize(
    ("call", "method", "params"),
    [
        pytest.param(_WRITE, "fs/write_text_file", {"path": "/p/a.py", "content": "evil"}, id="another content"),
        pytest.param(_THINK, "terminal/create", {"command": "make"}, id="another tool"),
        pytest.param(EXECUTE, "terminal/create", {"command": "make", "cwd": "/"}, id="another folder"),
        pytest.param(
            EXECUTE, "terminal/create", {"command": "make", "env": [{"name": "A", "value": "b"}]}, id="variables"
        ),
    ],
)
async def test_what_was_not_permitted_like_this_is_judged(
    tmp_path: Path, call: dict[str, Any], method: str, params: dict[str, Any]
) -> None:
    async def swaps(agent: Agent, session: str, text: str) -> None:
        await agent.may(session, call)
        await agent.client._conn.send_request(method, {"sessionId": session, **params})

    async with talk(tmp_path, {"PreToolUse": LOG}, swaps) as it:
        await it.prompt()

    inputs = [it["tool_input"] for it in it.log()]
    assert len(inputs) >= 2
    if method == "terminal/create":
        around = {"cwd": params["cwd"]} if "cwd" in params else {"env": {"A": "b"}} if "env" in params else {}
        assert inputs[1] == {"command": "make", **around}
    else:
        assert inputs[1] == {"file_path": "/p/a.py", "content": "evil"}


async def test_a_permission_is_for_one_time(tmp_path: Path) -> None:
    async def runs_twice(agent: Agent, session: str, text: str) -> None:
        await agent.may(session, EXECUTE)
        for _ in range(2):
            await agent.client.create_terminal(session_id=session, command="make")

    async with talk(tmp_path, {"PreToolUse": LOG}, runs_twice) as it:
        await it.prompt()

    assert len({it["tool_use_id"] for it in it.log()}) == 2


async def test_what_the_user_has_not_allowed_for_a_hook_is_not_done(tmp_path: Path) -> None:
    async def runs_all_the_same(agent: Agent, session: str, text: str) -> None:
        assert await agent.may(session, EXECUTE) == "reject_once"
        with pytest.raises(acp.RequestError, match="permission for this was not given"):
            await agent.client.create_terminal(session_id=session, command="make")

    async with talk(tmp_path, {"PreToolUse": saying("ask")}, runs_all_the_same) as it:
        it.client.choose = "reject_once"
        await it.prompt()

    assert it.client.commands == []
    assert len(it.client.asked) == 1


async def test_what_the_user_has_not_answered_yet_is_not_done(tmp_path: Path) -> None:
    async def does_not_wait(agent: Agent, session: str, text: str) -> None:
        asking = asyncio.create_task(agent.may(session, EXECUTE))
        await it.client.was_asked.wait()
        with pytest.raises(acp.RequestError, match="not given yet"):
            await agent.client.create_terminal(session_id=session, command="make")
        asking.cancel()

    async with talk(tmp_path, {"PreToolUse": saying("ask")}, does_not_wait) as it:
        it.client.answers = False
        await it.prompt()

    assert it.client.commands == []


async def test_what_was_permitted_does_not_cover_what_the_call_becomes(tmp_path: Path) -> None:
    async def changes(agent: Agent, session: str, text: str) -> None:
        await agent.may(session, {**EXECUTE, "rawInput": {"command": "ls"}})
        await agent.tool(session, toolCallId="c1", status="in_progress", rawInput={"command": "rm -rf /"})
        try:
            await agent.client.create_terminal(session_id=session, command="rm -rf /")
        except acp.RequestError as error:
            agent.heard.append((str(error), {}))

    guard = "grep -q 'rm -rf' && { echo never >&2; exit 2; } || exit 0"
    async with talk(tmp_path, {"PreToolUse": guard}, changes) as it:
        await it.prompt()

    assert it.client.commands == []
    assert it.agent.heard == [("Refused by a hook: never", {})]


async def test_of_two_calls_that_do_the_same_the_permitted_one_counts(tmp_path: Path) -> None:
    async def runs(agent: Agent, session: str, text: str) -> None:
        for number in ("c1", "c2"):
            await agent.tool(session, status="pending", **{**EXECUTE, "toolCallId": number})
        await agent.may(session, {**EXECUTE, "toolCallId": "c2"})
        await agent.client.create_terminal(session_id=session, command="make")

    async with talk(tmp_path, {"PreToolUse": LOG}, runs) as it:
        await it.prompt()

    assert [it["tool_use_id"] for it in it.log()] == ["c2"]


async def test_a_refusal_is_for_once_where_it_can_be(tmp_path: Path) -> None:
    async def asks(agent: Agent, session: str, text: str) -> None:
        agent.heard.append((await agent.may(session, EXECUTE, ("reject_always", "reject_once")), {}))

    async with talk(tmp_path, {"PreToolUse": saying("deny")}, asks) as it:
        await it.prompt()

    assert it.agent.heard == [("reject_once", {})]


async def test_a_write_that_was_only_announced_is_judged_and_refused_once(tmp_path: Path) -> None:
    async def announces(agent: Agent, session: str, text: str) -> None:
        call = {"toolCallId": "c1", "title": "Edit", "kind": "edit", "rawInput": {"filePath": "/p/a.py"}}
        await agent.tool(session, status="pending", **call)
        await _writes(agent, session, text)
        await agent.tool(session, toolCallId="c1", status="failed")

    async with talk(tmp_path, {"PreToolUse": saying("deny"), "PostToolUseFailure": LOG}, announces) as it:
        await it.prompt()

    assert it.client.files == {}
    assert it.agent.heard == [("Refused by a hook: house rule", {"code": -32020})]
    assert it.log() == []


@pytest.mark.parametrize("result", [{"outcome": {"outcome": "cancelled"}}, {"outcome": {}}, {}, None])
def test_only_an_option_that_was_chosen_allows(result: Any) -> None:
    options = [{"kind": "allow_once"}, {"kind": "allow_always", "optionId": "a"}]
    assert not is_allowed({"result": result}, options)
    assert is_allowed({"result": {"outcome": {"outcome": "selected", "optionId": "a"}}}, options)


async def test_reading_and_running_are_judged(tmp_path: Path) -> None:
    async def reads_and_runs(agent: Agent, session: str, text: str) -> None:
        await agent.client.read_text_file(session_id=session, path="/p/a.py", line=3)
        terminal = await agent.client.create_terminal(session_id=session, command="pytest", args=["-k", "a b"])
        await agent.client.wait_for_terminal_exit(session_id=session, terminal_id=terminal.terminal_id)
        await agent.client.terminal_output(session_id=session, terminal_id=terminal.terminal_id)
        await agent.client.release_terminal(session_id=session, terminal_id=terminal.terminal_id)

    changed = saying("allow", updatedInput={"command": "timeout 9 pytest"})
    hooks: dict[str, str | tuple[str, str]] = {"PreToolUse": ("Bash", f"{LOG}; {changed}"), "PostToolUse": LOG}
    async with talk(tmp_path, hooks, reads_and_runs) as it:
        await it.prompt()

    assert it.client.commands == [{"command": "/bin/sh", "args": ["-c", "timeout 9 pytest"]}]
    read, before, after, joined = sorted(it.log(), key=lambda it: str(it["tool_use_id"]))
    assert (read["tool_name"], read["tool_input"]) == ("Read", {"file_path": "/p/a.py", "offset": 3})
    assert before["tool_input"] == {"command": "pytest -k 'a b'"}
    # Some clients join the words without quotes.
    assert joined["tool_input"] == {"command": "pytest -k a b"}
    assert (after["tool_input"], after["tool_response"]) == (
        {"command": "timeout 9 pytest"},
        {"output": "3 passed", "exitCode": 0},
    )


async def test_a_failed_write_is_a_failure(tmp_path: Path) -> None:
    async def fails(agent: Agent, session: str, text: str) -> None:
        with pytest.raises(acp.RequestError):
            await agent.client.write_text_file(session_id=session, path="/p/full", content="")

    async with talk(tmp_path, {"PostToolUse": LOG, "PostToolUseFailure": LOG}, fails) as it:
        await it.prompt()

    assert [(it["hook_event_name"], it["error"]) for it in it.log()] == [("PostToolUseFailure", "no space left")]


async def test_what_hooks_find_after_a_tool_reaches_the_agent_in_the_same_turn(tmp_path: Path) -> None:
    async def runs(agent: Agent, session: str, text: str) -> None:
        if text == "do it":
            await agent.tool(session, status="pending", **EXECUTE)
            await agent.tool(session, toolCallId="c1", status="completed", rawOutput={"exitCode": 0})

    async with talk(tmp_path, {"PostToolUse": "echo 'line 3 is too long' >&2; exit 2"}, runs) as it:
        await it.prompt()

    assert len(it.agent.prompts) == 2
    assert "line 3 is too long" in it.agent.prompts[1]


async def test_the_same_context_of_many_tools_is_read_once(tmp_path: Path) -> None:
    async def runs(agent: Agent, session: str, text: str) -> None:
        for number in range(3):
            call = {**EXECUTE, "toolCallId": f"{text}-{number}"}
            await agent.tool(session, status="completed", **call)

    async with talk(tmp_path, {"PostToolUse": f"echo '{json.dumps(CONTEXT)}'"}, runs) as it:
        await it.prompt()
        await it.prompt("go on")

    assert it.agent.prompts == ["do it", "go on\n[Hook Context]\n\ntidy"]


async def test_a_tool_that_was_refused_has_not_failed(tmp_path: Path) -> None:
    async def is_refused(agent: Agent, session: str, text: str) -> None:
        await agent.tool(session, status="pending", **EXECUTE)
        await agent.may(session, EXECUTE)
        await agent.tool(session, toolCallId="c1", status="failed")

    async with talk(tmp_path, {"PostToolUseFailure": LOG}, is_refused) as it:
        it.client.choose = "reject_once"
        await it.prompt()

    assert it.log() == []


async def test_a_hook_stops_the_agent_after_a_tool(tmp_path: Path) -> None:
    async def runs(agent: Agent, session: str, text: str) -> str:
        await agent.tool(session, status="completed", **EXECUTE)
        await agent.cancelled.wait()
        return "cancelled"

    async with talk(tmp_path, {"PostToolUse": 'echo \'{"continue": false, "stopReason": "enough"}\''}, runs) as it:
        assert await it.prompt() == "cancelled"

    assert "enough" in it.client.told


async def test_the_user_is_told_of_a_result_that_is_changed_too_late(tmp_path: Path) -> None:
    output = {"hookEventName": "PostToolUse", "updatedToolOutput": {"stdout": "***"}}

    async def runs(agent: Agent, session: str, text: str) -> None:
        await agent.tool(session, status="completed", rawOutput={"stdout": "secret"}, **EXECUTE)

    async with talk(tmp_path, {"PostToolUse": f"echo '{json.dumps({'hookSpecificOutput': output})}'"}, runs) as it:
        await it.prompt()

    assert it.client.told == "Bash: a hook changes the result, which the agent has read already"
