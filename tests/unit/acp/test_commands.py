"""A guard that reads one line of shell sees where a command runs and with which variables."""

from __future__ import annotations

import json
from pathlib import Path

import acp
import pytest
from acp import schema
from tests.unit.acp.ends import LOG, Agent, Json, talk

from hookwright.acp.requests import changed_request, tool_of_request
from hookwright.acp.tools import readings

READ_LINE = """python3 -c 'import json, sys; print(json.load(sys.stdin)["tool_input"]["command"])'"""


def lines(**params: object) -> list[object]:
    return [it.input["command"] for it in readings(tool_of_request("terminal/create", params), "/p")]


def test_the_forms_of_a_command() -> None:
    assert lines(command="git status") == ["git status"]
    assert lines(command="git status", cwd="/p/", env=[]) == ["git status"]
    assert lines(command="rm -rf .", cwd="/") == ["rm -rf .", "cd / && rm -rf ."]
    variables = [{"name": "LD_PRELOAD", "value": "/tmp/a b.so"}, {"name": "EMPTY", "value": ""}]
    assert lines(command="git", args=["status"], cwd="/p", env=variables) == [
        "git status",
        "export LD_PRELOAD='/tmp/a b.so' EMPTY='' && git status",
    ]
    assert lines(command="echo", args=["$(rm -rf ~)"], cwd="/q") == [
        "echo '$(rm -rf ~)'",
        "echo $(rm -rf ~)",
        "cd /q && echo '$(rm -rf ~)'",
        "cd /q && echo $(rm -rf ~)",
    ]


def test_members_beside_the_command() -> None:
    params = {"command": "ls", "cwd": "/q", "env": [{"name": "PATH", "value": "/evil"}]}

    assert tool_of_request("terminal/create", params).input == {"command": "ls", "cwd": "/q", "env": {"PATH": "/evil"}}


def test_hooks_change_the_folder_and_the_variables() -> None:
    params = {"command": "ls", "cwd": "/q", "env": [{"name": "PATH", "value": "/evil"}]}

    assert changed_request("terminal/create", params, {"command": "ls", "cwd": "/p", "env": {}}) == {
        "command": "ls",
        "cwd": "/p",
        "env": [],
    }


@pytest.mark.parametrize(
    ("pattern", "request_"),
    [
        ("LD_PRELOAD=", {"command": "git", "args": ["status"], "env": ["LD_PRELOAD"]}),
        ("GIT_SSH_COMMAND=", {"command": "git fetch", "env": ["GIT_SSH_COMMAND"]}),
        ("cd / ", {"command": "rm -rf .", "cwd": "/"}),
        ("^rm ", {"command": "rm -rf .", "cwd": "/", "env": ["HARMLESS"]}),
        ("^rm -rf /", {"command": "rm -rf /", "args": ["x"]}),
        ("echo; rm", {"command": "echo;", "args": ["rm x"]}),
    ],
)
async def test_a_guard_that_reads_the_line_sees_all(tmp_path: Path, pattern: str, request_: Json) -> None:
    async def runs(agent: Agent, session: str, text: str) -> None:
        variables = [schema.EnvVariable(name=it, value="/tmp/x") for it in request_.get("env", [])]
        given = {**request_, "env": variables}
        with pytest.raises(acp.RequestError, match="seen"):
            await agent.client.create_terminal(session_id=session, **given)

    guard = f"{READ_LINE} | grep -q '{pattern}' && {{ echo seen >&2; exit 2; }} || exit 0"
    async with talk(tmp_path, {"PreToolUse": ("Bash", guard)}, runs) as it:
        await it.prompt()

    assert it.client.commands == []


async def test_each_form_is_one_use_of_the_tool(tmp_path: Path) -> None:
    async def runs(agent: Agent, session: str, text: str) -> None:
        await agent.client.create_terminal(session_id=session, command="ls", cwd="/")

    async with talk(tmp_path, {"PreToolUse": LOG}, runs) as it:
        await it.prompt()

    assert [json.dumps(it["tool_input"]["command"]) for it in it.log()] == ['"ls"', '"cd / && ls"']
    assert len({str(it["tool_use_id"]) for it in it.log()}) == 2
