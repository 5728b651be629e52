"""A hook that prints a refusal and refuses nothing is found when it is fired, with the line of its script."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests import warm

from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.firing.fire import fire, fire_request
from hookwright.firing.run_findings import run_findings
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.reports.fire_report import fire_report, plain_fire_report

_WRONG = 'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "denied"}}\''
_RIGHT = _WRONG.replace('"denied"', '"deny", "permissionDecisionReason": "no"')


async def _found(
    folder: Path, command: str, script: str | None = None, event: str = "PreToolUse", sample: str | None = None
) -> list[str]:
    """The messages of HW805, which all reports show."""
    place = folder / ".claude" / "settings.json"
    place.parent.mkdir(exist_ok=True)
    if script is not None:
        (place.parent / "guard.sh").write_text(script)
        (place.parent / "guard.sh").chmod(0o755)
    hooks = [{"type": "command", "command": command}]
    text = json.dumps({"hooks": {event: [{"hooks": hooks}]}})
    place.write_text(text)
    file = read_hook_file(str(place), text, by_id("claude-code"), Scope.PROJECT)
    asked = fire_request(file, f"/hooks/{event}/0/hooks/0", project_dir=str(folder), sample=sample)
    fired = await fire(asked, Host.real())
    found = [it for it in run_findings(fired, file) if it.rule.code == "HW805"]
    assert all(it.rule.severity is Severity.ERROR for it in found)
    for it in found:
        assert f"HW805: {it.finding.message}" in plain_fire_report(fired)
        assert "HW805" in fire_report(fired)
    return [it.finding.message for it in found]


async def test_an_exit_code_that_does_not_block(tmp_path: Path) -> None:
    (said,) = await _found(tmp_path, "echo 'Blocked: rm -rf' >&2; exit 1")
    assert said == (
        "it printed a refusal (`Blocked: rm -rf`), but exit code 1 refuses nothing on `PreToolUse`; use `exit 2`"
    )


async def test_the_line_of_the_script_is_named(tmp_path: Path) -> None:
    script = "#!/bin/sh\ncat > /dev/null\nif true; then\n  echo 'Blocked: never' >&2\n  exit 1\nfi\n"
    (said,) = await _found(tmp_path, "$CLAUDE_PROJECT_DIR/.claude/guard.sh", script)
    assert " at guard.sh:5, but exit code 1" in said


async def test_of_an_object_that_the_agent_does_not_read_another_finding_tells(tmp_path: Path) -> None:
    assert await _found(tmp_path, _WRONG) == []
    (said,) = await _found(tmp_path, "echo '{}'; echo 'Blocked: rm' >&2")
    assert "but not as Claude Code reads it" in said


async def test_a_guard_whose_helper_is_not_there(tmp_path: Path) -> None:
    script = "#!/bin/bash\nset -e\nname=$(no-such-helper)\n"
    script += 'if [ "$name" = rm ]; then\n  echo Blocked >&2\n  exit 2\nfi\n'
    (said,) = await _found(tmp_path, "$CLAUDE_PROJECT_DIR/.claude/guard.sh", script)
    assert "has not run to its end (exit code 127" in said
    assert "no-such-helper" in said


@pytest.mark.parametrize(
    ("command", "event"),
    [
        ("echo 'Blocked: rm -rf' >&2; exit 2", "PreToolUse"),
        (_RIGHT, "PreToolUse"),
        ("echo 'Blocked: rm -rf' >&2; exit 1", "SessionEnd"),
        ("echo 'could not run: access denied' >&2; exit 1", "PreToolUse"),
        ("echo 'Blocked: 0, open: 3'", "UserPromptSubmit"),
        ("echo 'nothing is blocked here' >&2", "PreToolUse"),
        ("no-such-formatter --all", "PreToolUse"),
        ("echo 'cat: x: Permission denied' >&2; exit 1", "PreToolUse"),
        ("echo failed >&2; exit 1", "PreToolUse"),
    ],
)
async def test_what_refuses_or_does_not_mean_to(tmp_path: Path, command: str, event: str) -> None:
    assert await _found(tmp_path, command, event=event) == []


def test_the_exit_code_of_fire_says_so(tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    refusing = "echo 'Blocked: no' >&2; exit "
    for command, wanted in ((f"{refusing}1", 1), (f"{refusing}2", 0), (_WRONG, 1), (_RIGHT, 0)):
        hooks = [{"type": "command", "command": command}]
        file.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}}))
        words = warm.hookwright("fire", str(file), "--yes")
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == wanted
        assert ("HW80" in done.stdout) is (wanted == 1)
