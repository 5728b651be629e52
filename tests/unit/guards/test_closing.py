"""A guard that does not start refuses: by the end of its command, or because its agent refuses then anyway."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hookwright.dialects import by_id
from hookwright.guards.calls import guarded_event, shell_call
from hookwright.guards.closing import closing
from hookwright.guards.first import first_hook


@pytest.mark.parametrize(
    ("dialect", "end"),
    [
        ("claude-code", " || exit 2"),
        ("codex", " || exit 2"),
        ("crush", " || exit 2"),
        # Each failure refuses.
        ("gemini-cli", ""),
        ("agent-spec", ""),
        # Its refusals are objects on stdout.
        ("copilot-cli", ""),
    ],
)
def test_the_end_of_the_command_is_that_of_the_agent(dialect: str, end: str) -> None:
    assert closing(by_id(dialect)) == end
    hooks = first_hook(by_id(dialect))[0].text
    assert (" || exit" in hooks) is bool(end)


@pytest.mark.parametrize("dialect", ["claude-code", "codex", "cursor", "gemini-cli", "open-plugin", "crush"])
def test_without_python_everything_is_refused(tmp_path: Path, dialect: str) -> None:
    table, project, programs = by_id(dialect), tmp_path / "project", tmp_path / "bin"
    files = first_hook(table)
    for it in files:
        path = project / it.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(it.text)
        path.chmod(0o755 if it.executable else 0o644)
    programs.mkdir()
    for name in ("sh", "bash", "env"):
        (programs / name).symlink_to(shutil.which(name) or name)
    sample = shell_call(table, guarded_event(table)).payload
    given = json.dumps({key: str(project) if str(it).startswith("/") else it for key, it in sample.items()})
    words = ["dispatch", guarded_event(table).name, "--dialect", dialect, "--config", str(project / files[0].path)]
    environment = {**os.environ, "HOME": str(tmp_path / "home"), "HOOKWRIGHT_STATE_DIR": str(tmp_path / "state")}

    def blocked(path: str) -> bool:
        done = subprocess.run(
            [sys.executable, "-m", "hookwright", *words, "--project", str(project), "--payload", given],
            capture_output=True,
            env={**environment, "PATH": path},
            check=False,
        )
        outcome = json.loads(done.stdout)
        assert [it["exitCode"] is None for it in outcome["runs"]] == [False]
        return bool(outcome["blocked"])

    assert (blocked(os.environ["PATH"]), blocked(str(programs))) == (False, True)
