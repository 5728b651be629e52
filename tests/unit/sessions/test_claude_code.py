"""Lines that Claude Code wrote, as records."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.sessions.homes import PROJECT, Home

from hookwright.sessions.records import Ending, RecordedRun


@pytest.fixture
def runs(tmp_path: Path) -> list[RecordedRun]:
    home = Home(tmp_path)
    home.record("claude-code", "claude-code-2.1.330")
    return home.runs("claude-code")


def _of(runs: list[RecordedRun], event: str, ending: Ending) -> list[tuple[str | None, int | None, str]]:
    return [(it.command, it.exit_code, it.stderr) for it in runs if (it.event, it.ending) == (event, ending)]


def test_failures_have_the_command_the_exit_code_and_standard_error(runs: list[RecordedRun]) -> None:
    failed = _of(runs, "PreToolUse", Ending.FAILED)
    assert ("echo OOPS >&2; exit 1", 1, "OOPS") in failed
    assert ("nosuchprogram --x", 127, "/bin/sh: 1: nosuchprogram: not found") in failed
    # The agent does not say that a signal has killed the shell.
    assert ("kill -9 $$", 1, "") in failed
    assert ("exit 3", 3, "") in failed
    assert ("sh -c echo ARGS >&2; exit 1", 1, "ARGS") in failed
    assert next(it for it in failed if it[0] == "echo '{bad}'")[1] == 0


def test_an_exit_2_that_refuses_nothing_is_a_failure(runs: list[RecordedRun]) -> None:
    assert _of(runs, "SessionStart", Ending.FAILED) == [("echo SS2 >&2; exit 2", 2, "SS2")]
    assert _of(runs, "SubagentStart", Ending.FAILED) == [("echo SST >&2; exit 2", 2, "SST")]


def test_time_outs_have_the_time(runs: list[RecordedRun]) -> None:
    (timed_out,) = [it for it in runs if it.ending is Ending.TIMED_OUT]
    assert (timed_out.command, timed_out.duration) == ("sleep 5", 1.029)


def test_a_refusal_with_its_command_is_kept_until_the_commands_are_known(runs: list[RecordedRun]) -> None:
    openings = [it.opening for it in runs if it.event == "PreToolUse" and it.opening]
    assert "echo NO-REASON >&2; exit 2]: NO-REASON\n" in openings
    assert "exit 2]: No stderr output" in openings
    assert "Is it ok? $ARGUMENTS]: PROMPTNO" in openings


def test_a_refusal_by_json_names_no_command(runs: list[RecordedRun]) -> None:
    refused = [it for it in runs if it.ending is Ending.REFUSED and it.stderr == "JREASON"]
    assert [(it.command, it.opening, it.target) for it in refused] == [(None, None, "Bash")]


def test_a_refusal_after_the_tool_names_its_command(runs: list[RecordedRun]) -> None:
    assert _of(runs, "PostToolUse", Ending.REFUSED) == [
        ("""echo '{"decision":"block","reason":"PBLOCK"}'""", None, "PBLOCK"),
        ("echo POSTNO >&2; exit 2", None, "POSTNO"),
    ]


def test_a_refused_prompt_is_not_kept_with_its_reason(runs: list[RecordedRun]) -> None:
    assert _of(runs, "UserPromptSubmit", Ending.REFUSED) == [
        (None, None, "PNO"),
        ("echo PNO >&2; exit 2", 2, "PNO"),
        ("echo 'r1 ]: x' >&2; echo r2 >&2; exit 2", 2, "r1 ]: x\nr2"),
    ]
    assert "secret" not in repr(runs)


def test_every_hook_of_a_stop_is_counted_once(runs: list[RecordedRun]) -> None:
    stops = [it for it in runs if it.event == "Stop"]
    assert len({it.key for it in stops}) == len(stops)
    assert [it.ending for it in stops if it.command == "true"] == [Ending.SUCCEEDED] * 3
    go_on = [it for it in stops if it.command == "test -e s && exit 0; touch s; echo GOON >&2; exit 2"]
    assert [(it.ending, it.stderr) for it in go_on] == [(Ending.REFUSED, "GOON"), (Ending.SUCCEEDED, "")]
    block = [it.ending for it in stops if it.command is not None and "SBLOCK" in it.command]
    assert block == [Ending.REFUSED, Ending.SUCCEEDED]
    assert [it.ending for it in stops if it.command == "nosuch2"] == [Ending.FAILED]


def test_what_a_tool_prints_is_no_refusal(runs: list[RecordedRun]) -> None:
    assert "forged" not in repr(runs)


def test_a_question_that_the_user_denied_is_no_refusal(runs: list[RecordedRun]) -> None:
    assert "ASKR" not in "".join(it.stderr for it in runs)
    assert any(it.ending is Ending.SUCCEEDED and "ASKR" in (it.command or "") for it in runs)


def test_a_silent_success_leaves_no_trace(runs: list[RecordedRun]) -> None:
    assert [it.event for it in runs if it.command == "true"] == ["Stop"] * 3


def test_the_project_is_the_folder_that_the_session_began_in(tmp_path: Path, runs: list[RecordedRun]) -> None:
    assert {it.project for it in runs} == {PROJECT}
    home = Home(tmp_path / "below")
    home.record("claude-code", "claude-code-2.1.330")
    file = home.place("claude-code", "claude-code-2.1.330")
    file.write_text(file.read_text().replace(f'"cwd":"{PROJECT}"', f'"cwd":"{PROJECT}/src/deep"'))
    assert {it.project for it in home.runs("claude-code")} == {PROJECT}


def test_sessions_of_an_earlier_version_are_read(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.record("claude-code", "claude-code-2.1.268")
    runs = home.runs("claude-code")
    assert [it.opening for it in runs if it.event == "Stop" and it.opening] == [
        "test -e s && exit 0; touch s; echo GOON >&2; exit 2]: GOON\n"
    ]
    assert [it.opening for it in runs if it.event == "PreToolUse" and it.opening] == [
        "echo SUBNO >&2; exit 2]: SUBNO\n",
        "echo C >&2; exit 2]: C\n",
    ]
