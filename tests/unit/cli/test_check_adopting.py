"""What lets a repository adopt `hookwright check`: fewer files and rules, reports for other services."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

_UNKNOWN = {"hooks": {"PreTolUse": [{"hooks": [{"type": "command", "command": "exit 0"}]}]}}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one mistake in its hook file, and another file with it in `examples`."""
    for folder in (tmp_path, tmp_path / "examples"):
        (folder / ".claude").mkdir(parents=True)
        (folder / ".claude" / "settings.json").write_text(json.dumps(_UNKNOWN), encoding="utf-8")
    return tmp_path


def run(project: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hookwright", *arguments]
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    return subprocess.run(command, cwd=project, env={**clean, **environ}, capture_output=True, text=True, check=False)


def found(project: Path, *arguments: str) -> list[tuple[str, str]]:
    told = json.loads(run(project, "check", "--format", "json", *arguments).stdout)
    return [(file["path"], it["code"]) for file in told["files"] for it in file["diagnostics"]]


def test_files_are_left_out_that_are_found_and_not_those_that_are_named(project: Path) -> None:
    assert {path for path, _ in found(project)} == {".claude/settings.json", "examples/.claude/settings.json"}
    assert {path for path, _ in found(project, "--exclude", "examples/**")} == {".claude/settings.json"}
    named = found(project, "--exclude", "examples/**", "examples/.claude/settings.json")
    assert {path for path, _ in named} == {"examples/.claude/settings.json"}


def test_the_start_of_a_code_stands_for_all_such_rules(project: Path) -> None:
    assert {code for _, code in found(project, "--select", "HW2")} == {"HW201"}
    assert found(project, "--select", "HW5") == []
    assert found(project, "--ignore", "HW20") == []
    assert run(project, "check", "--select", "HW99").returncode == 2


def test_a_file_that_is_named_twice_counts_once(project: Path) -> None:
    named = ".claude/settings.json"
    assert len(found(project, named, f"./{named}", str(project / named))) == 1
    assert len(found(project, ".", named)) == 2


def test_statistics(project: Path) -> None:
    assert run(project, "check", "--statistics").stdout.split()[:3] == ["2", "HW201", "error"]
    (rule,) = json.loads(run(project, "check", "--statistics", "--format", "json").stdout)["rules"]
    assert (rule["code"], rule["count"], rule["fixable"]) == ("HW201", 2, True)
    assert run(project, "check", "--statistics").stdout.endswith("\n[*] `hookwright check --fix` fixes some of them\n")


def test_statistics_name_the_option_that_fixes_need(project: Path) -> None:
    text = json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": []}]}})
    (project / "examples" / ".claude" / "settings.json").write_text(text, encoding="utf-8")
    last = run(project, "check", "--statistics", "examples").stdout.splitlines()[-1]
    assert last == "[*] `hookwright check --fix --unsafe` fixes some of them, which may change what the hooks do"


def test_quiet_prints_findings_only(project: Path) -> None:
    (project / "empty").mkdir()
    assert run(project, "check", "-q", "empty").stdout == ""
    assert "hook file" not in run(project, "check", "-q").stdout


def test_the_report_goes_into_a_file(project: Path) -> None:
    done = run(project, "check", "--format", "json", "--output-file", "report.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "hookwright: 2 errors; the report is in report.json\n"
    assert run(project, "check", "-q", "--output-file", "report.txt").stderr == ""
    assert run(project, "check", "--ignore", "HW2", "--output-file", "report.txt").stderr == ""
    assert json.loads((project / "report.json").read_text(encoding="utf-8"))["fails"] is True
    refused = run(project, "check", "--output-file", "no/such/folder")
    assert (refused.returncode, "cannot be written" in refused.stderr) == (2, True)


def test_colors(project: Path) -> None:
    assert "\x1b[" not in run(project, "check").stdout
    assert "\x1b[" in run(project, "check", "--color", "always").stdout
    assert "\x1b[" in run(project, "check", FORCE_COLOR="1").stdout
    assert "\x1b[" not in run(project, "check", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[" not in run(project, "check", "--color", "never", FORCE_COLOR="1").stdout


def test_one_line_a_finding(project: Path) -> None:
    first, second = run(project, "check", "--format", "concise").stdout.splitlines()
    assert first.startswith(".claude/settings.json:1:")
    assert ": error: " in first
    assert second.endswith(" [HW201]")


def test_gitlab(project: Path) -> None:
    told: list[dict[str, Any]] = json.loads(run(project, "check", "--format", "gitlab").stdout)
    assert [(it["check_name"], it["severity"], it["location"]["lines"]["begin"]) for it in told] == [
        ("HW201", "major", 1)
    ] * 2
    assert len({it["fingerprint"] for it in told}) == 2


def test_azure(project: Path) -> None:
    first, second = run(project, "check", "--format", "azure").stdout.splitlines()[:2]
    where = "type=error;sourcepath=.claude/settings.json;linenumber=1;columnnumber="
    assert first.startswith(f"##vso[task.logissue {where}")
    assert ";code=HW201;]" in second


def test_no_text_of_a_file_is_a_command_of_azure(project: Path) -> None:
    evil = "##vso[task.setvariable variable=PATH]/tmp ##[group]"
    (project / ".claude" / "settings.json").write_text(json.dumps({"hooks": {evil: []}}), encoding="utf-8")
    for form in ("text", "concise", "json"):
        printed = run(project, "check", "--format", form, ".claude/settings.json", TF_BUILD="True").stdout
        assert "task.setvariable" in printed
        assert "##vso[" not in printed
        assert "##[" not in printed
    issue = run(project, "check", "--format", "azure", ".claude/settings.json", TF_BUILD="True").stdout.splitlines()[0]
    assert issue.index("##vso[task.logissue ") == 0


def test_findings_need_not_fail(project: Path) -> None:
    assert run(project, "check").returncode == 1
    done = run(project, "check", "--exit-zero")
    assert done.returncode == 0
    assert "HW201" in done.stdout
    assert run(project, "check", "--exit-zero", "no-such-file.json").returncode == 2


def test_rdjson_counts_columns_in_bytes(project: Path) -> None:
    (project / ".claude" / "settings.json").write_text('{"ä": 1, "hooks": {"PreTolUse": []}}', encoding="utf-8")
    told = json.loads(run(project, "check", "--format", "rdjson", ".claude/settings.json").stdout)
    (one,) = (it for it in told["diagnostics"] if it["code"]["value"] == "HW201")
    before = '{"ä": 1, "hooks": {'
    assert one["location"]["range"]["start"] == {"line": 1, "column": len(before.encode()) + 1}
    assert one["suggestions"][0]["text"]


def test_checkstyle_and_junit(project: Path) -> None:
    checkstyle = ElementTree.fromstring(run(project, "check", "--format", "checkstyle").stdout)
    assert [it.get("source") for it in checkstyle.iter("error")] == ["hookwright.HW201"] * 2
    junit = ElementTree.fromstring(run(project, "check", "--format", "junit").stdout)
    assert [it.get("failures") for it in junit] == ["1", "1"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--statistics", "--format", "sarif"],
        ["--baseline", "a", "--write-baseline", "b"],
        ["--watch", "-"],
        ["--watch", "--output-file", "a"],
    ],
    ids=" ".join,
)
def test_options_that_contradict_one_another(project: Path, arguments: list[str]) -> None:
    done = run(project, "check", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("hookwright: ")


def test_a_change_is_checked_again(project: Path) -> None:
    command = [sys.executable, "-u", "-m", "hookwright", "check", "--watch", ".claude/settings.json"]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "waiting for changes" in process.stderr.readline()
        (project / ".claude" / "settings.json").write_text("{}", encoding="utf-8")
        assert "waiting for changes" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        printed = process.stdout.read()
    assert "HW201" in printed
    assert "no problems in 1 hook file" in printed
    assert process.returncode == 130
