"""The baseline of `hookwright check`: what it hides, what is new, and what is gone."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests import warm

_UNKNOWN = {"hooks": {"PreTolUse": [{"hooks": [{"type": "command", "command": "exit 0"}]}]}}
_ABSENT = "nonesuch --now"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one mistake in its hook file, and another file with it in `examples`."""
    for folder in (tmp_path, tmp_path / "examples"):
        (folder / ".claude").mkdir(parents=True)
        (folder / ".claude" / "settings.json").write_text(json.dumps(_UNKNOWN), encoding="utf-8")
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        warm.hookwright("check", *words), cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


def found(folder: Path, *words: str) -> list[dict[str, Any]]:
    told = json.loads(run(folder, "--format", "json", *words).stdout)
    return [it for file in told["files"] for it in file["diagnostics"]]


def write_absent(project: Path, count: int) -> None:
    """So many hooks with a program that is not there, each on a line of its own."""
    hooks = [{"type": "command", "command": _ABSENT} for _ in range(count)]
    lines = ",\n".join(json.dumps({"matcher": f"Bash({it})", "hooks": [hook]}) for it, hook in enumerate(hooks))
    lines = lines.replace("Bash(0)", "Bash").replace("Bash(1)", "Edit").replace("Bash(2)", "Write")
    text = f'{{"hooks": {{"PreToolUse": [\n{lines}\n]}}}}'
    (project / ".claude" / "settings.json").write_text(text, encoding="utf-8")


def test_a_baseline_leaves_out_what_is_known_and_nothing_new(project: Path) -> None:
    assert run(project).returncode == 1
    written = run(project, "--write-baseline", "known.json")
    assert (written.returncode, written.stdout.split(" written")[0]) == (0, "2 findings")

    assert run(project, "--baseline", "known.json").returncode == 0
    file = project / ".claude" / "settings.json"
    file.write_text("\n\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert found(project, "--baseline", "known.json") == []
    twice = {"hooks": {**_UNKNOWN["hooks"], "PostTolUse": _UNKNOWN["hooks"]["PreTolUse"]}}
    file.write_text(json.dumps(twice), encoding="utf-8")
    assert [it["code"] for it in found(project, "--baseline", "known.json")] == ["HW201"]


def test_one_more_place_is_a_new_finding_on_its_own_line(project: Path) -> None:
    write_absent(project, 1)
    run(project, "--select", "HW510", "--write-baseline", "known.json")
    write_absent(project, 2)
    done = run(project, "--select", "HW510", "--baseline", "known.json")
    assert "known.json" not in done.stderr
    (new,) = found(project, "--select", "HW510", "--baseline", "known.json")
    assert (new["range"]["start"]["line"], "more" in new["message"]) == (2, False)


def test_every_place_of_a_finding_is_known_and_counts_once_it_is_gone(project: Path) -> None:
    write_absent(project, 3)
    assert len(found(project, "--select", "HW510")) == 1
    written = run(project, "--select", "HW510", "--write-baseline", "known.json")
    assert written.stdout.startswith("3 findings written to known.json")
    done = run(project, "--select", "HW510", "--baseline", "known.json")
    assert done.stdout.splitlines()[0].endswith("; 3 findings of the baseline are hidden")
    write_absent(project, 1)
    done = run(project, "--select", "HW510", "--baseline", "known.json")
    assert done.stdout.splitlines()[0].endswith("; 1 finding of the baseline is hidden")
    assert "lists 2 findings that are gone" in done.stderr


def test_an_entry_that_stands_for_several_places_is_read(project: Path) -> None:
    write_absent(project, 2)
    run(project, "--select", "HW510", "--write-baseline", "known.json")
    file = project / "known.json"
    known = json.loads(file.read_text(encoding="utf-8"))
    (entry,) = known["findings"]
    assert entry["count"] == 2
    entry |= {"message": f"{entry['message']} (and in 1 more place)", "count": 1}
    file.write_text(json.dumps(known), encoding="utf-8")
    assert found(project, "--select", "HW510", "--baseline", "known.json") == []


def test_what_is_gone_from_a_file_is_said(project: Path) -> None:
    run(project, "--write-baseline", "known.json")
    (project / ".claude" / "settings.json").write_text("{}", encoding="utf-8")
    done = run(project, "--baseline", "known.json")
    assert "`known.json` lists 1 finding that is gone from the files that were checked" in done.stderr
    assert done.stderr.endswith("`--write-baseline known.json` removes it\n")


def test_what_was_not_checked_is_not_gone(project: Path) -> None:
    run(project, "--write-baseline", "known.json")
    (project / "empty").mkdir()
    assert "known.json" not in run(project / "empty", "--baseline", "../known.json").stderr
    assert "known.json" not in run(project, "examples", "--baseline", "known.json").stderr
    assert "known.json" not in run(project, "--select", "HW5", "--baseline", "known.json").stderr
    (project / "examples" / ".claude" / "settings.json").write_text("{}", encoding="utf-8")
    done = run(project, "examples", "--baseline", "known.json")
    assert done.stderr.endswith("removes it; check everything that it lists for this\n")


def test_what_is_said_of_new_findings_holds_for_warnings_too(project: Path) -> None:
    done = run(project, "--write-baseline", "known.json")
    assert done.stdout.endswith("; with `--baseline known.json`, only new ones can fail the check\n")


@pytest.mark.parametrize(
    "text", ["", "[]", '{"version": 1}', '{"version": 2, "findings": []}', '{"version": 1, "findings": [1]}']
)
def test_a_file_that_is_no_baseline_hides_nothing(project: Path, text: str) -> None:
    (project / "known.json").write_text(text, encoding="utf-8")
    done = run(project, "--baseline", "known.json")
    assert done.returncode == 2
    assert "write" in done.stderr
