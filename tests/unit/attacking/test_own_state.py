"""An attack also breaks the files that a guard itself writes, such as a log."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard
from tests.unit.attacking.test_attack import attacked

_LOGS = """import json, os, sys
event = json.load(sys.stdin)
command = event["tool_input"].get("command", "")
os.makedirs(".logs", exist_ok=True)
try:
    with open(".logs/calls.json") as file:
        calls = json.load(file)
except (OSError, ValueError):
    calls = []
BEFORE
if "git push --force" in command:
    print("no", file=sys.stderr)
    sys.exit(2)
AFTER
"""
_WRITES = """calls.append(command)
with open(".logs/calls.json", "w") as file:
    json.dump(calls, file)
"""


def _faults(text: str, project: Path) -> dict[str, bool]:
    guard = Guard("push.py", text, "python3 {script}")
    found = attacked(guard.written(project), project, "history: force push", count=40).circumstances
    return {it.name: it.is_fault for it in found if ".logs" in it.name}


def test_a_log_that_cannot_be_written_lets_calls_pass_if_the_guard_writes_it_first(tmp_path: Path) -> None:
    faults = _faults(_LOGS.replace("BEFORE", _WRITES).replace("AFTER", ""), tmp_path / "shop")
    assert faults == {
        "`.logs/calls.json` cannot be written": True,
        "`.logs/calls.json` has only `{}`": True,
        # So whoever may write the file opens the guard.
        "Write of `.logs/calls.json`": True,
        "`printf %s '{}' > .logs/calls.json`": True,
    }


def test_a_guard_that_decides_first_has_no_file_to_break(tmp_path: Path) -> None:
    assert _faults(_LOGS.replace("BEFORE", "").replace("AFTER", _WRITES), tmp_path / "shop") == {}
