"""The scores that `hookwright add` lists are those of an attack on each guard by itself."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.pages import ROOT

from hookwright.cli import hookwright
from hookwright.guards.library import GUARDS, Guard

_COUNT = 40


@pytest.mark.parametrize("guard", GUARDS, ids=lambda it: it.name)
@pytest.mark.sweep
def test_the_score_is_what_an_attack_comes_to(guard: Guard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(hookwright, ["add", guard.name]).exit_code == 0
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    words = [
        *(word for it in guard.meant for word in ("--danger", it)),
        "--count",
        str(_COUNT),
        "--yes",
        "--format",
        "json",
    ]
    done = CliRunner().invoke(hookwright, ["attack", os.path.join(".claude", "settings.json"), *words])
    counts = json.loads(done.stdout)["counts"]
    assert (counts["stopped"], counts["stopped"] + counts["passed"]) == guard.score
    assert counts["false alarm"] == 0


@pytest.mark.parametrize("guard", GUARDS, ids=lambda it: it.name)
def test_the_documentation_says_what_is_true_of_each_guard(guard: Guard) -> None:
    stopped, of = guard.score
    row = f"| `{guard.name}` | {guard.stops} | {guard.does_not_stop} | {stopped} of {of} |\n"
    assert row in (ROOT / "docs" / "guards.md").read_text("utf-8")
