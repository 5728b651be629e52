"""New scripts: they parse, and when they are fired they let go and refuse as their dialect has it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hookwright.analysis.scripts.templates import script_template
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.outcome import Reading, Result
from hookwright.policies.reading import read_result

Ran = subprocess.CompletedProcess[bytes]
Run = Callable[[str, str, str], Ran]


def _texts(*names: str) -> list[str]:
    found = {name: {script_template(name, row, {}) or "" for it in DIALECTS for row in it.events} for name in names}
    assert all(len(it) > 20 and "" not in it for it in found.values())
    return sorted(set().union(*found.values()))


def test_every_template_of_a_shell_parses(tmp_path: Path) -> None:
    for number, text in enumerate(_texts("guard.sh", "guard.bash", "guard")):
        file = tmp_path / str(number)
        file.write_text(text)
        done = subprocess.run(["bash", "-n", str(file)], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b""), text


def test_every_template_in_python_parses() -> None:
    for text in _texts("guard.py"):
        compile(text, "guard.py", "exec")


def test_other_languages_have_none() -> None:
    row = by_id("claude-code").events[0]
    assert [script_template(it, row, {}) for it in ("a.js", "a.rb", "a.exe")] == [None] * 3


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a script with a payload; once, where events have the same of both."""
    folder = tmp_path_factory.mktemp("templates")
    # The first is that of `python3`, with its standard library alone.
    path = os.pathsep.join([os.environ["PATH"].partition(os.pathsep)[0], "/usr/bin", "/bin"])

    @cache
    def run(name: str, text: str, payload: str) -> Ran:
        file = folder / name
        # Not over what may just have been run: it could still be busy.
        file.unlink(missing_ok=True)
        file.write_text(text)
        file.chmod(0o755)
        command = [str(file)]
        return subprocess.run(command, input=payload.encode(), capture_output=True, env={"PATH": path}, check=False)

    return run


@pytest.mark.parametrize("name", ["guard.sh", "guard.py"])
@pytest.mark.parametrize("dialect", [pytest.param(it, id=it.id) for it in DIALECTS])
def test_it_lets_go_and_refuses(dialect: Dialect, name: str, run: Run) -> None:
    assert dialect.events
    wrong = [(row.name, *it) for row in dialect.events for it in _wrong(run, name, dialect, row)]
    assert not wrong


def _wrong(run: Run, name: str, dialect: Dialect, row: EventRow) -> Iterator[tuple[str, Reading]]:
    """What the template of an event makes of payloads otherwise than it says."""
    text = script_template(name, row, {})
    assert text is not None
    refuses = row.can_block and "cannot be refused" not in text
    cases: list[tuple[dict[str, Any], bool]] = [({"x": "fine"}, False), ({"x": "FORBIDDEN"}, refuses)]
    if row.loop_guard and refuses:
        cases.append(({"x": "FORBIDDEN", row.loop_guard: True}, False))
    for payload, refused in cases:
        reading = _read(run(name, text, json.dumps(payload)), dialect, row)
        if reading.problems or _refused(reading) != refused:
            yield f"{payload} is to be {'refused' if refused else 'let go'}", reading


def _read(done: Ran, dialect: Dialect, row: EventRow) -> Reading:
    result = Result(
        exit_code=done.returncode,
        stdout=done.stdout.decode(),
        stderr=done.stderr.decode(),
        started_at=datetime.now(UTC),
        duration=0,
    )
    return read_result(result, row, {}, dialect=dialect)


def _refused(reading: Reading) -> bool:
    return bool(reading.blocks or reading.must_continue or reading.decision == "deny" or reading.stop_agent)
