"""When ShellCheck is asked for the editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.analysis.commands.shell_lint import ShellText
from hookwright.host import Host
from hookwright.lsp.diagnostics import shell_checks as checks
from hookwright.lsp.diagnostics.shell_checks import ShellChecks
from hookwright.lsp.options import Options, SessionSettings

COMMENT = (
    '{"comments": [{"line": 1, "column": 1, "endLine": 1, "endColumn": 2, '
    '"level": "info", "code": 1, "message": "No"}]}'
)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A machine with a ShellCheck that counts how often it is started."""
    program = tmp_path / "bin" / "shellcheck"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho x >> '{tmp_path}/starts'\necho '{COMMENT}'\n")
    program.chmod(0o755)
    return Host({"PATH": str(program.parent)}, str(tmp_path))


def _starts(tmp_path: Path) -> int:
    file = tmp_path / "starts"
    return len(file.read_text().split()) if file.exists() else 0


def test_nothing_is_started_where_the_workspace_is_not_trusted(host: Host) -> None:
    assert ShellChecks(host, Options(), lambda _: None).asked() is None
    assert ShellChecks(host, Options(settings=SessionSettings(trusted=True)), lambda _: None).asked() is not None


def test_no_program_of_the_workspace_is_started(host: Host, tmp_path: Path) -> None:
    assert (
        ShellChecks(
            host, Options(settings=SessionSettings(trusted=True), folders=(str(tmp_path),)), lambda _: None
        ).asked()
        is None
    )
    at_home = Options(settings=SessionSettings(trusted=True), folders=(str(tmp_path),), host=Host({}, str(tmp_path)))
    assert ShellChecks(host, at_home, lambda _: None).asked() is not None, (
        "the user's own folder holds the user's programs"
    )


async def test_only_what_the_last_judgement_missed_is_asked(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "_REST_SECONDS", 0.0)
    changed: list[str] = []
    it = ShellChecks(host, Options(settings=SessionSettings(trusted=True)), changed.append)
    for text in ("one", "two", "three"):
        asked = it.asked()
        assert asked is not None
        asked.remarks(ShellText("sh", text))
        it.want("file:///a", asked)
    it.want("file:///closed", asked)
    it.forget("file:///closed")

    while not changed:
        await _turn()
    await it.finish()

    assert changed == ["file:///a"]
    assert _starts(tmp_path) == 1
    again = it.asked()
    assert again is not None
    assert [one.code for one in again.remarks(ShellText("sh", "three"))] == [1]
    it.want("file:///a", again)
    assert not it._wanted


async def _turn() -> None:
    import asyncio

    await asyncio.sleep(0.005)
