"""The payloads in the journal: kept within limits, found by project, and deleted for good."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from hookwright.engine.journal.payloads import (
    NewPayload,
    PayloadLimits,
    add_payload,
    clear_payloads,
    payload_limits,
    payload_numbers,
    recorded_payloads,
    set_payload_limits,
)
from hookwright.engine.journal.schema import MIGRATIONS
from hookwright.errors import UnreadableInput

_DAY = 86400.0


def _add(path: str, number: int, *, at: float = 1000.0, project: str = "/project", **payload: Any) -> None:
    new = NewPayload(at, "claude-code", "2.1.330", "PreToolUse", "Bash", project, "s", {"n": number, **payload})
    add_payload(path, new)


def _numbers(path: str, **chosen: Any) -> list[int]:
    return [it.it.payload["n"] for it in recorded_payloads(path, **chosen)]


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "state" / "journal.sqlite3")


def test_the_newest_come_first_with_all_that_is_known(path: str) -> None:
    assert recorded_payloads(path) == []
    for number in range(5):
        _add(path, number, at=1000.0 + number)
    assert _numbers(path, limit=3) == [4, 3, 2]
    (newest,) = recorded_payloads(path, limit=1)
    assert (newest.number, newest.it.version, newest.it.tool, newest.it.session) == (5, "2.1.330", "Bash", "s")
    assert _numbers(path, dialect="codex") == []
    assert _numbers(path, event="Stop") == []


def test_those_of_a_project_are_those_of_its_folders_too(path: str) -> None:
    for number, project in enumerate(("/project", "/project/sub", "/projects", "/")):
        _add(path, number, project=project)
    assert _numbers(path, project="/project") == [1, 0]


def test_what_is_too_old_too_many_or_too_large_is_deleted(path: str) -> None:
    for number in range(10):
        _add(path, number, at=number * _DAY)
    set_payload_limits(path, PayloadLimits(days=5, count=100, size=1 << 20), 9 * _DAY)
    assert _numbers(path) == [9, 8, 7, 6, 5, 4]
    set_payload_limits(path, PayloadLimits(days=5, count=2, size=1 << 20), 9 * _DAY)
    assert _numbers(path) == [9, 8]
    _add(path, 10, at=9 * _DAY)
    assert _numbers(path) == [10, 9]
    set_payload_limits(path, PayloadLimits(days=5, count=5, size=2500), 9 * _DAY)
    for number in range(11, 15):
        _add(path, number, at=9 * _DAY, text="x" * 1000)
    assert _numbers(path) == [14, 13]
    assert payload_limits(path) == PayloadLimits(days=5, count=5, size=2500)


def test_one_that_is_larger_than_all_may_be_is_not_kept(path: str) -> None:
    set_payload_limits(path, PayloadLimits(size=100), 0)
    _add(path, 1)
    _add(path, 2, text="x" * 200)
    assert _numbers(path) == []


def test_they_are_counted(path: str) -> None:
    assert payload_numbers(path).count == 0
    _add(path, 1, at=5.0)
    _add(path, 2, at=7.0)
    found = payload_numbers(path)
    assert (found.events, found.oldest, found.newest) == ({("claude-code", "PreToolUse"): 2}, 5.0, 7.0)
    assert found.size == len('{"n":1}{"n":2}')


def test_clearing_leaves_no_text_in_the_file(path: str) -> None:
    assert clear_payloads(path) == 0
    _add(path, 1, text="unmistakable")
    assert clear_payloads(path) == 1
    assert _numbers(path) == []
    for it in Path(path).parent.iterdir():
        assert b"unmistakable" not in it.read_bytes()
    _add(path, 2)
    assert [it.number for it in recorded_payloads(path)] == [2]


def test_clearing_says_so_where_another_process_holds_the_journal(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hookwright.engine.journal.payloads._BUSY_SECONDS", 0.01)
    _add(path, 1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnreadableInput, match="cannot be changed"):
        clear_payloads(path)
    other.close()


def test_a_journal_of_an_earlier_version_has_none(path: str) -> None:
    Path(path).parent.mkdir()
    connection = sqlite3.connect(path)
    connection.executescript(MIGRATIONS[0])
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    assert (recorded_payloads(path), payload_numbers(path).count) == ([], 0)
    assert payload_limits(path) == PayloadLimits()
    _add(path, 1)
    assert _numbers(path) == [1]
