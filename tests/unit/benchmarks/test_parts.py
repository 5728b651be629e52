"""`python -m benchmarks` has every part, and its shortest form needs no network and judges nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from benchmarks import servers, tools
from benchmarks.__main__ import PARTS
from benchmarks.measure import Effort, Samples, interleave
from benchmarks.table import Row, print_part
from tests.pages import ROOT


def test_every_part_is_measured_and_explained() -> None:
    measuring = {it.stem for it in (ROOT / "benchmarks").glob("*.py") if "\ndef measure(effort:" in it.read_text()}
    assert {it.__name__.rpartition(".")[2] for it in PARTS.values()} == measuring
    page = (ROOT / "benchmarks" / "README.md").read_text()
    assert [it for it in PARTS if f"\n| `{it}` |" not in page] == []


def test_ci_runs_every_part_in_its_shortest_form() -> None:
    assert "\nmake bench-smoke\n" in (ROOT / ".ci" / "run").read_text()
    assert "-m benchmarks --smoke\n" in (ROOT / "Makefile").read_text()


def test_the_shortest_form_installs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*command: object, **_: object) -> None:
        pytest.fail(f"started {command}")

    monkeypatch.setattr(servers, "CACHE", tmp_path)
    monkeypatch.setattr(tools, "CACHE", tmp_path)
    monkeypatch.setattr(subprocess, "run", run)
    assert servers.vscode_json(Effort.SMOKE) is None
    assert tools.tools(tmp_path, Effort.SMOKE) == {}


def test_the_shortest_form_measures_everything_once() -> None:
    samples, taken = Samples(), list[str]()

    def work() -> dict[str, float]:
        taken.append("once")
        return {"time": 1.0}

    interleave(samples, Effort.SMOKE.rounds(5, 20), {"work": work}, warm_up=3)
    assert taken == ["once"]
    assert samples.median("work", "time") == 1.0


def test_goals_are_printed_where_a_part_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    row = Row(what="slow", measured=2.0, peer="peer", beside=1.0, goal=1.5)
    print_part("Part", [row], judged=True)
    assert "≤ 1.5  over" in capsys.readouterr().out
    print_part("Part", [row], judged=False)
    assert "1.5" not in capsys.readouterr().out
