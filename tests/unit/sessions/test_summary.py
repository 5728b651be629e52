"""What records come to: for the right hook and line, and with nothing claimed that they do not say."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.unit.sessions.homes import Home, failed, settings

from hookwright.config.recorder import SCRIPT, RecorderCommand
from hookwright.reports.seen_data import seen_data
from hookwright.reports.seen_markdown import seen_markdown
from hookwright.reports.seen_page import seen_page
from hookwright.reports.seen_text import seen_lines
from hookwright.reports.seen_words import short_verdict, verdict

_NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    project = tmp_path / "shop"
    project.mkdir()
    return Home(tmp_path / "home", project.resolve())


def _project(home: Home) -> Path:
    assert home.project is not None
    return home.project


def _refused(number: int, said: str, folder: Path, tool: str = "Bash") -> dict[str, Any]:
    content = [{"type": "tool_result", "content": f"PreToolUse:{tool} hook error: {said}", "is_error": True}]
    decision = {"decision": "reject", "source": "hook", "reasonType": "hook", "reasonCode": "hook:PreToolUse"}
    line = {"type": "user", "message": {"role": "user", "content": content}, "uuid": f"r{number}", "cwd": str(folder)}
    more = {"timestamp": "2026-11-24T11:00:00.000Z", "sessionId": "s", "toolDenialKind": "permission-rule"}
    return {**line, **more, "permissionDecision": decision}


def test_a_guard_that_always_fails_is_worst_and_at_its_line(home: Home) -> None:
    folder = _project(home)
    settings(folder, {"PreToolUse": [("Bash", "ok.sh"), ("Bash", ".claude/guard.sh")]})
    lines = [failed(it, ".claude/guard.sh", str(folder), at=f"2026-07-{12 + it % 9}T10:00:00Z") for it in range(73)]
    home.write("claude-code", lines)
    first, second = home.seen("claude-code")["hooks"]
    assert (first["runs"], first["failed"], first["lastExitCode"], first["place"]["line"]) == (73, 73, 127, 16)
    assert (first["p50Ms"], first["p95Ms"], first["secondsPerSession"]) == (12.0, 12.0, 0.876)
    assert verdict(first, now=_NOW) == "failed in 73 of 73 recorded runs since 12 July: /bin/sh: 1: jq: not found"
    assert short_verdict(first) == "failed in 73 of 73 recorded runs: /bin/sh: 1: jq: not found"
    assert (second["command"], second["runs"], short_verdict(second)) == ("ok.sh", 0, "")


def test_a_hook_without_records_is_never_said_not_to_have_fired(home: Home) -> None:
    settings(_project(home), {"PreToolUse": [("Bash", "true")]})
    home.write("claude-code", [failed(1, "other.sh", str(home.project))])
    text = "\n".join(seen_lines(seen_data(str(home.project), home.host, agent="claude-code"), str))
    assert "never" not in text
    assert "They did not run, or they ran and left no trace." in text
    assert "`hookwright record on`" in text


def test_the_matcher_tells_which_of_two_equal_commands_ran(home: Home) -> None:
    folder = _project(home)
    settings(folder, {"PreToolUse": [("Write", "guard.sh"), ("Bash", "guard.sh")]})
    home.write("claude-code", [failed(1, "guard.sh", str(folder))])
    assert [(it["matcher"], it["runs"]) for it in home.seen("claude-code")["hooks"]] == [("Bash", 1), ("Write", 0)]


def test_the_same_command_of_another_event_is_another_hook(home: Home) -> None:
    folder = _project(home)
    settings(folder, {"PreToolUse": [("Bash", "log.sh")], "PostToolUse": [("Bash", "log.sh")]})
    home.write("claude-code", [failed(1, "log.sh", str(folder))])
    assert {it["event"]: it["runs"] for it in home.seen("claude-code")["hooks"]} == {"PreToolUse": 1, "PostToolUse": 0}


def test_a_command_that_has_changed_since_is_of_an_earlier_version(home: Home) -> None:
    folder = _project(home)
    settings(folder, {"PreToolUse": [("Bash", "bash .claude/guard.sh")]})
    lines = [failed(1, ".claude/guard.sh", str(folder)), failed(2, "gone.sh", str(folder))]
    refused = [_refused(3, "[python3 guard.py; exit 2]: no", folder), _refused(4, "[exit 2]: No stderr output", folder)]
    home.write("claude-code", [*lines, *refused])
    agent = home.seen("claude-code")
    assert [it["runs"] for it in agent["hooks"]] == [0]
    found = {it["command"]: it["now"] and it["now"]["line"] for it in agent["earlier"]}
    assert found == {".claude/guard.sh": 7, "gone.sh": None, "python3 guard.py; exit 2": None, "exit 2": None}
    text = "\n".join(seen_lines(seen_data(str(folder), home.host), str))
    assert f"recorded for an earlier version of the hook at {folder}/.claude/settings.json:7" in text
    assert "recorded for a hook that is no longer there, or for an earlier version of one" in text


def test_a_refusal_is_counted_for_the_command_in_brackets(home: Home) -> None:
    folder = _project(home)
    command = "test x = ']: ' || echo 'a ]: b' >&2; exit 2"
    settings(folder, {"PreToolUse": [("Bash", command), ("Bash", "test x = '"), ("Bash", "other")]})
    home.write(
        "claude-code", [_refused(1, f"[{command}]: a ]: b\n", folder), _refused(2, "[other]: No stderr output", folder)]
    )
    hooks = {it["command"]: (it["refused"], it["lastReason"]) for it in home.seen("claude-code")["hooks"]}
    assert hooks == {command: (1, "a ]: b"), "other": (1, ""), "test x = '": (0, "")}


def test_a_reason_that_begins_with_brackets_is_no_command(home: Home) -> None:
    folder = _project(home)
    settings(folder, {"PreToolUse": [("Bash", "a.sh"), ("Bash", "b.sh")]})
    home.write("claude-code", [_refused(1, "[guard]: not this", folder)])
    agent = home.seen("claude-code")
    assert agent["earlier"] == []
    assert [(it["refused"], it["lastReason"], len(it["candidates"])) for it in agent["events"]] == [
        (1, "[guard]: not this", 2)
    ]


def test_a_record_that_names_no_hook_is_counted_for_the_event_with_those_that_can_be_meant(home: Home) -> None:
    folder = _project(home)
    settings(folder, {"PreToolUse": [("Bash", "a.sh"), ("Bash", "b.sh"), ("Write", "c.sh")]})
    home.write("claude-code", [_refused(1, "not this", folder), _refused(2, "nor that", folder, "Write")])
    agent = home.seen("claude-code")
    assert [it["runs"] for it in agent["hooks"]] == [0, 0, 0]
    found = {it["target"]: (it["refused"], [one["line"] for one in it["candidates"]]) for it in agent["events"]}
    assert found == {"Bash": (1, [7, 16]), "Write": (1, [25])}
    text = "\n".join(seen_lines(seen_data(str(folder), home.host), str))
    file = folder / ".claude" / "settings.json"
    assert f"PreToolUse Write  the records name no hook; of the current hooks, only {file}:25 fits" in text
    assert f"PreToolUse Bash  the records name no hook; of the current hooks, these fit: {file}:7, {file}:16" in text
    assert "The files have no records of these hooks" not in text


def test_other_projects_and_times_are_left_out(home: Home) -> None:
    folder = _project(home)
    settings(folder, {"PreToolUse": [("Bash", "a")]})
    lines = [failed(1, "a", str(folder)), failed(2, "a", str(folder), at="2026-10-01T00:00:00Z")]
    home.write("claude-code", lines)
    other = Home(home.folder, Path("/home/ann/other"))
    other.write("claude-code", [failed(3, "a", "/home/ann/other")], "other")
    assert home.seen("claude-code")["hooks"][0]["runs"] == 2
    since = datetime(2026, 11, 1, tzinfo=UTC).timestamp()
    (agent,) = seen_data(str(folder), home.host, agent="claude-code", since=since)["agents"]
    assert agent["hooks"][0]["runs"] == 1


def test_hooks_of_the_user_are_counted_at_their_line(home: Home) -> None:
    folder = _project(home)
    file = settings(home.folder, {"PreToolUse": [("Bash", "mine.sh")]})
    home.write("claude-code", [failed(1, "mine.sh", str(folder))])
    (hook,) = home.seen("claude-code")["hooks"]
    assert (hook["place"]["source"], hook["runs"]) == (str(file), 1)


def test_a_project_whose_hooks_are_gone_still_tells_what_they_did(home: Home) -> None:
    folder = _project(home)
    home.write("claude-code", [failed(1, "gone.sh", str(folder))])
    (agent,) = seen_data(str(folder), home.host)["agents"]
    assert (agent["dialect"], [it["command"] for it in agent["earlier"]]) == ("claude-code", ["gone.sh"])


def test_a_copilot_failure_is_of_the_hooks_in_the_file_that_it_names(home: Home) -> None:
    folder = _project(home)
    file = folder / ".github" / "hooks" / "h.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"version": 1, "hooks": {"preToolUse": [{"type": "command", "bash": "echo A >&2; exit 1"}]}}')
    home.record("copilot-cli", "copilot-cli-1.0.102-several")
    (event,) = home.seen("copilot-cli")["events"]
    assert (event["failed"], event["lastStderr"], event["lastExitCode"]) == (1, "A", 1)
    assert [it["source"] for it in event["candidates"]] == [str(file)]
    file.write_text(
        '{"version": 1, "hooks": {"preToolUse": [{"type": "command", "bash": "a"}, {"type": "command", "bash": "b"}]}}'
    )
    agent = home.seen("copilot-cli")
    assert [it["runs"] for it in agent["hooks"]] == [0, 0]
    assert [(it["failed"], len(it["candidates"])) for it in agent["events"]] == [(1, 2)]


def test_gemini_projects_are_known_by_their_digest(home: Home) -> None:
    from hashlib import sha256

    folder = _project(home)
    settings(folder, {"BeforeTool": [("run_shell_command", "guard.sh")]}, ".gemini/settings.json")
    home.record("gemini-cli", "gemini-cli-0.61.0-exit2")
    place = home.place("gemini-cli", "gemini-cli-0.61.0-exit2")
    recorded, own = (sha256(it.encode()).hexdigest() for it in ("/home/ann/shop", str(folder)))
    place.write_text(place.read_text().replace(recorded, own))
    (event,) = home.seen("gemini-cli")["events"]
    assert (event["refused"], event["lastReason"], len(event["candidates"])) == (1, "NO-REASON", 1)


def test_an_agent_that_records_nothing_of_hooks_is_said_to(home: Home) -> None:
    folder = _project(home)
    settings(folder, {"PreToolUse": [("run_shell_command", "guard.sh")]}, ".qwen/settings.json")
    agent = home.seen("qwen-code")
    assert (agent["measured"], agent["files"]) == ("", 0)
    assert "and not that a hook did so" in agent["unknown"]


def test_the_hooks_that_record_payloads_are_left_out(home: Home) -> None:
    folder = _project(home)
    command = RecorderCommand("/usr/bin/python3", f"/opt/{SCRIPT}", "claude-code", "PreToolUse").written()
    settings(folder, {"PreToolUse": [("Bash", command), ("Bash", "true")]})
    home.write("claude-code", [failed(1, command, str(folder))])
    agent = home.seen("claude-code")
    assert ([it["command"] for it in agent["hooks"]], agent["earlier"]) == (["true"], [])


def test_agents_of_which_nothing_is_known_are_named(home: Home) -> None:
    folder = _project(home)
    file = folder / ".cursor" / "hooks.json"
    file.parent.mkdir()
    file.write_text('{"version": 1, "hooks": {"beforeShellExecution": [{"command": "guard.sh"}]}}')
    data = seen_data(str(folder), home.host)
    assert (data["agents"], data["unread"]) == ([], ["Cursor"])
    said = "Not read, because hookwright does not know what they record: Cursor."
    for page in ("\n".join(seen_lines(data, str)), seen_markdown(data, ""), seen_page(data, str)):
        assert said in page
