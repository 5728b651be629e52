"""`hookwright fire` on a file with hooks of several events: the payload or `--at` chooses one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hookwright.cli import hookwright
from hookwright.errors import UsageError

FILE = ".claude/settings.json"
BASH = {"tool_name": "Bash", "tool_input": {"command": "git push"}}


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    hooks = {
        event: [{"hooks": [{"type": "command", "command": f"echo {event} {number}"}]} for number in (1, 2)]
        for event in ("PreToolUse", "Stop")
    }
    (tmp_path / ".claude").mkdir()
    (tmp_path / FILE).write_text(json.dumps({"hooks": hooks}))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fired(*arguments: str, command: tuple[str, ...] = ("fire",)) -> Result:
    return CliRunner().invoke(hookwright, [*command, FILE, *arguments])


def printed(*arguments: str) -> list[str]:
    runs = json.loads(fired("--yes", "--format", "json", *arguments).stdout)["outcome"]["runs"]
    return [it["stdout"].strip() for it in runs]


@pytest.mark.parametrize("event", ["PreToolUse", "Stop"])
def test_the_event_that_the_payload_names_is_fired(event: str) -> None:
    payload = json.dumps({"hook_event_name": event, **BASH})

    assert printed("--payload", payload) == [f"{event} 1", f"{event} 2"]


@pytest.mark.parametrize(("place", "says"), [("/hooks/Stop/1", ["Stop 2"]), ("/hooks/Stop", ["Stop 1", "Stop 2"])])
def test_a_place_counts_more_than_the_payload(place: str, says: list[str]) -> None:
    payload = json.dumps({"hook_event_name": "PreToolUse", **BASH})

    assert printed("--at", place, "--payload", payload) == says


def test_a_line_counts_more_than_the_payload(project: Path) -> None:
    file = project / FILE
    file.write_text(json.dumps(json.loads(file.read_text()), indent=2))
    line = file.read_text().splitlines().index('    "Stop": [') + 1

    assert printed("--line", str(line), "--payload", json.dumps({"hook_event_name": "PreToolUse"})) == [
        "Stop 1",
        "Stop 2",
    ]


@pytest.mark.parametrize("command", [("fire",), ("prove",), ("consent", "agree")])
@pytest.mark.parametrize("payload", [BASH, {"hook_event_name": "Notification"}, {"hook_event_name": ["Stop"]}])
def test_where_nothing_chooses_an_event_the_option_is_named(command: tuple[str, ...], payload: object) -> None:
    result = fired("--yes", "--payload", json.dumps(payload), command=command)

    assert isinstance(result.exception, UsageError)
    assert str(result.exception) == (
        "There are hooks of several events at this place: choose one of `/hooks/PreToolUse`, `/hooks/Stop` with `--at`"
    )
