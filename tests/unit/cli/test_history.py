"""`hookwright history`: filtered, and one dispatch whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.unit.engine.journal.entries import entry, run

from hookwright.cli import hookwright
from hookwright.engine.journal.store import Retention, Store
from hookwright.errors import UsageError


@pytest.fixture(autouse=True)
def _recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKWRIGHT_STATE_DIR", str(tmp_path))
    store = Store(str(tmp_path / "journal.sqlite3"), Retention())
    ran = run(1, stdout="one\ntwo\x1b[2J\n", stderr="no", status="blocked", exit_code=2)
    denied = entry(1, ran, id="abc1", project="/a", decision="deny", reason="never", context="look here")
    store.write([denied, entry(2, run(2), id="abd", project="/b")])
    store.close()


def ask(*options: str) -> Result:
    return CliRunner().invoke(hookwright, ["history", *options])


def ids(*options: str) -> list[str]:
    return [it["dispatchId"] for it in json.loads(ask(*options, "--format", "json").stdout)["dispatches"]]


def test_only_what_was_asked_for() -> None:
    assert ids() == ["abd", "abc1"]
    assert ids("--project", "/a") == ["abc1"]
    assert ids("--decision", "none") == ["abd"]
    assert ids("--since", "2027-01-15T08:00:02Z") == ["abd"]
    assert ask("--project", "/c").stdout == "nothing is recorded that matches\n"


def test_one_whole() -> None:
    assert ids("--dispatch", "abc") == ["abc1"]
    told = ask("--dispatch", "1").stdout
    for piece in ("abc1", "never", "look here", '"tool_name": "Bash"', "stdout\n    │ one\n    │ two", "stderr  no"):
        assert piece in told
    assert "\x1b" not in told
    page = ask("--dispatch", "1", "--format", "markdown").stdout
    assert page.startswith("# PreToolUse: deny\n")
    assert "\x1b" not in page
    assert "look here" not in ask().stdout


def test_one_whole_takes_no_other_choice() -> None:
    result = ask("--dispatch", "abc", "--decision", "deny")
    assert isinstance(result.exception, UsageError)
    assert isinstance(ask("--dispatch", "ab").exception, UsageError)
