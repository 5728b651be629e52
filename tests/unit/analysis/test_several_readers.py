"""A file that several agents read is judged for each of them, and no more is said than helps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.proof import repairs
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_for
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.readers.case import Ground
from hookwright.readers.choice import Reader

_HOOK = {"type": "command", "command": "true"}


def _reader(id: str, *, borrowed: bool = False) -> Reader:  # noqa: A002
    return Reader(by_id(id), Scope.PROJECT, Ground.PLACE, borrowed)


def _judged(project: Path, hooks: dict[str, Any], *readers: Reader) -> tuple[Diagnostic, ...]:
    file = read_for(str(project / "hooks.json"), json.dumps({"hooks": hooks}), readers)
    return check_file(Subject(file, str(project), RealDisk(str(project / "home"))))


def _said(found: tuple[Diagnostic, ...]) -> list[tuple[str, str]]:
    return [(it.rule.name, it.finding.message) for it in found]


def test_what_all_of_them_would_say_is_said_once_with_its_fix(tmp_path: Path) -> None:
    hooks: dict[str, Any] = {"PreToolUse": [{"hooks": []}], "PostToolUse": [{"hooks": [_HOOK]}]}
    alone = _judged(tmp_path, hooks, _reader("claude-code"))
    both = _judged(tmp_path, hooks, _reader("claude-code"), _reader("ai-agents"))

    assert alone
    assert _said(both) == _said(alone)
    assert [it.edits for it in repairs(both)] == [it.edits for it in repairs(alone)] != []


def test_what_one_of_them_would_say_names_it_and_is_not_fixed(tmp_path: Path) -> None:
    hooks = {"Setup": [{"hooks": [_HOOK]}], "stop": [{"hooks": [_HOOK]}]}
    found = _judged(tmp_path, hooks, _reader("claude-code"), _reader("ai-agents"))

    setup = [it for it in found if "`Setup`" in it.finding.message]
    assert all(it.finding.message.startswith(f"{by_id('ai-agents').title}: ") for it in setup)
    assert [it.finding.fixes for it in setup] == [()]
    (case,) = (it for it in found if it.rule.name == "event-case")
    assert case.finding.message.startswith("Claude Code: ")
    assert case.severity is case.rule.severity.lowered


_ELSEWHERE = {"Setup": [{"hooks": [_HOOK]}], "ConfigChange": [{"hooks": [_HOOK]}], "Stop": [{"hooks": [_HOOK]}]}


def test_one_that_borrows_the_file_says_nothing_where_nobody_uses_it(tmp_path: Path) -> None:
    assert _judged(tmp_path, _ELSEWHERE, _reader("claude-code"), _reader("ai-agents", borrowed=True)) == ()


def test_one_that_borrows_the_file_gets_one_hint_where_it_is_used(tmp_path: Path) -> None:
    own = tmp_path / ".ai_agents" / "settings.json"
    own.parent.mkdir()
    own.write_text("{}")
    readers = _reader("claude-code"), _reader("ai-agents", borrowed=True)

    (hint,) = _judged(tmp_path, _ELSEWHERE, *readers)

    assert (hint.rule.name, hint.severity) == ("read-differently", Severity.HINT)
    title = by_id("ai-agents").title
    assert hint.finding.message == (
        f"{title} reads this file too and skips the hooks on `Setup`, `ConfigChange` and `Stop`, "
        "because it has no such events; use events that both have, or write hooks for it in its own file"
    )
    assert _judged(tmp_path, {"PreToolUse": [{"hooks": [_HOOK]}]}, *readers) == ()


def test_a_key_that_one_of_them_reads_is_no_mistake(tmp_path: Path) -> None:
    hooks = {"PreToolUse": [{"hooks": [{**_HOOK, "async": False}]}], "Stop": [{"hooks": [{**_HOOK, "asinc": False}]}]}
    found = _judged(tmp_path, hooks, _reader("claude-code"), _reader("gemini-cli"))

    assert [it.finding.place.route[-1] for it in found if it.rule.name == "unknown-key"] == ["asinc"]
