"""New scripts: they parse, and when they are fired they let go and refuse as their dialect has it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hookwright.analysis.scripts.templates import script_template
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow

EVENTS = [pytest.param(it, row, id=f"{it.id}-{row.name}") for it in DIALECTS for row in it.events]


@pytest.mark.parametrize("name", ["guard.sh", "guard.bash", "guard", "guard.py"])
def test_every_template_parses(name: str, tmp_path: Path) -> None:
    texts = {script_template(name, row, {}) for dialect in DIALECTS for row in dialect.events}
    assert len(texts) > 20
    for number, text in enumerate(sorted(it or "" for it in texts)):
        file = tmp_path / f"{number}-{name}"
        file.write_text(text)
        if name.endswith(".py"):
            compile(text, name, "exec")
            continue
        done = subprocess.run(["bash", "-n", str(file)], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b""), text


def test_other_languages_have_none() -> None:
    row = by_id("claude-code").events[0]
    assert [script_template(it, row, {}) for it in ("a.js", "a.rb", "a.exe")] == [None] * 3


@pytest.mark.parametrize("name", ["guard.sh", "guard.py"])
@pytest.mark.parametrize(("dialect", "row"), EVENTS)
def test_it_lets_go_and_refuses(dialect: Dialect, row: EventRow, name: str, tmp_path: Path) -> None:
    text = script_template(name, row, {})
    assert text is not None
    file = tmp_path / name
    file.write_text(text)
    file.chmod(0o755)
    refuses = row.can_block and "cannot be refused" not in text

    assert not _refused(_read(file, dialect, row, {"x": "fine"}))
    assert _refused(_read(file, dialect, row, {"x": "FORBIDDEN"})) == refuses
    if row.loop_guard and refuses:
        assert not _refused(_read(file, dialect, row, {"x": "FORBIDDEN", row.loop_guard: True}))


def _read(file: Path, dialect: Dialect, row: EventRow, payload: dict[str, Any]) -> Any:
    import json
    from datetime import UTC, datetime

    from hookwright.model.outcome import Result
    from hookwright.policies.reading import read_result

    environment = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])}
    done = subprocess.run(
        [str(file)], input=json.dumps(payload).encode(), capture_output=True, env=environment, check=False
    )
    result = Result(
        exit_code=done.returncode,
        stdout=done.stdout.decode(),
        stderr=done.stderr.decode(),
        started_at=datetime.now(UTC),
        duration=0,
    )
    reading = read_result(result, row, {}, dialect=dialect)
    assert reading.problems == ()
    return reading


def _refused(reading: Any) -> bool:
    return bool(reading.blocks or reading.must_continue or reading.decision == "deny" or reading.stop_agent)
