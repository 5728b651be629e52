"""`check` says the same of scripts whether one process judges them or several do."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hookwright.analysis.reports.json import report
from hookwright.analysis.reports.rdjson import rdjson
from hookwright.analysis.reports.sarif import log
from hookwright.analysis.rules import RULES
from hookwright.engine.process import forking
from hookwright.host import Host
from hookwright.workflows.checking.asked import Asked, Fixing, sources_at
from hookwright.workflows.checking.check import Checks, check_all
from hookwright.workflows.shell_checkers import find_shell_checkers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks")

SHELL = """#!/bin/bash
input=$(cat)
tool=$(jq -r .tool_nme <<< "$input")
if [ "$tool" = Bash ]; then echo "not allowed" >&2; exit 1; fi
# hookwright: ignore HW303
echo "$CLAUDE_TOOL_NAME"
"""
PYTHON = """import json, sys
from common import payload
data = payload()
if data["tool_input"].get("comand"):
    print("not allowed", file=sys.stderr)
    sys.exit(1)
print(json.dumps({"permissionDecision": "deny"}))
"""
COMMON = """import json, sys


def payload():
    data = json.load(sys.stdin)
    if data.get("tool_name") == "Write":
        print("not allowed", file=sys.stderr)
        sys.exit(1)
    return data
"""
JAVASCRIPT = """const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (data.tool_input.comand) {
  console.error("not allowed");
  process.exit(1);
}
"""
SCRIPTS = {"sh": SHELL, "py": PYTHON, "js": JAVASCRIPT}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scripts with mistakes, each longer than most, run by hooks of two agents."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "common.py").write_text(COMMON)
    names = [f"guard-{number}.{suffix}" for number in range(2) for suffix in SCRIPTS]
    for it in names:
        comment = "//" if it.endswith(".js") else "#"
        text = SCRIPTS[it.rpartition(".")[2]]
        (tmp_path / "hooks" / it).write_text(text + f"{comment} {'x' * 100}\n" * 150)
    for path in (".claude/settings.json", ".codex/hooks.json"):
        each = [{"type": "command", "command": f"hooks/{it}"} for it in names]
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": each}]}}))
    for it in names:
        (tmp_path / "hooks" / it).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checked() -> Checks:
    asked, host = Asked(None, RULES, {}, Fixing()), Host({}, "")
    sources = sources_at(".", "", asked.projects(""), [])
    return check_all(sources, asked, host, (), find_shell_checkers("", ()))


def reports(checks: Checks) -> list[object]:
    """What people and programs read of it, with the edits of fixes."""
    here, scripts = os.getcwd(), checks.scripts
    found = checks.checked
    return [report(found, (), scripts), log(found, here, "1", (), scripts), rdjson(found, here)]


def with_others(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Has three processes judge scripts, this one at most one of them: how many the others have judged."""
    monkeypatch.setattr(forking, "most_processes", lambda: 3)
    share_out, here, came = forking.side_by_side, os.getpid(), list[int]()
    begun = Path("begun")
    begun.touch()

    def shared(
        do: Callable[[int], Any],
        portable: Callable[[int, Any], Any],
        order: Sequence[int],
        count: int,
        known: Sequence[object],
    ) -> Mapping[int, Any]:
        def do_here(part: int) -> Any:
            if os.getpid() != here:
                with begun.open("a") as file:
                    file.write(f"{part}\n")
                return do(part)
            while len(begun.read_text().split()) < len(order) - 1:
                time.sleep(0.001)
            return do(part)

        found = share_out(do_here, portable, order, count, known)
        came.append(len(begun.read_text().split()))
        assert len(found) == len(order)
        return found

    monkeypatch.setattr(forking, "side_by_side", shared)
    return came


def test_the_reports_are_the_same(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forking, "most_processes", lambda: 1)
    expected = reports(checked())
    others = with_others(monkeypatch)
    assert reports(checked()) == expected
    assert others in ([5], [6]), "of six scripts, others have judged all but one"

    text = json.dumps(expected)
    for it in ("HW511", "HW512", "common.py", "replacements", "artifactChanges", "nothing to ignore"):
        assert it in text, f"the scripts have mistakes of all kinds: {it}"
