"""A guard that lets a commit pass after its checks is attacked as if they had failed."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

_TEXT = """#!/bin/bash
command=$(jq -r .tool_input.command)
if grep -qE '\\bgit commit\\b' <<< "$command" && ! { CHECK; }; then
  echo "the checks failed" >&2
  exit 2
fi
exit 0
"""


@every(
    ("check", "name"),
    [
        ("bash scripts/verify.sh", "scripts/verify.sh"),
        ("python3 -m py_compile src/app.py", "python3"),
        ("[ -f .state/passed ]", ".state/passed"),
    ],
)
def test_the_checks_of_a_guard_fail_in_the_copy(check: str, name: str, tmp_path: Path) -> None:
    project = tmp_path / name.replace("/", "-") / "shop"
    for path, text in (("scripts/verify.sh", "exit 0\n"), ("src/app.py", "A = 1\n"), (".state/passed", "")):
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text)
    found = attacked(Guard("gate.sh", _TEXT.replace("CHECK", check), "bash {script}"), project, count=12)
    assert {(it.name, seed.name) for it in found.meant.aims for seed in it.seeds} == {("protected", "every commit")}
    assert any(f"`{name}`" in it and "failed or was missing" in it for it in found.notes)
    assert (project / "scripts" / "verify.sh").read_text() == "exit 0\n"
    assert (project / ".state" / "passed").exists()


def test_nothing_outside_of_the_copy_is_touched(tmp_path: Path) -> None:
    """The project has a link to a folder of the user, which the copy has, too."""
    project, outside = tmp_path / "shop", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    (outside / "passed").touch()
    (project / ".state").symlink_to(outside)
    before = outside.stat().st_mtime_ns
    attacked(Guard("gate.sh", _TEXT.replace("CHECK", "[ -f .state/passed ]"), "bash {script}"), project, count=12)
    assert outside.stat().st_mtime_ns == before
