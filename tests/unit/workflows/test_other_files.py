"""The hook files beside those that an agent reads: of plugins, in other folders, and where no agent looks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookwright.host import Host
from hookwright.reports.hook_list import overview
from hookwright.workflows.checks import Check, State
from hookwright.workflows.doctor import examine
from hookwright.workflows.guard_report import guards_of
from hookwright.workflows.other_files import other_files

_HOOKS = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}]}}


@pytest.fixture
def host(tmp_path: Path) -> Host:
    (tmp_path / "home").mkdir()
    return Host({"PATH": "/nowhere", "HOOKWRIGHT_STATE_DIR": str(tmp_path / "state")}, str(tmp_path / "home"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def _write(path: Path, value: object = _HOOKS) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


async def _files(project: Path, host: Host) -> list[Check]:
    snapshots = overview(str(project), host)
    others = other_files(str(project), {file.path for it in snapshots for file in it.files}, host)
    guards = await guards_of(snapshots, host, plugins=others.plugins)
    found = examine(host, str(project), snapshots, guards=guards, others=others)
    return [it for it in found if it.area in ("Hook files", "Guards", "Hooks that do not run here")]


async def test_a_file_that_no_agent_reads_is_broken(project: Path, host: Host) -> None:
    _write(project / ".claude" / "hooks.json")
    found, none = await _files(project, host)
    assert (found.state, found.what) == (State.BROKEN, str(project / ".claude" / "hooks.json"))
    assert found.says.startswith("is not read: Claude Code does not read `.claude/hooks.json`")
    assert (none.what, none.state) == ("none", State.NOTE)


async def test_a_sample_may_lie_anywhere(project: Path, host: Host) -> None:
    _write(project / ".claude" / "hooks.example.json")
    _write(project / "tests" / ".claude" / "hooks.json")
    (none,) = await _files(project, host)
    assert (none.what, none.state) == ("none", State.NOTE)


async def test_the_guards_of_a_plugin_that_is_written_here_are_looked_at(project: Path, host: Host) -> None:
    command = "echo Blocked >&2; exit 1"
    hooks = {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": command}]}]}
    _write(project / ".claude-plugin" / "plugin.json", {"name": "p"})
    _write(project / "hooks" / "hooks.json", {"hooks": hooks})
    file, guard = await _files(project, host)
    assert file.says == "part of a plugin for Claude Code, 1 hook; 1 error"
    assert (guard.area, guard.state) == ("Guards", State.BROKEN)


async def test_other_projects_below_are_named(project: Path, host: Host) -> None:
    for name in ("web", "api"):
        _write(project / name / ".claude" / "settings.json")
    _write(project / "node_modules" / "x" / ".claude" / "settings.json")
    below, none = await _files(project, host)
    assert (below.state, below.says.rpartition(": ")[2]) == (State.NOTE, "api, web")
    assert below.repair == "hookwright doctor --project api"
    assert none.what == "none"


async def test_what_hookwright_json_leaves_out_is_left_out(project: Path, host: Host) -> None:
    _write(project / ".claude" / "hooks.json")
    _write(project / "hookwright.json", {"exclude": [".claude/hooks.json"]})
    (none,) = await _files(project, host)
    assert none.what == "none"
