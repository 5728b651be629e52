"""Lines that Codex, Gemini CLI and Copilot CLI wrote, as records."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from tests.unit.sessions.homes import PROJECT, Home

from hookwright.sessions.records import Ending


def test_copilot_says_how_the_hooks_of_an_event_ended(tmp_path: Path) -> None:
    home = Home(tmp_path)
    names = ("exit1", "exit2", "timeout", "silent", "stop", "several")
    home.record("copilot-cli", *(f"copilot-cli-1.0.102-{it}" for it in names))
    runs = [(it.event, it.target, it.ending, it.exit_code, it.stderr, it.source) for it in home.runs("copilot-cli")]
    file = ".github/hooks/h.json"
    assert runs == [
        ("preToolUse", "bash", Ending.REFUSED, None, "hook exited with code 2", None),
        ("preToolUse", "bash", Ending.FAILED, 1, "OOPS", file),
        ("preToolUse", "bash", Ending.TIMED_OUT, None, "", file),
        ("preToolUse", "bash", Ending.SUCCEEDED, None, "", None),
        ("agentStop", None, Ending.FAILED, None, "GOON", None),
        ("preToolUse", "bash", Ending.FAILED, 1, "A", file),
    ]
    timed_out = next(it for it in home.runs("copilot-cli") if it.ending is Ending.TIMED_OUT)
    assert (timed_out.command, timed_out.project) == ("sleep 6", PROJECT)
    assert timed_out.duration == pytest.approx(1.01)


def test_codex_says_that_a_tool_was_refused_and_which_file_made_it_go_on(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.record("codex", "codex-0.169.0-exit2", "codex-0.169.0-stops")
    assert [(it.event, it.ending, it.stderr, it.source, it.project) for it in home.runs("codex")] == [
        ("PreToolUse", Ending.REFUSED, "NO-REASON", None, PROJECT),
        ("Stop", Ending.REFUSED, "GOON", f"{PROJECT}/.codex/hooks.json", PROJECT),
        ("Stop", Ending.REFUSED, "GOON2", f"{PROJECT}/.codex/hooks.json", PROJECT),
    ]


def test_codex_reasons_are_left_out_where_the_call_may_be_in_them(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.record("codex", "codex-0.169.0-exit2")
    file = home.place("codex", "codex-0.169.0-exit2")
    file.write_text(file.read_text().replace("echo TOOL-OUTPUT", "echo . Command: echo"))
    assert [it.stderr for it in home.runs("codex")] == [""]


def test_gemini_says_that_a_tool_was_refused_once_for_each_call(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.record("gemini-cli", "gemini-cli-0.61.0-exit2", "gemini-cli-0.61.0-post2")
    digest = sha256(PROJECT.encode()).hexdigest()
    assert [(it.event, it.target, it.ending, it.stderr, it.project) for it in home.runs("gemini-cli")] == [
        ("BeforeTool", "run_shell_command", Ending.REFUSED, "NO-REASON", digest),
        ("AfterTool", "run_shell_command", Ending.REFUSED, "POSTNO", digest),
    ]
