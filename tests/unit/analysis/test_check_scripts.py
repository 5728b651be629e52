"""Tests of `hookwright.analysis.check_scripts`: findings in scripts, with the hooks, the settings and the fixes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.check_scripts import check_script, judge_script
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.proof import Prover, repairs
from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject, given
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.script_uses import script_runs, script_subjects
from hookwright.analysis.settings.file import NO_SETTINGS, read_settings
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.scripts.library import ScriptLibrary
from hookwright.syntax.edit import apply
from hookwright.text import Edit, Span

WORD = "exit 1"


def every_exit(subject: ScriptSubject, *, cure: str = "exit 2", only: str = "") -> Iterator[Finding]:
    """Finds each `exit 1`; `cure` is what its fix writes there, and `only` the one event that it is about."""
    uses = tuple(it for it in subject.uses if it.row.name == only)
    start = subject.text.find(WORD)
    while start >= 0:
        span = Span(start, start + len(WORD))
        yield Finding(Place((), span=span), f"`{WORD}`", (Fix("Exit with 2", given(Edit(span, cure))),), uses=uses)
        start = subject.text.find(WORD, start + 1)


def rule(*, stands_on: Fact | None = None, **words: Any) -> Rule:
    """A rule of scripts that is in no list; its code is one that settings know."""
    check = partial(every_exit, **words)
    return Rule("HW511", "test", Severity.ERROR, "", stands_on=stands_on, check_script=check)


def settings_of(command: str, *events: str) -> str:
    hook = {"hooks": [{"type": "command", "command": command}]}
    return json.dumps({"hooks": {event: [hook] for event in events}})


@pytest.fixture
def subject_of(tmp_path: Path) -> Any:
    def make(
        script: str, *events: str, name: str = "guard.sh", command: str = "", dialect: str = "claude-code"
    ) -> ScriptSubject:
        path = tmp_path / ".claude" / "hooks" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script, encoding="utf-8")
        text = settings_of(command or f"bash {path}", *(events or ("PreToolUse",)))
        disk = RealDisk("/nobody")
        place = str(tmp_path / ".claude" / "settings.json")
        file = read_hook_file(place, text, by_id(dialect), Scope.PROJECT)
        (found,) = script_subjects(script_runs(Subject(file, str(tmp_path), disk)), ScriptLibrary(), disk)
        return found

    return make


def said(found: tuple[Diagnostic, ...]) -> list[tuple[int, str]]:
    return [(it.span.start, it.severity.value) for it in found]


def test_a_finding_names_the_hooks_that_run_the_script(subject_of: Any) -> None:
    (found,) = check_script(subject_of("exit 1\n", "PreToolUse", "Stop"), rules=[rule()])
    assert [words for _, words in found.finding.related] == [
        "`PreToolUse` hook of Claude Code that runs this script",
        "`Stop` hook of Claude Code that runs this script",
    ]
    assert all(place.file is not None and place.piece is not None for place, _ in found.finding.related)


def test_a_finding_may_be_about_some_hooks_only(subject_of: Any) -> None:
    (found,) = check_script(subject_of("exit 1\n", "PreToolUse", "Stop"), rules=[rule(only="Stop")])
    assert [words for _, words in found.finding.related] == ["`Stop` hook of Claude Code that runs this script"]


def test_a_rule_that_raises_is_left_out(subject_of: Any) -> None:
    def raising(_: ScriptSubject) -> Iterator[Finding]:
        raise ValueError

    broken: list[str] = []
    rules = [Rule("HW511", "broken", Severity.ERROR, "", check_script=raising), rule()]
    found = check_script(subject_of("exit 1\n"), rules=rules, on_defect=lambda it, _: broken.append(it.name))
    assert broken == ["broken"]
    assert len(found) == 1


def test_what_is_only_documented_matters_less(subject_of: Any) -> None:
    subject = subject_of("exit 1\n", "PreToolUse", dialect="vscode")
    dialect = subject.uses[0].dialect
    assert not dialect.evidence.basis.is_certain
    (found,) = check_script(subject, rules=[rule(stands_on=Fact.FILE)])
    assert found.severity is Severity.WARNING
    assert found.finding.message.endswith(f"({dialect.evidence.source})")
    (anyhow,) = check_script(subject, rules=[rule()])
    assert anyhow.severity is Severity.ERROR


@pytest.mark.parametrize(
    ("script", "left"),
    [
        ("# hookwright: ignore HW511\nexit 1\nexit 1\n", [34]),
        ("exit 1  # hookwright: ignore test-name, HW511 -- it is right\nexit 1\n", [8, 61]),
        ("exit 1\n# hookwright: ignore HW511\n", [0, 7]),
        ("echo '# hookwright:'; exit 1 ## hookwright:ignore HW511\n", []),
    ],
)
def test_comments_hold_back(subject_of: Any, script: str, left: list[int]) -> None:
    assert [it.span.start for it in judge_script(subject_of(script), NO_SETTINGS, rules=[rule()]).diagnostics] == left


def test_comments_of_other_languages(subject_of: Any) -> None:
    text = "if (x) {// hookwright: ignore HW511\n  // exit 1\n}\n/* hookwright: ignore HW511 */\n// exit 1\n// exit 1\n"
    subject = subject_of(text, name="guard.mjs", command="node .claude/hooks/guard.mjs")
    judged = judge_script(subject, NO_SETTINGS, rules=[rule()])
    # The first comment is behind code, so it is about its own line, where nothing is found.
    assert [it.rule.code for it in judged.diagnostics] == ["HW902", "HW511", "HW511"]


def test_settings_hold_back(subject_of: Any, tmp_path: Path) -> None:
    subject = subject_of("exit 1\n")
    ignoring = {"ignore": [{"rule": "HW511", "file": ".claude/hooks/*.sh"}]}
    off, mild = {"rules": {"HW511": "off"}}, {"rules": {"HW511": "hint"}}
    judged = [
        judge_script(subject, read_settings(json.dumps(it), str(tmp_path)).settings, rules=[rule()])
        for it in (ignoring, off, mild)
    ]
    assert [said(it.diagnostics) for it in judged] == [[], [], [(0, "hint")]]
    assert [len(it.used) for it in judged] == [1, 0, 0]


def test_fixes_are_proved_on_the_script(subject_of: Any) -> None:
    subject = subject_of("exit 1\nexit 1\n")
    found = check_script(subject, rules=[rule()])
    edits = [edit for it in repairs(found) for edit in it.edits]
    assert apply(subject.text, edits) == "exit 2\nexit 2\n"
    assert not list(Prover().alone(check_script(subject, rules=[rule(cure="exit 1 ")])))
    assert not list(Prover().alone(check_script(subject, rules=[rule(cure="exit 1")])))
