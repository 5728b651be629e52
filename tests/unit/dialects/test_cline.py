"""The `cline` dialect (Y), fired with real processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import statuses

from hookwright.config.read import read_hook_file
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.model.outcome import Outcome
from hookwright.readers.choice import readers

TABLE = by_id("cline")
CALL: dict[str, Any] = {"preToolUse": {"toolName": "run_commands", "parameters": {"commands": '["npm test"]'}}}
FOLDER = ".clinerules/hooks"


def put(folder: Path, name: str, *lines: str, first: str = "#!/bin/sh", mode: int = 0o755) -> Path:
    script = folder / name
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text("\n".join([first, *lines, ""]), encoding="utf-8")
    script.chmod(mode)
    return script


async def fire(project: Path, event: str = "PreToolUse", home: Path | None = None, **payload: Any) -> Outcome:
    snapshot = load(TABLE, str(project), Host({}, str(home or "/nowhere")))
    assert snapshot.problems == ()
    return await dispatch(make_plan(Request(TABLE, event, payload or CALL, str(project), "s1"), snapshot), Host.real())


def printing(answer: object) -> str:
    return f"printf '%s' '{json.dumps(answer)}'"


def test_y1_eleven_events_and_what_they_can_do() -> None:
    assert [it.name for it in TABLE.events if it.can_block] == ["PreToolUse", "UserPromptSubmit", "TaskStart"]
    assert len(TABLE.events) == 11


async def test_y2_scripts_of_four_folders_all_run(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    places = [(home, "Documents/Cline/Hooks"), (home, ".cline/hooks"), (project, FOLDER), (project, ".cline/hooks")]
    for folder, name in places:
        put(folder / name, "PreToolUse", f"echo {name}")
    outcome = await fire(project, home=home)
    assert [it.result.stdout.strip() for it in outcome.runs if it.result] == [name for _, name in places]


@pytest.mark.parametrize("name", ["README.md", "setup.sh", "lib.py", "PreToolUse.md", ".PreToolUse", "PreToolUse.bak"])
def test_y2_other_files_are_no_hooks(tmp_path: Path, name: str) -> None:
    script = put(tmp_path / FOLDER, name)
    assert readers(str(script), script.read_text(encoding="utf-8")) == ()
    assert load(TABLE, str(tmp_path)).hooks == ()


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("PreToolUse", "PreToolUse"),
        ("pretooluse", "PreToolUse"),
        ("PreToolUse.sh", "PreToolUse"),
        ("TaskStart.py", "TaskStart"),
        ("PreToolUs", None),
        ("TaskEnd", None),
        ("SessionStart", None),
        ("PreToolUse.rb", None),
    ],
)
def test_y3_which_event_a_name_means(tmp_path: Path, name: str, event: str | None) -> None:
    script = put(tmp_path / FOLDER, name)
    text = script.read_text(encoding="utf-8")
    assert [it.dialect.id for it in readers(str(script), text)] == ["cline"]
    (view,) = read_hook_file(str(script), text, TABLE, Scope.PROJECT).events
    assert (view.row.name if view.row else None) == event
    assert [it.event for it in load(TABLE, str(tmp_path)).hooks] == ([event] if event else [])


async def test_y4_the_program_that_runs_a_script(tmp_path: Path) -> None:
    put(tmp_path / FOLDER, "PreToolUse.py", "print('by python')", first="", mode=0o644)
    put(tmp_path / FOLDER, "PreToolUse.sh", "echo by sh", first="#!/bin/sh", mode=0o644)
    put(tmp_path / FOLDER, "PreToolUse", "echo by itself", first="#!/bin/sh")
    outcome = await fire(tmp_path)
    assert sorted(it.result.stdout for it in outcome.runs if it.result) == ["by itself\n", "by python\n", "by sh\n"]

    (tmp_path / FOLDER / "PreToolUse").chmod(0o644)
    assert "cannot-start" in statuses(await fire(tmp_path)) or "failed" in statuses(await fire(tmp_path))


async def test_y5_what_a_hook_reads(tmp_path: Path) -> None:
    put(tmp_path / FOLDER, "PreToolUse", "cat > read.json; pwd > where")
    await fire(tmp_path, tool_name="run_commands", tool_input={"commands": "[]"})
    read = json.loads((tmp_path / "read.json").read_text(encoding="utf-8"))

    assert (read["hookName"], read["taskId"]) == ("PreToolUse", "s1")
    assert read["preToolUse"] == {"toolName": "run_commands", "parameters": {"commands": "[]"}}
    assert (tmp_path / "where").read_text(encoding="utf-8").strip() == str(tmp_path)

    await fire(tmp_path)
    assert json.loads((tmp_path / "read.json").read_text(encoding="utf-8"))["preToolUse"] == CALL["preToolUse"]


@pytest.mark.parametrize("code", [0, 1, 2])
async def test_y6_an_answer_ends_the_task_whatever_the_exit_code(tmp_path: Path, code: int) -> None:
    put(tmp_path / FOLDER, "PreToolUse", printing({"cancel": True, "errorMessage": "no"}), f"exit {code}")
    folded = (await fire(tmp_path)).folded
    assert (folded.blocked, folded.reason, folded.stop_agent) == (True, "no", True)


async def test_y6_context_and_a_changed_input(tmp_path: Path) -> None:
    put(
        tmp_path / FOLDER,
        "PreToolUse",
        printing({"contextModification": "be brief", "overrideInput": {"commands": []}}),
    )
    folded = (await fire(tmp_path)).folded
    assert (folded.blocked, folded.additional_context, folded.updated_input) == (False, "be brief", {"commands": []})


async def test_y7_a_failure_has_no_say(tmp_path: Path) -> None:
    put(tmp_path / FOLDER, "PreToolUse", "echo no >&2; exit 2")
    put(tmp_path / ".cline/hooks", "PreToolUse", "exit 0")
    outcome = await fire(tmp_path)
    assert (sorted(statuses(outcome)), outcome.folded.blocked) == (["failed", "succeeded"], False)
