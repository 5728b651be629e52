"""Files that are not open are judged again where what they are judged by has changed."""

from __future__ import annotations

from pathlib import Path

from hookwright.host import Host
from hookwright.lsp.diagnostics.closed_files import ClosedFiles, OpenNow
from hookwright.lsp.options import Options
from hookwright.lsp.session import Session

_TEXT = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "some-tool --now"}]}]}}'


def test_a_program_that_is_installed_is_found(tmp_path: Path, home: Path) -> None:
    programs, settings = tmp_path / "bin", tmp_path / "project" / ".claude" / "settings.json"
    programs.mkdir()
    settings.parent.mkdir(parents=True)
    settings.write_text(_TEXT)
    closed, session = ClosedFiles(), Session(Options(host=Host({}, str(home)), folders=(str(tmp_path / "project"),)))

    def codes() -> list[object]:
        found = closed.judged(OpenNow.of(session, str(programs)))
        return [it["code"] for it in found[settings.as_uri()]]

    assert codes() == ["HW510"]
    (programs / "some-tool").touch(0o755)
    assert codes() == []
