"""What `history` reads back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from tests.unit.engine.journal.entries import entry, hook, run

from hookwright.engine.journal.history import history
from hookwright.engine.journal.records import DispatchRecord, Origin
from hookwright.engine.journal.retention import Retention
from hookwright.engine.journal.store import Store
from hookwright.errors import UnreadableInput


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "journal.sqlite3")


def _write(path: str, *records: DispatchRecord) -> None:
    store = Store(path, Retention())
    store.write(records)
    store.close()


def _ids(found: list[dict[str, Any]]) -> list[str]:
    return [it["dispatchId"] for it in found]


def test_nothing_was_ever_recorded(path: str) -> None:
    assert history(path) == []
    assert not os.path.exists(path)


def test_a_dispatch_comes_back_whole(path: str) -> None:
    ran = run(3, status="blocked", exit_code=2, stderr="no", stderr_cut=True, duration=0.0125)
    unstarted = run(4, status="cannot-start", exit_code=None, signal=9, started_at=None, problem="not found")
    _write(
        path,
        entry(
            1, ran, unstarted, origin=Origin.FIRE, decision="deny", blocked=True, reason="no", stop_agent=True,
            stop_reason="enough", must_continue=True, duplicate=True, payload_cut=True,
        ),
    )  # fmt: skip
    assert history(path) == [
        {
            "dispatchId": "dispatch-1",
            "at": "2027-01-15T08:00:01.000Z",
            "origin": "fire",
            "event": "PreToolUse",
            "dialect": "ai-agents",
            "project": "/project",
            "sessionId": "s",
            "decision": "deny",
            "blocked": True,
            "reason": "no",
            "mustContinue": True,
            "stopAgent": True,
            "stopReason": "enough",
            "duplicate": True,
            "cancelled": False,
            "durationMs": 20.0,
            "payload": {"tool_name": "Bash"},
            "payloadTruncated": True,
            "runs": [
                {
                    "number": 1,
                    "hook": hook(3).to_json(),
                    "status": "blocked",
                    "skippedBecause": None,
                    "problem": None,
                    "exitCode": 2,
                    "signal": None,
                    "startedAt": "2027-01-15T08:00:00.000Z",
                    "durationMs": 12.5,
                    "stdout": "",
                    "stderr": "no",
                    "stdoutTruncated": False,
                    "stderrTruncated": True,
                },
                {
                    "number": 2,
                    "hook": hook(4).to_json(),
                    "status": "cannot-start",
                    "skippedBecause": None,
                    "problem": "not found",
                    "exitCode": None,
                    "signal": 9,
                    "startedAt": None,
                    "durationMs": 10.0,
                    "stdout": "",
                    "stderr": "",
                    "stdoutTruncated": False,
                    "stderrTruncated": False,
                },
            ],
        }
    ]


def test_the_newest_come_first_whatever_was_written_first(path: str) -> None:
    _write(path, entry(2), entry(3), entry(1))
    assert _ids(history(path)) == ["dispatch-3", "dispatch-2", "dispatch-1"]
    assert _ids(history(path, limit=1)) == ["dispatch-3"]
    assert history(path, limit=0) == []


def test_only_what_was_asked_for(path: str) -> None:
    named = run(2)._replace(hook=hook(2, name="guard"))
    _write(path, entry(1, run(1)), entry(2, run(1), named, event="Stop"), entry(3), entry(4, named))
    assert _ids(history(path, event="Stop")) == ["dispatch-2"]
    assert _ids(history(path, event="stop")) == []
    assert _ids(history(path, hook="hook-1")) == ["dispatch-2", "dispatch-1"]
    assert _ids(history(path, hook="guard", limit=1)) == ["dispatch-4"]
    assert _ids(history(path, hook="guard", event="Stop")) == ["dispatch-2"]
    assert [it["hook"]["id"] for it in history(path, hook="hook-1")[0]["runs"]] == ["hook-1", "hook-2"]


def test_a_long_history_has_all_its_runs(path: str) -> None:
    _write(path, *(entry(it, run(it)) for it in range(1200)))
    found = history(path, limit=5000)
    assert [it["runs"][0]["hook"]["id"] for it in found] == [f"hook-{it}" for it in reversed(range(1200))]


def test_what_is_no_journal_is_said_to_be_none(path: str) -> None:
    Path(path).write_text("something else " * 100)
    with pytest.raises(UnreadableInput, match="cannot be read"):
        history(path)


def test_an_empty_database_has_no_history(path: str) -> None:
    Path(path).touch()
    assert history(path) == []


def test_reading_changes_nothing(path: str) -> None:
    _write(path, entry(1))
    before = Path(path).read_bytes()
    assert len(history(path)) == 1
    assert Path(path).read_bytes() == before
    assert [it.name for it in Path(path).parent.iterdir() if not it.name.endswith(("-shm", "-wal"))] == [
        "journal.sqlite3"
    ]
