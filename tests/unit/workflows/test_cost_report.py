"""What hooks cost, from what the journal knows of their runs for agents."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hookwright.engine.journal.place import journal_path
from hookwright.engine.journal.schema import prepare
from hookwright.engine.journal.statistics import key_of
from hookwright.host import Host
from hookwright.model.outcome import identity
from hookwright.reports.hook_list import overview
from hookwright.workflows.checks import State
from hookwright.workflows.cost_report import cost_checks, costs_of


@pytest.fixture
def host(tmp_path: Path) -> Host:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    return Host({"PATH": os.defpath, "HOOKWRIGHT_STATE_DIR": str(state)}, str(tmp_path / "home"))


def _recorded(host: Host, project: Path, command: str, seconds: list[float], sessions: int = 2) -> None:
    """A project with a hook, and runs of it, spread over the sessions."""
    file = project / ".claude" / "settings.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": command}]}]}}))
    (snapshot,) = overview(str(project), host)
    hook_id, text = key_of(identity(snapshot.hooks[0]))
    path = journal_path(host)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection, connection:
        prepare(connection)
        for number, it in enumerate(seconds, 1):
            connection.execute(
                "INSERT INTO dispatches (number, id, at, origin, dialect, event, project, session, blocked,"
                " must_continue, stop_agent, duplicate, cancelled, duration, payload, payload_cut)"
                " VALUES (?, ?, 0, 'dispatch', 'claude-code', 'PreToolUse', ?, ?, 0, 0, 0, 0, 0, 0, '{}', 0)",
                [number, str(number), os.path.realpath(project), str(number % sessions)],
            )
            connection.execute(
                "INSERT INTO runs (dispatch, hook_id, source, scope, pointer, type, command, status, duration, stdout,"
                " stderr, stdout_cut, stderr_cut)"
                " VALUES (?, ?, '', 'project', '', 'command', ?, 'succeeded', ?, '', '', 0, 0)",
                [number, hook_id, text, it],
            )


def test_median_percentile_and_time_of_a_session(host: Host, tmp_path: Path) -> None:
    _recorded(host, tmp_path / "p", "true", [0.1] * 18 + [2.0, 3.0])
    (found,) = costs_of(overview(str(tmp_path / "p"), host), str(tmp_path / "p"), host)
    assert (found["runs"], found["p50Ms"], found["p95Ms"]) == (20, 100.0, 2000.0)
    assert found["secondsPerSession"] == pytest.approx((18 * 0.1 + 5) / 2)
    (check,) = cost_checks([found])
    assert check.state is State.NOTE
    assert check.says == "3.4 s a session; half of 20 runs take up to 100 ms, and 95 % up to 2 s"


@pytest.mark.parametrize(
    ("command", "helps"),
    [
        ("npx prettier --check .", "install the package"),
        ("uv run guard.py", "`uv lock`"),
        ("python3 guard.py", "start of the interpreter"),
    ],
)
def test_what_helps(host: Host, tmp_path: Path, command: str, helps: str) -> None:
    _recorded(host, tmp_path / "p", command, [0.2] * 120)
    (found,) = costs_of(overview(str(tmp_path / "p"), host), str(tmp_path / "p"), host)
    (check,) = cost_checks([found])
    assert check.state is State.NOTE
    assert helps in (check.repair or "")


def test_a_quick_hook_is_fine(host: Host, tmp_path: Path) -> None:
    _recorded(host, tmp_path / "p", "true", [0.01] * 10)
    (found,) = costs_of(overview(str(tmp_path / "p"), host), str(tmp_path / "p"), host)
    (check,) = cost_checks([found])
    assert (check.state, check.repair) == (State.OK, None)


def test_a_few_runs_say_nothing(host: Host, tmp_path: Path) -> None:
    _recorded(host, tmp_path / "p", "true", [5.0] * 4)
    assert costs_of(overview(str(tmp_path / "p"), host), str(tmp_path / "p"), host) == ()
