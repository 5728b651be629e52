"""`hookwright doctor` as somebody runs it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tests import warm


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "HOOKWRIGHT_STATE_DIR": str(folder / "state")}
    command = warm.hookwright("doctor", *words)
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, encoding="utf-8", check=False)


def test_the_exit_code_says_whether_something_is_broken(tmp_path: Path) -> None:
    done = _run(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\nNothing is broken.\n")

    module = tmp_path / ".pi" / "hooks" / "guard.py"
    module.parent.mkdir(parents=True)
    module.write_text("def (:\n")
    done = _run(tmp_path, "--format", "json")
    assert done.returncode == 1
    (broken,) = (it for it in json.loads(done.stdout)["checks"] if it["state"] == "broken")
    assert (broken["what"], broken["says"]) == (str(module), "cannot be loaded: invalid syntax")
    assert broken["repair"] == f"hookwright check {module}"
    module.unlink()

    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": ""}]}]}}')
    done = _run(tmp_path, "--format", "json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    (broken,) = (it for it in told["checks"] if it["state"] == "broken")
    assert (told["broken"], broken["repair"]) == (1, f"hookwright check {settings}")

    done = _run(tmp_path)
    assert done.returncode == 1
    said = done.stdout[done.stdout.index("\n1 broken:\n") :].splitlines()
    assert said[1:] == [
        "1 broken:",
        "",
        f"{settings}: read by Claude Code (project), 0 hooks; 1 error",
        f"Repair: hookwright check {settings}",
    ]


def test_a_program_that_several_hooks_miss_is_one_paragraph(tmp_path: Path) -> None:
    commands = ["no-such-formatter a.py", "no-such-formatter b.py"]
    hooks = [{"type": "command", "command": it} for it in commands]
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"hooks": {"PostToolUse": [{"matcher": "Edit", "hooks": hooks}]}}))
    said = _run(tmp_path).stdout
    assert said[said.index("\n2 broken:\n") :].splitlines()[1:] == [
        "2 broken:",
        "",
        "each of 2 hooks: would not start here: `no-such-formatter` is missing",
        *(f"- PostToolUse of Claude Code, settings.json: {it}" for it in commands),
        "Repair: install `no-such-formatter`, or name it by its path",
    ]
    told = json.loads(_run(tmp_path, "--format", "json").stdout)
    assert [it["what"].rpartition(": ")[2] for it in told["checks"] if it["state"] == "broken"] == commands
