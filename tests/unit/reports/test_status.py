"""`/hooks status`: enabled or not, how many hooks on how many events, and how they fared (A18)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.unit.projects import AI_AGENTS, CLAWDCODE, Project, laid_out

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.journal.records import Origin
from hookwright.engine.journal.writer import journal_for, recorded
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.reports.hook_list import overview
from hookwright.reports.status import status_data, status_page
from hookwright.wording.display import prose

_FILE = {
    "hooks": {
        "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "true"}]}],
        "PreToolUse": [
            {"matcher": "Bash", "hooks": [{"type": "command", "command": "exit 1 | exit 1"}]},
            {"hooks": [{"type": "command", "command": "DB_PASSWORD=hunter2 true"}]},
        ],
    }
}


def _status(project: Project, environ: dict[str, str] | None = None) -> dict[str, Any]:
    folder, host = str(project.folder), Host(environ or {}, str(project.home))
    return status_data(folder, overview(folder, host), host)


def _fire(project: Project, times: int, origin: Origin) -> None:
    folder, home = str(project.folder), str(project.home)
    dialect, host = by_id("ai-agents"), Host.real()
    request = Request(dialect, "PreToolUse", {"tool_name": "Bash"}, folder, "s", home)

    async def fire() -> None:
        with journal_for(Host({}, home), 10) as journal:
            for _ in range(times):
                plan = make_plan(request, load(dialect, folder, Host({}, home)))
                await recorded(dispatch(plan, host), plan, journal, origin)

    asyncio.run(fire())


def test_a18_hooks_and_events_are_counted(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    path = project.write(AI_AGENTS, _FILE)
    data = _status(project)
    assert (data["enabled"], data["hooks"], data["events"]) == (True, 3, 2)
    (dialect,) = data["dialects"]
    assert dialect["perEvent"] == {"PreToolUse": 2, "UserPromptSubmit": 1}
    # In the order of the dialect, not of the file.
    assert list(dialect["perEvent"]) == ["PreToolUse", "UserPromptSubmit"]
    assert (
        status_page(data)
        == f"""\
# Hooks: enabled

3 hooks on 2 events for `{project.folder}`.

## AI agents: enabled

| Event | Hooks |
|---|--:|
| PreToolUse | 2 |
| UserPromptSubmit | 1 |

- project `{path}`: 3 hooks

## Runs

No runs are recorded.
"""
    )


def test_a18_what_is_switched_off_is_said_to_be(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    project.write(CLAWDCODE, {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x"}]}]}})
    assert _status(project)["enabled"]
    data = _status(project, {"HOOKWRIGHT_ENABLED": "false"})
    assert (data["enabled"], data["hooks"]) == (False, 1)
    page = status_page(data)
    assert page.startswith("# Hooks: disabled\n\n1 hook on 1 event ")
    assert "> HOOKWRIGHT_ENABLED=false: " in page


def test_a18_runs_are_counted_and_timed_for_each_hook(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    project.write(AI_AGENTS, _FILE)
    _fire(project, 2, Origin.DISPATCH)
    _fire(project, 1, Origin.FIRE)
    data = _status(project)
    runs = data["runs"]
    assert (runs["dispatches"], runs["runs"], runs["failures"], runs["problem"]) == (2, 4, 2, None)
    assert [(it["hook"]["command"], it["runs"], it["failures"]) for it in runs["perHook"]] == [
        ("exit 1 | exit 1", 2, 2),
        ("DB_PASSWORD=hunter2 true", 2, 0),
    ]
    assert all(0 < it["meanMs"] <= it["p95Ms"] for it in runs["perHook"])
    page = status_page(data)
    assert "4 runs in 2 dispatches: 2 failed, 0 blocked, " in page
    assert "| `exit 1 \\| exit 1` | 2 | 2 | 0 | " in page


def test_a_journal_that_cannot_be_read_is_no_reason_to_say_nothing(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    project.write(AI_AGENTS, _FILE)
    state = tmp_path / "state"
    state.mkdir()
    (state / "journal.sqlite3").write_text("something else " * 100)
    data = _status(project, {"HOOKWRIGHT_STATE_DIR": str(state)})
    assert data["hooks"] == 3
    assert "cannot be read" in data["runs"]["problem"]
    assert f"> {prose(data['runs']['problem'])}" in status_page(data)


def test_a_journal_that_is_switched_off_is_said_to_be(tmp_path: Path) -> None:
    data = _status(laid_out(tmp_path), {"HOOKWRIGHT_JOURNAL": "off"})
    assert not data["journal"]["enabled"]
    page = status_page(data)
    assert page.startswith("# Hooks: none configured\n")
    assert page.endswith("The journal is switched off, so nothing is recorded.\n")


def test_broken_files_and_bad_knobs_are_named(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    broken = project.write(AI_AGENTS, '{"hooks": {')
    project.write(CLAWDCODE, {"hooks": {}})
    data = _status(project, {"HOOKWRIGHT_DEFAULT_TIMEOUT": "soon"})
    problems = [sentence for it in data["dialects"] for sentence in it["problems"]]
    assert len(problems) == 2
    assert any(it.startswith(broken) for it in problems)
    page = status_page(data)
    assert all(f"> {prose(it)}" in page for it in problems)
    assert f"`{broken}`: 0 hooks, broken" in page
