"""Conditions (B8) and what hooks are given (B4), with real processes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.unit.engine.commands import is_gone

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.events import RunEvent
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.outcome import Outcome

_LARGE = 200 * 1024


async def _fire(
    project: Path,
    *entries: dict[str, Any],
    event: str = "PreToolUse",
    payload: dict[str, Any] | None = None,
    host: Host | None = None,
    seen: list[RunEvent] | None = None,
) -> Outcome:
    table = by_id("agent-spec")
    file = project / ".agent" / "settings.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"hooks": {event: list(entries)}}), encoding="utf-8")
    given = {"tool_name": "Bash", "tool_input": {"command": "ls"}} if payload is None else payload
    plan = make_plan(Request(table, event, given, str(project), "s"), load(table, str(project)))
    return await dispatch(plan, host or Host.real(), watch=seen.append if seen is not None else None)


def _skipped(outcome: Outcome) -> list[tuple[str, str | None]]:
    return [(it.reading.status.value, it.skipped_because) for it in outcome.runs]


def _stdout(outcome: Outcome) -> str:
    result = outcome.runs[0].result
    assert result is not None
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


async def test_b8_a_condition_that_fails_skips_the_entry_and_says_so(tmp_path: Path) -> None:
    outcome = await _fire(
        tmp_path,
        {"command": "touch a", "condition": "test -f flag"},
        {"command": "touch b", "condition": "true"},
        {"command": "touch c", "condition": "kill -9 $$", "continueOnFailure": False},
    )
    assert _skipped(outcome) == [
        ("skipped", "its condition `test -f flag` exited 1"),
        ("succeeded", None),
        ("skipped", "its condition `kill -9 $$` was killed by signal 9"),
    ]
    assert [(tmp_path / it).exists() for it in "abc"] == [False, True, False]
    assert not outcome.folded.blocked
    # That a condition is not met is what it is for; that it came to no answer is said.
    assert [it.text for it in outcome.messages] == [
        "A hook was skipped: its condition `kill -9 $$` was killed by signal 9"
    ]


async def test_b8_a_condition_has_a_second(tmp_path: Path) -> None:
    outcome = await _fire(tmp_path, {"command": "touch a", "condition": "sleep 60 & echo $! > pid; wait"})
    assert _skipped(outcome) == [("skipped", "its condition `sleep 60 & echo $! > pid; wait` took longer than 1 s")]
    assert "took longer than 1 s" in outcome.messages[0].text
    assert is_gone(int((tmp_path / "pid").read_text(encoding="utf-8")))
    assert not (tmp_path / "a").exists()


async def test_b8_a_condition_is_given_what_the_command_is(tmp_path: Path) -> None:
    condition = 'pwd > there; printf %s "$TOOL_NAME $INPUT" > env; cat > stdin'
    command = 'pwd | cmp - there && printf %s "$TOOL_NAME $INPUT" | cmp - env && cmp - stdin'
    outcome = await _fire(tmp_path, {"command": command, "condition": condition})
    assert _skipped(outcome) == [("succeeded", None)]
    assert json.loads((tmp_path / "stdin").read_text(encoding="utf-8"))["tool_input"] == {"command": "ls"}


async def test_b8_a_skipped_run_starts_and_finishes_for_whoever_watches(tmp_path: Path) -> None:
    seen: list[RunEvent] = []
    await _fire(tmp_path, {"command": "true", "condition": "echo no; false"}, seen=seen)
    assert [(it.phase.value, it.run.skipped_because if it.run else None) for it in seen] == [
        ("started", None),
        ("finished", "its condition `echo no; false` exited 1"),
    ]


async def test_b8_a_condition_that_cannot_be_run_skips_the_entry(tmp_path: Path) -> None:
    outcome = await _fire(tmp_path, {"command": "true", "condition": "true"}, payload={"cwd": "nowhere"})
    (status, because), *_ = _skipped(outcome)
    assert status == "skipped"
    assert because is not None
    assert because.startswith("its condition `true` could not be run: the working directory")


@pytest.mark.parametrize("value", ["'", '"; touch pwned; echo "', "$(touch pwned)", "`touch pwned`", "\n; touch pwned"])
async def test_b4_no_value_can_inject_code(tmp_path: Path, value: str) -> None:
    payload = {"tool_name": value, "tool_input": {"command": value}}
    outcome = await _fire(tmp_path, {"command": 'printf "%s|%s" "$TOOL_NAME" "$INPUT"; : $INPUT'}, payload=payload)
    assert _stdout(outcome) == f"{value}|{json.dumps({'command': value}, separators=(',', ':'))}"
    assert not (tmp_path / "pwned").exists()


async def test_b4_a_large_value_is_in_a_file_as_long_as_the_hooks_run(tmp_path: Path) -> None:
    command = 'printf "%s" "<$INPUT>$INPUT_FILE"; wc -c < "$INPUT_FILE" > size'
    tool_input = {"content": "ü" * _LARGE}
    outcome = await _fire(tmp_path, {"command": command}, payload={"tool_name": "Write", "tool_input": tool_input})
    printed = _stdout(outcome)
    assert printed.startswith("<>/")
    size = len(json.dumps(tool_input, ensure_ascii=False, separators=(",", ":")).encode())
    assert int((tmp_path / "size").read_text(encoding="utf-8")) == size
    assert not Path(printed[2:]).exists()
    assert not Path(printed[2:]).parent.exists()


async def test_b4_a_large_prompt_and_one_with_a_nul_are_in_a_file(tmp_path: Path) -> None:
    command = {"command": '[ -z "$PROMPT" ] && cksum < "$PROMPT_FILE" > sum && wc -c < "$PROMPT_FILE"'}
    large = await _fire(tmp_path, command, event="UserPromptSubmit", payload={"prompt": "x" * _LARGE})
    assert _stdout(large).strip() == str(_LARGE)
    with_nul = await _fire(tmp_path, command, event="UserPromptSubmit", payload={"prompt": "a\0b"})
    assert _stdout(with_nul).strip() == "3"


async def test_b4_a_value_that_fits_makes_no_file(tmp_path: Path) -> None:
    outcome = await _fire(tmp_path, {"command": 'printf %s "${INPUT_FILE-none}"'})
    assert _stdout(outcome) == "none"


async def test_b4_stdin_has_no_blanks_that_agents_do_not_write(tmp_path: Path) -> None:
    await _fire(tmp_path, {"command": "cat > stdin"})
    assert '"tool_input":{"command":"ls"}' in (tmp_path / "stdin").read_text(encoding="utf-8")


async def test_b4_stdin_holds_the_same_as_one_object(tmp_path: Path) -> None:
    payload = {"tool_name": "Write", "tool_input": {"content": "x" * _LARGE}, "tool_use_id": "t1"}
    await _fire(tmp_path, {"command": "cat > stdin"}, payload=payload)
    given = json.loads((tmp_path / "stdin").read_text(encoding="utf-8"))
    assert given.pop("timestamp").endswith("Z")
    assert given == {"session_id": "s", "hook_event_name": "PreToolUse", **payload}


async def test_b4_the_users_name_is_the_hosts_unless_the_payload_has_one(tmp_path: Path) -> None:
    host = Host({"PATH": os.defpath, "USER": "ada"}, "/home/grace")
    command = {"command": 'cat > stdin; printf %s "$USER_NAME"'}
    own = await _fire(tmp_path, command, event="UserPromptSubmit", payload={"prompt": "x"}, host=host)
    assert _stdout(own) == "ada"
    assert json.loads((tmp_path / "stdin").read_text(encoding="utf-8"))["user_name"] == "ada"
    said = {"prompt": "x", "user_name": "grace"}
    assert _stdout(await _fire(tmp_path, command, event="UserPromptSubmit", payload=said, host=host)) == "grace"


def test_the_host_names_the_user_by_the_home_folder_where_nothing_else_does() -> None:
    assert Host({}, "/home/grace").user == "grace"
    assert Host({"LOGNAME": "ada"}, "/home/grace").user == "ada"


async def test_a_condition_and_a_command_are_both_run_in_the_cage(tmp_path: Path) -> None:
    caged = replace(Host.real(), cage=("/usr/bin/env", "CAGED=yes"))
    entry = {"command": "echo caged: $CAGED", "condition": '[ "$CAGED" = yes ]'}
    assert _stdout(await _fire(tmp_path, entry, host=caged)) == "caged: yes\n"


@pytest.mark.parametrize(
    ("server", "code"), [({"url": "http://127.0.0.1:1/"}, "no-network"), ({"command": "no-such-server"}, "mcp-failed")]
)
async def test_no_server_by_url_is_reached_from_a_cage(tmp_path: Path, server: dict[str, str], code: str) -> None:
    table = by_id("claude-code")
    hook = {"type": "mcp_tool", "server": "db", "tool": "query"}
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}))
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": {"db": server}}))
    caged = replace(Host.real(str(tmp_path / "home")), cage=("/usr/bin/env",))
    plan = make_plan(
        Request(table, "PreToolUse", {"tool_name": "Bash"}, str(tmp_path), "s"), load(table, str(tmp_path))
    )
    [found] = (await dispatch(plan, caged)).degraded
    assert found.code == code
