"""What `history` reads back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.unit.engine.journal.entries import NOW, entry, hook, run, write

from hookwright.engine.journal.history import history, recorded_run
from hookwright.engine.journal.records import Origin
from hookwright.engine.journal.schema import MIGRATIONS
from hookwright.errors import UnreadableInput, UsageError


def _ids(found: list[dict[str, Any]]) -> list[str]:
    return [it["dispatchId"] for it in found]


def test_nothing_was_ever_recorded(path: str) -> None:
    assert history(path) == []
    assert not os.path.exists(path)


def test_a_dispatch_comes_back_whole(path: str) -> None:
    ran = run(3, status="blocked", exit_code=2, stderr="no", stderr_cut=True, duration=0.0125)
    unstarted = run(4, status="cannot-start", exit_code=None, signal=9, started_at=None, problem="not found")
    write(
        path,
        entry(
            1, ran, unstarted, origin=Origin.FIRE, decision="deny", blocked=True, reason="no", stop_agent=True,
            stop_reason="enough", must_continue=True, duplicate=True, payload_cut=True,
            context="look", updated_input={"command": "ls"},
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
            "additionalContext": "look",
            "updatedInput": {"command": "ls"},
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
    write(path, entry(2), entry(3), entry(1))
    assert _ids(history(path)) == ["dispatch-3", "dispatch-2", "dispatch-1"]
    assert _ids(history(path, limit=1)) == ["dispatch-3"]
    assert history(path, limit=0) == []


def test_only_what_was_asked_for(path: str) -> None:
    named = replace(run(2), hook=hook(2, name="guard"))
    write(path, entry(1, run(1)), entry(2, run(1), named, event="Stop"), entry(3), entry(4, named))
    assert _ids(history(path, event="Stop")) == ["dispatch-2"]
    assert _ids(history(path, event="stop")) == []
    assert _ids(history(path, hook="hook-1")) == ["dispatch-2", "dispatch-1"]
    assert _ids(history(path, hook="guard", limit=1)) == ["dispatch-4"]
    assert _ids(history(path, hook="guard", event="Stop")) == ["dispatch-2"]
    assert [it["hook"]["id"] for it in history(path, hook="hook-1")[0]["runs"]] == ["hook-1", "hook-2"]


def test_filters_hold_together(path: str) -> None:
    write(
        path,
        entry(1, decision="deny", project="/a"),
        entry(2, decision="allow", project="/a"),
        entry(3, project="/b"),
    )
    assert _ids(history(path, project="/a/../a")) == ["dispatch-2", "dispatch-1"]
    assert _ids(history(path, decision="deny")) == ["dispatch-1"]
    assert _ids(history(path, decision="none")) == ["dispatch-3"]
    assert _ids(history(path, since=NOW + 2)) == ["dispatch-3", "dispatch-2"]
    assert _ids(history(path, since=NOW + 2, project="/a")) == ["dispatch-2"]
    assert _ids(history(path, dispatch="dispatch-1")) == ["dispatch-1"]


def test_one_is_named_by_its_id_its_beginning_or_a_run(path: str) -> None:
    write(path, entry(1, run(1), run(2), id="abc1"), entry(2, run(3), id="abd"), entry(3, run(4), id="2aa"))
    named = {it: recorded_run(path, it)["dispatchId"] for it in ("abc1", "abc", "abd", "1", "2", "#3", "2a", "4")}
    assert named == {
        "abc1": "abc1", "abc": "abc1", "abd": "abd", "1": "abc1", "2": "abc1", "#3": "abd", "2a": "2aa", "4": "2aa",
    }  # fmt: skip


@pytest.mark.parametrize("named", ["x", "", "#2a", "99", "abc12", "9" * 40, "a%", "_bc"])
def test_none_is_named_so(path: str, named: str) -> None:
    write(path, entry(1, run(1), id="abc1"))
    with pytest.raises(UsageError, match="No recorded dispatch"):
        recorded_run(path, named)


def test_a_beginning_of_several_is_refused(path: str) -> None:
    write(path, entry(1, id="abc1"), entry(2, id="abd"))
    with pytest.raises(UsageError, match="`ab` is the start of several dispatch ids: give more of one of"):
        recorded_run(path, "ab")


def test_nothing_is_named_where_nothing_is_recorded(path: str) -> None:
    with pytest.raises(UsageError, match="No recorded dispatch"):
        recorded_run(path, "1")


def test_what_an_earlier_version_did_not_keep_is_left_out(path: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(MIGRATIONS[0])
        values = ("old", NOW, "dispatch", "ai-agents", "Stop", "/p", "s", None, 0, None, 0, 0, None, 0, 0, 0.1, "{}", 0)
        connection.execute(f"INSERT INTO dispatches VALUES (NULL{', ?' * 18})", values)
        connection.execute("PRAGMA user_version = 1")
        connection.commit()
    before = history(path)
    assert "additionalContext" not in before[0]
    write(path, entry(1))
    newer, older = history(path)
    assert older == before[0]
    assert (newer["additionalContext"], newer["updatedInput"]) == (None, None)


def test_a_long_history_has_all_its_runs(path: str) -> None:
    write(path, *(entry(it, run(it)) for it in range(1200)))
    found = history(path, limit=5000)
    assert [it["runs"][0]["hook"]["id"] for it in found] == [f"hook-{it}" for it in reversed(range(1200))]


def test_a_locked_journal_is_not_to_be_moved_away(path: str) -> None:
    write(path, entry(0))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UnreadableInput, match="is in use") as raised:
            history(path)
        assert raised.value.remedy == "try again"


def test_what_is_no_journal_is_said_to_be_none(path: str) -> None:
    Path(path).write_text("something else " * 100)
    with pytest.raises(UnreadableInput, match="cannot be read"):
        history(path)


def test_an_empty_database_has_no_history(path: str) -> None:
    Path(path).touch()
    assert history(path) == []


def test_reading_changes_nothing(path: str) -> None:
    write(path, entry(1))
    before = Path(path).read_bytes()
    assert len(history(path)) == 1
    assert Path(path).read_bytes() == before
    assert [it.name for it in Path(path).parent.iterdir() if not it.name.endswith(("-shm", "-wal"))] == [
        "journal.sqlite3"
    ]
