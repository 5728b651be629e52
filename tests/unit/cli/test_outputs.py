"""Each command that can print JSON, held against the schema of what commands print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import jsonschema_rs
import pytest
from click.testing import CliRunner
from tests.outputs import errors_of

from hookwright.cli import hookwright
from hookwright.cli.output_schema import output_schema
from hookwright.cli.output_types import OUTPUTS

_JSON = ("--format", "json")
_FIRE = ("fire", ".claude/settings.json", "--yes", *_JSON)
_NOT_RUN = {"prove": "it needs an agent; tests/unit/proving tries it"}
_COMMANDS = {
    "check": ("check", *_JSON),
    "check a broken file": ("check", "broken/.claude/settings.json", "--fail-on", "hint", *_JSON),
    "check a script": ("check", "stray.py", *_JSON),
    "check --fix": ("check", "--fix", "--unsafe", *_JSON),
    "check --statistics": ("check", "--statistics", *_JSON),
    "fire": _FIRE,
    "fire on a copy": (*_FIRE, "--scratch"),
    "test": ("test", *_JSON),
    "attack": ("attack", ".claude/settings.json", "--danger", "deletion", "--count", "6", "--yes", *_JSON),
    "explain": ("explain", "PreToolUse", *_JSON),
    "explain --all": ("explain", "PreToolUse", "--all", *_JSON),
    "explain --all-dialects": ("explain", "PreToolUse", "--all-dialects", "--dialect", "claude-code", *_JSON),
    "dispatch": ("dispatch", "PreToolUse", "--payload", '{"tool_name": "Bash", "tool_input": {"command": "ls"}}'),
    "doctor": ("doctor", *_JSON),
    "status": ("status", *_JSON),
    "list": ("list", *_JSON),
    "seen": ("seen", *_JSON),
    "history": ("history", *_JSON),
    "replay": ("replay", "1", "--yes", *_JSON),
    "consent list": ("consent", "list", *_JSON),
    "record status": ("record", "status", *_JSON),
    "samples": ("samples", "PreToolUse"),
    "convert": ("convert", ".claude/settings.json", "--to", "codex", *_JSON),
    "dialects": ("dialects", *_JSON),
    "dialects codex": ("dialects", "codex", *_JSON),
    "rules": ("rules", *_JSON),
}


@pytest.fixture
def project(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a guard that stops `rm`, its test, a broken hook file, and what it did recorded."""
    monkeypatch.chdir(tmp_path)
    guard = "grep -q 'rm ' && { echo no >&2; exit 2; }; true"
    group = {"matcher": "Bash", "hooks": [{"type": "command", "command": guard}]}
    _write(tmp_path / ".claude/settings.json", {"hooks": {"PreToolUse": [group]}})
    _write(
        tmp_path / "broken/.claude/settings.json", {"hooks": {"PreTolUse": [{**group, "matcher": "Bsh"}], "Stop": []}}
    )
    case = {"name": "rm", "event": "PreToolUse", "expect": {"decision": "deny"}}
    payload = {"tool_name": "Bash", "tool_input": {"command": "rm x"}}
    allowed = {**case, "name": "wrong", "payload": {**payload, "tool_input": {"command": "ls"}}}
    _write(tmp_path / "a.hooktest.yaml", {"tests": [{**case, "payload": payload}, allowed]})
    (tmp_path / "stray.py").write_text("print(1)\n")
    agreed = CliRunner().invoke(hookwright, ["consent", "agree", ".claude/settings.json", "--yes"])
    assert agreed.exit_code == 0, agreed.output
    assert CliRunner().invoke(hookwright, [*_FIRE]).exit_code == 0
    return tmp_path


def _write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))


@pytest.mark.parametrize("arguments", [pytest.param(it, id=name) for name, it in _COMMANDS.items()])
def test_what_a_command_prints_is_as_the_schema_says(project: Path, arguments: tuple[str, ...]) -> None:
    done = CliRunner().invoke(hookwright, arguments)

    assert done.exit_code in {0, 1}, done.output
    found = json.loads(done.stdout)
    assert list(found)[:2] == ["version", "command"]
    assert arguments[: len(found["command"].split())] == tuple(found["command"].split())
    assert errors_of(found) == []


def test_every_output_is_tried() -> None:
    commands = {command for it in OUTPUTS for command in get_args(get_type_hints(it)["command"])}
    tried = {
        next(command for command in commands if " ".join(it).startswith(command)) for it in _COMMANDS.values() if it
    }
    assert tried | _NOT_RUN.keys() == commands


def test_the_schema_refuses_what_is_no_output() -> None:
    validator = jsonschema_rs.validator_for(output_schema())
    assert not validator.is_valid({"version": 1, "command": "list"})
    assert not validator.is_valid({"version": 2, "command": "rules", "rules": []})
    assert validator.is_valid({"version": 1, "command": "rules", "rules": [], "new": True})


def test_a_check_of_what_cannot_be_read_fails_in_its_report(tmp_path: Path) -> None:
    stray = tmp_path / "hooks.json"
    stray.write_bytes(b"\xff")

    for path in (stray, tmp_path / "nope"):
        done = CliRunner().invoke(hookwright, ("check", str(path), *_JSON))

        assert (done.exit_code, json.loads(done.stdout)["fails"]) == (2, True)
