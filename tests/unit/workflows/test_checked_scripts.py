"""Tests of `hookwright.workflows.checking`: the scripts of hooks, by the files and folders that are named."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hookwright.analysis.reports.checked import UncheckedScript
from hookwright.analysis.reports.json import report
from hookwright.analysis.reports.sarif import log
from hookwright.analysis.rule import Finding, Fix, Place, Rule, ScriptChange, Subject, given
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.cli.checked import print_checks, print_problems
from hookwright.host import Host
from hookwright.model.reaction import Severity
from hookwright.text import Edit, Span
from hookwright.workflows.checking.asked import Asked, Fixing, SourceFile, sources_at
from hookwright.workflows.checking.check import Checks, check_all
from hookwright.workflows.shell_checkers import find_shell_checkers

WORD = "exit 1"
GUARD = "#!/bin/sh\necho no\nexit 1\n"


def _exits(subject: ScriptSubject) -> Iterator[Finding]:
    start = subject.text.find(WORD)
    if start >= 0:
        span = Span(start, start + len(WORD))
        events = ", ".join(it.row.name for it in subject.uses)
        yield Finding(
            Place((), span=span), f"exits with 1 on {events}", (Fix("Exit with 2", given(Edit(span, "exit 2"))),)
        )


RULE = Rule("HW511", "test", Severity.ERROR, "Scripts that exit with 1.", check_script=_exits)


def settings(command: str, event: str = "PreToolUse") -> str:
    return json.dumps({"hooks": {event: [{"hooks": [{"type": "command", "command": command}]}]}})


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], None]:
    """Writes files below a project, which is the current folder."""
    (tmp_path / "project" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "project")

    def write_all(files: dict[str, str]) -> None:
        for name, text in files.items():
            path = tmp_path / "project" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    return write_all


def check(*paths: str, rules: tuple[Rule, ...] = (RULE,), home: str = "", **how: bool) -> Checks:
    """Checks what the paths of the current folder name; `-` is a script `guard.sh` that is given with its text."""
    asked = Asked(None, rules, {}, Fixing(**how))
    host, passed = Host({}, home), list[str]()
    sources = [
        source
        for it in paths
        for source in (
            [SourceFile("guard.sh", io.StringIO(GUARD).read, on_disk=False)]
            if it == "-"
            else sources_at(it, home, asked.projects(home), passed)
        )
    ]
    return check_all(sources, asked, host, (), find_shell_checkers("", ()))


def found(checks: Checks) -> list[tuple[str, list[str]]]:
    """The scripts that were checked, with what was found in each."""
    return [(it.path, [one.finding.message for one in it.diagnostics]) for it in checks.checked if it.is_script]


def test_scripts_of_a_folder_are_checked_with_its_hook_files(write: Any) -> None:
    write({".claude/settings.json": settings("sh guard.sh"), "guard.sh": GUARD, "other.sh": GUARD})
    checks = check(".")
    assert [it.path for it in checks.checked] == [".claude/settings.json", "guard.sh"]
    assert found(checks) == [("guard.sh", ["exits with 1 on PreToolUse"])]
    assert [len(it.failing) for it in checks.checked] == [0, 1]


def test_hooks_of_files_that_are_not_checked_count_too(write: Any) -> None:
    cursor = json.dumps({"version": 1, "hooks": {"stop": [{"command": "sh guard.sh"}]}})
    write({".claude/settings.json": settings("sh guard.sh"), ".cursor/hooks.json": cursor, "guard.sh": GUARD})
    write({".claude/settings.local.json": settings("sh other.sh", "Stop"), "other.sh": GUARD})
    assert found(check(".claude/settings.json")) == [("guard.sh", ["exits with 1 on PreToolUse, stop"])]


def test_a_script_is_checked_for_the_hooks_of_its_project(write: Any, tmp_path: Path) -> None:
    write({".claude/settings.json": settings("sh tools/guard.sh"), "tools/guard.sh": GUARD, "alone.sh": GUARD})
    checks = check("tools/guard.sh", "alone.sh")
    assert [it.path for it in checks.checked] == ["tools/guard.sh"]
    assert found(checks) == [("tools/guard.sh", ["exits with 1 on PreToolUse"])]
    assert checks.scripts == (UncheckedScript("alone.sh", "no hook of its project runs this script"),)
    whole = str(tmp_path / "project" / "tools" / "guard.sh")
    assert found(check(whole)) == [(whole, ["exits with 1 on PreToolUse"])], "as it was named"


def test_a_script_of_a_plugin_without_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        ".claude-plugin/plugin.json": '{"name": "x"}',
        "hooks/hooks.json": settings('sh "${CLAUDE_PLUGIN_ROOT}"/scripts/guard.sh'),
        "scripts/guard.sh": GUARD,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path / "scripts")
    assert found(check("guard.sh")) == [("guard.sh", ["exits with 1 on PreToolUse"])]


def test_a_script_of_the_users_own_hooks(write: Any, tmp_path: Path) -> None:
    write({"../.claude/settings.json": settings("sh ~/.claude/guard.sh", "Stop"), "../.claude/guard.sh": GUARD})
    ((path, said),) = found(check("../.claude/guard.sh", home=str(tmp_path)))
    assert (Path(path).name, said) == ("guard.sh", ["exits with 1 on Stop"])


def test_a_text_that_is_given_counts_before_the_disk(write: Any) -> None:
    write({".claude/settings.json": settings("sh guard.sh"), "guard.sh": "true\n"})
    assert found(check("-")) == [("guard.sh", ["exits with 1 on PreToolUse"])]
    assert found(check("guard.sh")) == [("guard.sh", [])]


def test_a_script_that_is_too_long_is_not_called_unused(write: Any) -> None:
    write({".claude/settings.json": settings("sh guard.sh"), "guard.sh": GUARD + "#" * 300_000})
    checks = check("guard.sh")
    assert not checks.scripts
    assert [str(it) for it in checks.unreadable] == [
        "`guard.sh` cannot be checked: a script is read up to 256 KB, in UTF-8"
    ]


def test_settings_hold_for_scripts(write: Any) -> None:
    write({".claude/settings.json": settings("sh guard.sh"), "guard.sh": GUARD})
    write({"hookwright.json": '{"exclude": ["*.sh"]}'})
    assert found(check(".")) == []
    assert found(check("guard.sh")) == [("guard.sh", ["exits with 1 on PreToolUse"])]
    write({"hookwright.json": '{"ignore": [{"rule": "HW511", "file": "guard.sh"}], "failOn": "warning"}'})
    checks = check(".")
    assert found(checks) == [("guard.sh", [])]
    assert not [one.finding.message for it in checks.checked for one in it.diagnostics]


def test_scripts_are_left_alone_where_no_rule_looks_at_them(write: Any) -> None:
    write({".claude/settings.json": settings("sh guard.sh"), "guard.sh": GUARD})
    assert found(check(".", rules=(Rule("HW512", "other", Severity.ERROR, ""),))) == []


def test_fixes_change_the_script(write: Any, tmp_path: Path) -> None:
    write({".claude/settings.json": settings("sh guard.sh"), "guard.sh": GUARD.replace("\n", "\r\n")})
    checks = check(".", fix=True)
    assert (tmp_path / "project" / "guard.sh").read_bytes() == b"#!/bin/sh\r\necho no\r\nexit 2\r\n"
    assert found(checks) == [("guard.sh", [])]
    assert [(one.line, one.fix.title) for it in checks.checked for one in it.made] == [(3, "Exit with 2")]


def _inserts(subject: Subject) -> Iterator[Finding]:
    path = str(Path(subject.project) / "guard.sh")
    for name, change in {
        "ends": ScriptChange(path, line_feeds=True),
        "start": ScriptChange(path, insert="#!/bin/sh\n", executable=True),
    }.items():
        fix = Fix(name, given(), script=change)
        yield Finding(Place(("hooks",)), name, (fix,))


@pytest.mark.parametrize("text", ["exit 1\n", "exit 1\r\n"])
def test_a_patch_has_all_that_is_to_be_done_to_a_script(write: Any, tmp_path: Path, text: str) -> None:
    write({".claude/settings.json": settings("sh guard.sh")})
    (tmp_path / "project" / "guard.sh").write_bytes(text.encode())
    rules = (RULE, Rule("HW504", "changes", Severity.ERROR, "", _inserts))
    checks = check(".", rules=rules, show=True)
    assert checks.patch is not None
    lines = checks.patch.text(str(tmp_path / "project")).decode().splitlines()
    assert [it for it in lines if it[0] in "+-" and it[:3] not in ("+++", "---")] == [
        "-exit 1",
        "+#!/bin/sh",
        "+exit 2",
    ]
    assert checks.count == 3
    assert (tmp_path / "project" / "guard.sh").read_bytes() == text.encode()


def test_hooks_of_a_guessed_dialect_offer_no_fixes(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    write({"somewhere/hooks.json": settings("sh guard.sh"), "somewhere/guard.sh": GUARD})
    checks = check("somewhere", fix=True)
    assert found(checks) == [("somewhere/guard.sh", ["exits with 1 on PreToolUse"])]
    print_problems(checks, (), "text")
    assert (
        "`somewhere/guard.sh` was not fixed, because the dialect of a hook file that runs it" in capsys.readouterr().err
    )


def test_reports_name_the_scripts(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    write({".claude/settings.json": settings("sh guard.sh"), "guard.sh": GUARD, "alone.sh": GUARD})
    checks = check(".", "alone.sh")
    print_checks(checks, "text", 0.001)
    text = capsys.readouterr().out
    assert "\n --> guard.sh:3:1\n" in text
    assert "\n  note: `PreToolUse` hook of Claude Code that runs this script\n --> .claude/settings.json:1:" in text
    assert text.splitlines()[-2:] == [
        "1 error in 1 hook file and 1 script (1 ms)",
        "alone.sh was not checked: no hook of its project runs this script",
    ]
    print_checks(checks, "github", 0.001)
    github = capsys.readouterr().out
    assert "::error file=guard.sh,line=3,col=1,endLine=3,endColumn=7,title=HW511 test::exits with 1" in github
    assert "::notice file=alone.sh,title=hookwright::not checked: no hook of its project runs this script" in github


def test_reports_for_programs_name_the_scripts(write: Any) -> None:
    write({".claude/settings.json": settings("sh guard.sh"), "guard.sh": GUARD})
    checks = check(".")
    left = (UncheckedScript("alone.sh", "nobody runs it"),)
    told = report(checks.checked, (), left)
    assert (told["fails"], told["summary"]["error"]) == (True, 1)
    assert told["scriptsNotChecked"] == [{"path": "alone.sh", "why": "nobody runs it"}]
    file = told["files"][1]
    assert (file["path"], file["script"], file["dialect"]) == ("guard.sh", True, None)
    assert file["diagnostics"][0]["range"]["start"] == {"line": 2, "character": 0}
    assert file["diagnostics"][0]["related"][0]["pointer"] == "/hooks/PreToolUse/0/hooks/0/command"
    run = log(checks.checked, str(Path.cwd()), "1", (), left)["runs"][0]
    (result,) = run["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "guard.sh"
    assert result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == ".claude/settings.json"
    assert result["fixes"][0]["artifactChanges"][0]["artifactLocation"]["uri"] == "guard.sh"
    (notice,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notice["message"]["text"] == "Not checked: nobody runs it."


def test_many_hooks_are_told_in_few_notes(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    events = ("PreToolUse", "PostToolUse", "Stop", "SessionStart", "SessionEnd")
    hooks = {it: json.loads(settings("sh guard.sh"))["hooks"]["PreToolUse"] for it in events}
    write({".claude/settings.json": json.dumps({"hooks": hooks}), "guard.sh": GUARD})
    print_checks(check("."), "text", 0.001)
    text = capsys.readouterr().out
    assert text.count("that runs this script") == 3
    assert "  note: and 2 more places in other files\n" in text


def test_a_script_alone_is_no_hook_file(write: Any) -> None:
    write({"alone.sh": GUARD})
    checks = check("alone.sh")
    assert not checks.checked
    assert [it.path for it in checks.scripts] == ["alone.sh"]


def test_a_script_whose_output_a_hook_changes_is_left_alone(write: Any) -> None:
    write({".claude/settings.json": settings("sh guard.sh | tee log"), "guard.sh": GUARD})
    assert found(check(".")) == []
    assert [it.why for it in check("guard.sh").scripts] == [
        "a hook changes what this script reads, prints or exits with, or runs it in another language"
    ]


def test_a_script_that_is_a_hook_by_its_name_is_one_file(write: Any, tmp_path: Path) -> None:
    write({".clinerules/hooks/PreToolUse": GUARD})
    name = ".clinerules/hooks/PreToolUse"
    for path in (".", name):
        (checked,) = check(path).checked
        assert (checked.path, checked.dialect) == (name, "cline")
        assert [it.finding.message for it in checked.diagnostics] == ["exits with 1 on PreToolUse"]
        assert not checked.diagnostics[0].finding.related
    (fixed,) = check(".", fix=True).checked
    assert not fixed.diagnostics
    assert fixed.tree.text == (tmp_path / "project" / name).read_text() == GUARD.replace("exit 1", "exit 2")
