"""Session files are read once, and after that only what is new; whatever is in them, nothing raises."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from tests.every import every
from tests.unit.sessions.homes import PROJECT, Home, failed

from hookwright.host import Host
from hookwright.sessions.claude_code import CLAUDE_CODE
from hookwright.sessions.formats import MOST_LINE
from hookwright.sessions.index import Index
from hookwright.sessions.lines import Lines
from hookwright.sessions.reading import read_new


def _lines(text: bytes, tmp_path: Path, start: int = 0, longest: int = 1000) -> tuple[list[bytes], int]:
    path = tmp_path / "lines"
    path.write_bytes(text)
    with path.open("rb") as file:
        lines = Lines(file, start, (b"hook", b"stop"), longest, lambda: False)
        return list(lines), lines.end


def test_only_lines_with_a_needle_are_given_each_once_and_in_order(tmp_path: Path) -> None:
    text = b"a\nhook stop hook\nb\nstop\nhook unfinished"
    assert _lines(text, tmp_path) == ([b"hook stop hook", b"stop"], len(b"a\nhook stop hook\nb\nstop\n"))


def test_lines_over_several_blocks_are_whole_and_too_long_ones_are_passed_over(tmp_path: Path) -> None:
    block = 4 * 1024 * 1024
    long, after = b"hook" + b"x" * (block + 10), b"hook after"
    found, end = _lines(long + b"\n" + after + b"\n", tmp_path, longest=2 * block)
    assert [len(it) for it in found] == [len(long), len(after)]
    found, end = _lines(b"hook" + b"x" * 4 * block + b"\n" + after + b"\n", tmp_path, longest=block)
    assert (found, end) == ([after], 4 * block + 4 + 1 + len(after) + 1)


def test_what_is_appended_is_read_alone(tmp_path: Path) -> None:
    home = Home(tmp_path)
    file = home.write("claude-code", [failed(1, "a", PROJECT), failed(2, "b", PROJECT)])
    assert home.read("claude-code").read == 1
    assert home.read("claude-code").read == 0
    with file.open("a") as out:
        out.write(json.dumps(failed(3, "c", PROJECT), separators=(",", ":")))
    assert [it.command for it in home.runs("claude-code")] == ["a", "b"]
    with file.open("a") as out:
        out.write("\n")
    # What was read is not looked at again.
    start = len(json.dumps(failed(1, "a", PROJECT), separators=(",", ":")))
    with file.open("r+") as out:
        out.write(" " * start)
    assert [it.command for it in home.runs("claude-code")] == ["a", "b", "c"]


@every("change", ["shorter", "replaced", "rewritten"])
def test_a_file_that_is_another_one_is_read_anew(change: str, tmp_path: Path) -> None:
    home = Home(tmp_path / change)
    file = home.write("claude-code", [failed(1, "a", PROJECT), failed(2, "b", PROJECT)])
    assert [it.command for it in home.runs("claude-code")] == ["a", "b"]
    if change == "replaced":
        file.rename(file.with_suffix(".old"))
    commands = ["c"] if change == "shorter" else ["c", "d", "e"]
    home.write("claude-code", [failed(number, it, PROJECT) for number, it in enumerate(commands)])
    assert sorted(it.command or "" for it in home.runs("claude-code")) == commands


def test_what_the_agent_deletes_is_forgotten(tmp_path: Path) -> None:
    home = Home(tmp_path)
    file = home.write("claude-code", [failed(1, "a", PROJECT)])
    assert len(home.runs("claude-code")) == 1
    file.unlink()
    assert home.runs("claude-code") == []
    assert b"jq: not found" not in (tmp_path / "state" / "sessions.sqlite3").read_bytes()


def test_a_session_that_was_forked_is_counted_once(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.write("claude-code", [failed(1, "a", PROJECT)])
    home.write("claude-code", [{**failed(1, "a", PROJECT), "sessionId": "fork"}, failed(2, "a", PROJECT)], "fork")
    assert len(home.runs("claude-code")) == 2


@every(
    "line",
    [
        b'{"attachment":{"type":"hook_success"',
        b'{"attachment":{"type":"hook_success"},"timestamp":5}',
        b'["attachment":{"type":"hook_success"]',
        b'{"attachment":{"type":"hook_success","hookEvent":7,"stderr":[1],"durationMs":"x"},"type":"attachment"}',
        b'{"uuid":"u","timestamp":"2026-11-24T10:00:00Z","type":"attachment","x":{"attachment":{"type":"hook_success"}}}',
        b'{"uuid":"u","timestamp":"2026-11-24T10:00:00Z","type":"system","subtype":"stop_hook_summary","hookInfos":5}',
        b'{"uuid":"u","timestamp":"2026-11-24T10:00:00Z","type":"user","message":5,"content":"PreToolUse:Bash"}',
        b'{"uuid":"u","timestamp":"never","type":"system","subtype":"stop_hook_summary","hookInfos":[{"command":"x"}]}',
        b"\xff\xfe" + b'"attachment":{"type":"hook_success"',
        b'{"a":' * 5000 + b'"attachment":{"type":"hook_success"',
    ],
)
def test_broken_lines_are_passed_over(line: bytes, tmp_path: Path) -> None:
    home = Home(tmp_path / str(abs(hash(line))))
    good = json.dumps(failed(1, "a", PROJECT), separators=(",", ":")).encode()
    home.place("claude-code").write_bytes(line + b"\n" + good + b"\n")
    assert [it.command for it in home.runs("claude-code")] == ["a"]


def test_links_and_pipes_are_no_session_files(tmp_path: Path) -> None:
    home = Home(tmp_path)
    file = home.write("claude-code", [failed(1, "a", PROJECT)])
    outside = tmp_path / "outside.jsonl"
    file.rename(outside)
    file.symlink_to(outside)
    os.mkfifo(file.with_name("pipe.jsonl"))
    (file.parent / "loop").symlink_to(file.parent)
    assert (home.read("claude-code").files, home.runs("claude-code")) == (0, [])


def test_the_index_is_the_users_alone_and_holds_no_secret_and_no_conversation(tmp_path: Path) -> None:
    home = Home(tmp_path)
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    line = failed(1, f"guard --token {token}", PROJECT, stderr=f"bad {token}", stdout="the user's words")
    home.write("claude-code", [line])
    (run,) = home.runs("claude-code")
    assert (run.command, run.stderr) == ("guard --token [redacted: GitHub token]", "bad [redacted: GitHub token]")
    index = tmp_path / "state" / "sessions.sqlite3"
    assert stat.S_IMODE(index.stat().st_mode) == 0o600
    assert token.encode() not in index.read_bytes()
    assert b"the user's words" not in index.read_bytes()


def test_nothing_is_kept_where_the_journal_is_off_or_the_folder_is_closed(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.write("claude-code", [failed(1, "a", PROJECT)])
    home.host = Host({**home.host.environ, "HOOKWRIGHT_JOURNAL": "off"}, home.host.home)
    assert len(home.runs("claude-code")) == 1
    (tmp_path / "file").write_text("no folder")
    home.host = Host({"HOOKWRIGHT_STATE_DIR": str(tmp_path / "file" / "state")}, home.host.home)
    assert len(home.runs("claude-code")) == 1
    assert not (tmp_path / "state").exists()


def test_an_index_of_another_version_is_made_anew(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.write("claude-code", [failed(1, "a", PROJECT)])
    assert len(home.runs("claude-code")) == 1
    index = Index(home.host)
    index._connection.execute("PRAGMA user_version = 99")
    index.close()
    assert len(home.runs("claude-code")) == 1


def test_a_line_of_megabytes_is_read_up_to_the_limit(tmp_path: Path) -> None:
    home = Home(tmp_path)
    large, larger = (failed(number, "a", PROJECT, stdout="x" * size) for number, size in ((1, 10**6), (2, MOST_LINE)))
    home.write("claude-code", [large, larger, failed(3, "b", PROJECT)])
    assert [it.command for it in home.runs("claude-code")] == ["a", "b"]


def test_a_broken_index_is_made_anew(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.write("claude-code", [failed(1, "a", PROJECT)])
    assert len(home.runs("claude-code")) == 1
    file = tmp_path / "state" / "sessions.sqlite3"
    file.write_bytes(b"no database" * 1000)
    assert len(home.runs("claude-code")) == 1
    assert file.read_bytes().startswith(b"SQLite format 3")


def test_all_is_read_where_the_index_breaks_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(tmp_path, tmp_path)
    home.write("claude-code", [failed(1, "a", str(tmp_path))])
    keep = Index.keep

    def fails_at_first(self: Index, *words: Any, **more: Any) -> None:
        monkeypatch.setattr(Index, "keep", keep)
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Index, "keep", fails_at_first)
    assert [it["failed"] for it in home.seen("claude-code")["earlier"]] == [1]


def test_reading_that_is_stopped_goes_on_from_there(tmp_path: Path) -> None:
    home = Home(tmp_path)
    large = [failed(number, f"c{number}", PROJECT, stdout="x" * 1024 * 1024) for number in range(12)]
    home.write("claude-code", large)
    home.write("claude-code", [failed(20, "other", PROJECT)], "other")
    index = Index(home.host)
    asked = 0

    def soon() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    looked = read_new(CLAUDE_CODE, home.host, index, stopped=soon)
    some = [it.command for it in index.runs("claude-code", None)]
    assert 0 < len(some) < 13
    assert looked.read + looked.left == 2
    read_new(CLAUDE_CODE, home.host, index)
    every_one = [it.command for it in index.runs("claude-code", None)]
    assert sorted(every_one, key=str) == sorted(["other", *(f"c{it}" for it in range(12))])
    assert read_new(CLAUDE_CODE, home.host, index).read == 0
    index.close()
