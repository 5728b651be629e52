"""`hookwright check` says to a person that their agent is of a version that was never measured."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hookwright.cli.check import command


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two hook files, and a Claude Code of another version on the PATH."""
    package = tmp_path / "agents" / "node_modules" / "@anthropic-ai" / "claude-code"
    package.mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"name": "@anthropic-ai/claude-code", "version": "2.9.0"}))
    (package / "claude").write_text("#!/bin/sh\nexit 1\n")
    (package / "claude").chmod(0o755)
    monkeypatch.setenv("PATH", str(package), prepend=":")
    folder = tmp_path / "shop" / ".claude"
    folder.mkdir(parents=True)
    for name in ("settings.json", "settings.local.json"):
        (folder / name).write_text(
            json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}})
        )
    return folder.parent


def _said(project: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        command.main([str(project), *arguments], prog_name="hookwright")
    assert ended.value.code == 0
    return capsys.readouterr().err


def test_it_is_said_once_for_all_files(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    said = _said(project, capsys)

    assert said.count("Claude Code 2.9.0 is installed") == 1
    assert "`hookwright prove` shows what it does" in said


@pytest.mark.parametrize("arguments", [("--quiet",), ("--format", "json"), ("--agent-version", "claude-code=2.9.0")])
def test_it_is_not_said_to_programs_nor_where_the_version_is_named(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    assert "2.9.0 is installed" not in _said(project, capsys, *arguments)


def test_it_is_not_said_where_nobody_reads(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "2.9.0" not in _said(project, capsys)
