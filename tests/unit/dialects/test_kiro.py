"""What is known of Kiro's hook files, held against the engine with real processes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.unit.analysis.conftest import subject_of

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_hook_file
from hookwright.config.workspace import load
from hookwright.converting.convert import convert
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Severity
from hookwright.readers.choice import placed

KIRO = by_id("kiro")
SHELL = {"tool_name": "shell", "tool_input": {"command": "git push --force"}}


def _hook(trigger: str, command: str, **keys: Any) -> dict[str, Any]:
    return {"name": command, "trigger": trigger, "action": {"type": "command", "command": command}, **keys}


def _write(folder: Path, *hooks: Any, name: str = "guards") -> Path:
    file = folder / ".kiro" / "hooks" / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"version": "v1", "hooks": hooks}), encoding="utf-8")
    return file


async def _fire(
    project: Path, event: str, payload: dict[str, Any] | None = None, *, home: Path | None = None
) -> Outcome:
    snapshot = load(KIRO, str(project), Host({}, str(home) if home else ""))
    request = Request(KIRO, event, SHELL if payload is None else payload, str(project), "s")
    return await dispatch(make_plan(request, snapshot), Host({"PATH": os.defpath}, str(home)))


async def test_o1_every_file_of_the_user_and_the_project_applies(tmp_path: Path) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    _write(home, _hook("Stop", "echo user"))
    _write(project, _hook("Stop", "echo a"), _hook("PreToolUse", "echo other"), _hook("Stop", "echo c"), name="a")
    _write(project, _hook("Stop", "echo b"), name="b")
    runs = (await _fire(project, "Stop", {}, home=home)).runs

    assert [it.result.stdout.strip() for it in runs if it.result] == ["user", "a", "c", "b"]
    assert [it.hook.pointer for it in runs][1:3] == ["/hooks/0/action", "/hooks/2/action"]
    assert runs[1].hook.name == "echo a"


def test_o1_a_former_file_under_a_new_name_is_said_not_to_be_read() -> None:
    text = json.dumps({"version": "1.0.0", "when": {"type": "fileEdited"}, "then": {"type": "runCommand"}})
    file = read_hook_file("/p/.kiro/hooks/lint.json", text, KIRO, Scope.PROJECT)

    (found,) = check_file(Subject(file, "/p", RealDisk("/home/nobody")))
    assert (found.rule.name, found.severity) == ("file-not-read", Severity.WARNING)


@pytest.mark.parametrize(
    "given",
    [
        {"version": "1", "when": {"type": "fileEdited"}, "then": {"type": "runCommand", "command": "x"}},
        {"version": "v1", "hooks": [{"name": "a", "trigger": "Nonsense", "action": {"type": "command"}}]},
        {"name": "review", "hooks": {"preToolUse": [{"command": "echo"}]}},
    ],
)
def test_o1_whatever_a_former_file_holds_only_that_it_is_not_read_is_said(given: dict[str, Any]) -> None:
    (reader,) = placed("/p/.kiro/hooks/a.kiro.hook", text=json.dumps(given))
    file = read_hook_file("/p/.kiro/hooks/a.kiro.hook", json.dumps(given), reader.dialect, reader.scope)

    (found,) = check_file(Subject(file, "/p", RealDisk("/home/nobody")))
    assert found.rule.name == "file-not-read"
    assert ".kiro/hooks/*.json" in found.finding.message


async def test_o2_a_hook_that_is_off_does_not_run_and_one_that_is_wrong_is_told_of(tmp_path: Path) -> None:
    off, wrong = _hook("Stop", "echo off", enabled=False), {"name": "a", "trigger": "Stop", "action": {"type": "run"}}
    _write(tmp_path, off, wrong, 5, _hook("Stop", "echo on", enabled=True))
    outcome = await _fire(tmp_path, "Stop", {})

    assert [it.hook.name for it in outcome.runs] == ["echo on"]
    told = [it.text.rpartition(":1: ")[2] for it in outcome.messages[:2]]
    assert told[0].startswith("a hook must be an object, but this is a number")
    assert told[1].startswith("this hook has an unknown `type`")


def test_o2_a_time_out_is_beside_the_action_and_0_is_no_limit(tmp_path: Path) -> None:
    inside = {"name": "d", "trigger": "Stop", "action": {"type": "command", "command": "d", "timeout": 7}}
    hooks = (_hook("Stop", "a", timeout=5), _hook("Stop", "b", timeout=0), _hook("Stop", "c"), inside)
    _write(tmp_path, *hooks)
    plan = make_plan(Request(KIRO, "Stop", {}, str(tmp_path), "s"), load(KIRO, str(tmp_path)))

    assert [it.timeout for it in plan.steps] == [5, 86400, 60, 7]


@pytest.mark.parametrize(
    ("matcher", "runs"),
    [(None, 1), ("*", 1), ("shell", 1), ("she", 1), ("^execute_bash$", 1), ("read|write", 0), ("Shell", 0)],
)
async def test_o3_matchers_are_expressions_over_the_names_of_tools(
    tmp_path: Path, matcher: str | None, runs: int
) -> None:
    _write(tmp_path, _hook("PreToolUse", "true", **({} if matcher is None else {"matcher": matcher})))
    assert len((await _fire(tmp_path, "PreToolUse")).runs) == runs


async def test_o3_file_events_match_paths(tmp_path: Path) -> None:
    _write(tmp_path, _hook("PostFileSave", "true", matcher=r"\.ts$"))

    assert len((await _fire(tmp_path, "PostFileSave", {"file_path": "src/a.ts"})).runs) == 1
    assert not (await _fire(tmp_path, "PostFileSave", {"file_path": "src/a.tsx"})).runs


@pytest.mark.parametrize("event", [it.name for it in KIRO.events])
async def test_o4_exit_2_blocks_what_is_announced(tmp_path: Path, event: str) -> None:
    _write(tmp_path, _hook(event, "echo why >&2; exit 2"))
    outcome = await _fire(tmp_path, event, {**SHELL, "file_path": "a"})

    assert outcome.folded.blocked == (event in ("UserPromptSubmit", "PreToolUse", "PreTaskExec"))
    assert [it.text.strip() for it in outcome.messages] == ["why"]


async def test_o4_a_missing_program_blocks_nothing(tmp_path: Path) -> None:
    _write(tmp_path, _hook("PreToolUse", "./no-such-guard.sh"))
    outcome = await _fire(tmp_path, "PreToolUse")

    assert not outcome.folded.blocked
    assert [it.reading.status for it in outcome.runs] == ["cannot-start"]


async def test_o5_stdin_says_what_happened(tmp_path: Path) -> None:
    _write(tmp_path, _hook("PreToolUse", "cat > got.json"))
    await _fire(tmp_path, "PreToolUse")
    got = json.loads((tmp_path / "got.json").read_text())

    assert got == {"hook_event_name": "PreToolUse", "cwd": str(tmp_path), "session_id": "s", **SHELL}


def test_o6_what_stands_on_documents_is_a_step_lower() -> None:
    text = json.dumps({"version": "v1", "hooks": [_hook("Nonsense", "echo '")]})
    file = read_hook_file("/p/.kiro/hooks/a.json", text, KIRO, Scope.PROJECT)
    found = {it.rule.name: it for it in check_file(subject_of(file.tree.text, KIRO.id))}

    assert found["unknown-event"].severity is Severity.WARNING
    assert found["unknown-event"].finding.message.endswith("(according to the documentation of v1)")
    assert found["shell-syntax"].severity is Severity.ERROR


def test_a_file_is_converted_there_and_back() -> None:
    text = json.dumps(
        {
            "hooks": {
                "PreToolUse": [
                    {
                        "matcher": "Bash",
                        "hooks": [
                            {"type": "command", "command": "make guard", "timeout": 5},
                            {"type": "command", "command": "make log"},
                        ],
                    }
                ]
            }
        }
    )
    claude = by_id("claude-code")
    there = convert(read_hook_file("/p/.claude/settings.json", text, claude, Scope.PROJECT), KIRO)
    back = convert(read_hook_file("/p/.kiro/hooks/a.json", there.text, KIRO, Scope.PROJECT), claude)

    assert json.loads(there.text) == {
        "version": "v1",
        "hooks": [
            {
                "name": "PreToolUse 1",
                "trigger": "PreToolUse",
                "matcher": "shell",
                "action": {"type": "command", "command": "make guard"},
                "timeout": 5,
            },
            {
                "name": "PreToolUse 2",
                "trigger": "PreToolUse",
                "matcher": "shell",
                "action": {"type": "command", "command": "make log"},
            },
        ],
    }
    assert json.loads(back.text) == json.loads(text)
