"""What `hookwright doctor` says of guards."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from hookwright.host import Host
from hookwright.reports.hook_list import overview
from hookwright.workflows.checks import State, doctor_json, doctor_page, grouped
from hookwright.workflows.guard_report import guard_checks, guards_of
from hookwright.workflows.guarding.guard import Guard, GuardState

_COMMAND = "echo Blocked >&2; exit 2"
_OTHER = {"type": "command", "command": "cat >> log.txt"}


async def _of_project(folder: Path, files: dict[str, object]) -> tuple[Guard, ...]:
    """The guards of a project with these files."""
    for name, value in files.items():
        path = folder / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")
    host = Host({"PATH": os.environ["PATH"]}, str(folder / "home"))
    return await guards_of(overview(str(folder / "project"), host), host)


async def test_a_dead_guard_is_broken_and_comes_before_other_hooks(guards: Any) -> None:
    found = await guards(["biome check", "uv run x && { echo Blocked >&2; exit 2; }"], has=("sh",))
    checks = [*guard_checks(found)]
    assert [(it.area, it.state) for it in checks] == [
        ("Guards", State.BROKEN),
        ("Hooks that do not run here", State.BROKEN),
    ]
    assert checks[0].says.startswith("dead: ")
    told = doctor_json(checks, found)
    assert told["broken"] == 2
    assert {it["state"] for it in told["guards"]} == {"dead"}


async def test_a_guard_that_looks_at_nothing_is_no_reason_to_worry(guards: Any) -> None:
    (check,) = guard_checks(await guards([_COMMAND]))
    assert check.state is not State.BROKEN


@pytest.mark.parametrize("place", [".claude/settings.json", ".claude/settings.local.json"])
async def test_a_guard_that_a_file_of_any_scope_switches_off_is_dead(tmp_path: Path, place: str) -> None:
    hooks = {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": _COMMAND}, _OTHER]}]}
    files: dict[str, Any] = {".claude/settings.json": {"hooks": hooks}}
    files[place] = {**files.get(place, {}), "disableAllHooks": True}
    (found,) = await _of_project(tmp_path, files)
    assert (found.is_guard, found.state) == (True, GuardState.DEAD)
    assert f"{place}:1: `disableAllHooks` switches off every hook" in found.decided.says
    (check,) = guard_checks([found])
    assert check.state is State.BROKEN
    assert check.repair == f"hookwright check {tmp_path / 'project' / '.claude' / 'settings.json'}"


async def test_a_guard_that_is_switched_off_by_its_name_is_dead(tmp_path: Path) -> None:
    named = [{"type": "command", "name": it, "command": _COMMAND} for it in ("one", "other")]
    settings = {
        "hooksConfig": {"disabled": ["one"]},
        "hooks": {"BeforeTool": [{"matcher": "run_shell_command", "hooks": named}]},
    }
    one, other = await _of_project(tmp_path, {".gemini/settings.json": settings})
    assert (one.state, other.state) == (GuardState.DEAD, GuardState.UNKNOWN)
    assert one.decided.says.endswith(": `disabled` switches `one` off")


async def test_other_hooks_may_be_switched_off(tmp_path: Path) -> None:
    settings = {"disableAllHooks": True, "hooks": {"PostToolUse": [{"hooks": [_OTHER]}]}}
    assert await _of_project(tmp_path, {".claude/settings.json": settings}) == ()


async def test_hooks_of_which_the_same_is_said_are_one_finding_for_people(guards: Any) -> None:
    text = "#!/bin/bash\nset -e\njq . > log.json\n"
    files = {f".claude/{it}.sh": text for it in ("one", "other")}
    commands = ["biome check", "bash .claude/one.sh", "biome format", "bash .claude/other.sh"]
    checks = [*guard_checks(await guards(commands, files, event="PostToolUse", has=("sh", "bash", "cat")))]
    biome, jq = grouped(checks)
    assert [it.what.rpartition(": ")[2] for it in biome] == ["biome check", "biome format"]
    assert [os.path.basename(it.where) for it in jq] == ["one.sh:3", "other.sh:3"]
    page = doctor_page(checks)
    assert page.count("jq") == 1 + bool(jq[0].repair and "jq" in jq[0].repair)
    assert page.count("\n  - PostToolUse of Claude Code") == len(checks) == 4
    told = doctor_json(checks)["checks"]
    assert [it["says"] for it in told] == [it.told for it in checks]
    assert told[1]["says"].endswith("one.sh:3)")
    assert all(it.keys() == {"area", "what", "state", "says", "repair"} for it in told)
