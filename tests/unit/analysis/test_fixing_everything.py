"""All safe fixes of a file together: they bring no finding in, leave sound JSON, and there is nothing to fix after."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.markers import parse

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.fixing import Fixed, fix_file
from hookwright.analysis.rule import Rule, Subject
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.readers.choice import place_of
from hookwright.syntax.edit import apply
from hookwright.syntax.tree import Notation

pytestmark = pytest.mark.sweep

ROOT = Path(__file__).parents[3]
SPECS = sorted((ROOT / "tests" / "spec" / "rules").glob("*.md"))
PLANTED = sorted((ROOT / "tests" / "planted").glob("*.md"))
# What broken syntax has hidden is no new finding.
_HIDING = "HW00"


def _fail(rule: Rule, error: Exception) -> None:
    raise AssertionError(f"{rule.name} failed") from error


def _judge(file: HookFile) -> tuple[Diagnostic, ...]:
    subject = Subject(file, file.project, RealDisk("/home/nobody"))
    return check_file(subject, on_defect=_fail)


def _files(path: Path) -> Iterator[HookFile]:
    for section in parse(path.read_text(encoding="utf-8")):
        for block in section.inputs:
            absolute = f"/project/{block.path}"
            found = place_of(absolute, home="/home/nobody")
            if found is not None:
                yield read_hook_file(absolute, block.text, *found)


def expect_sound(file: HookFile, *, unsafe: bool = False) -> Fixed:
    before = _judge(file)
    fixed = fix_file(file, _judge, unsafe=unsafe)
    again = fix_file(fixed.file, _judge, unsafe=unsafe)
    assert again.file.tree.text == fixed.file.tree.text, "a second run changes something"
    assert again.made == ()
    if not any(it.rule.code.startswith(_HIDING) for it in before):
        new = _codes(fixed.diagnostics) - _codes(before)
        assert not new, f"{new} is new in\n{fixed.file.tree.text}"
    return fixed


def _codes(found: tuple[Diagnostic, ...]) -> Counter[str]:
    return Counter(it.rule.code for it in found)


@pytest.mark.parametrize("unsafe", [False, True])
@pytest.mark.parametrize("path", SPECS, ids=lambda it: it.stem)
def test_every_spec(path: Path, unsafe: bool) -> None:
    for file in _files(path):
        expect_sound(file, unsafe=unsafe)


@pytest.mark.parametrize("path", PLANTED, ids=lambda it: it.stem)
def test_every_planted_defect(path: Path) -> None:
    files = tuple(_files(path))
    fixed = [expect_sound(it) for it in files]
    # No edit gives a script another name.
    assert any(it.made for it in fixed) or all(it.tree.notation is Notation.SCRIPT for it in files)


@pytest.mark.parametrize("path", [*SPECS, *PLANTED], ids=lambda it: f"{it.parent.name}-{it.stem}")
def test_what_was_json_stays_json_and_no_comment_is_lost(path: Path) -> None:
    for file in _files(path):
        fixed = fix_file(file, _judge)
        if file.tree.notation is Notation.JSON and not file.tree.problems:
            json.loads(fixed.file.tree.text.removeprefix("\ufeff"))
        comments = [file.tree.text[it.start : it.end] for it in file.tree.comments]
        assert [fixed.file.tree.text[it.start : it.end] for it in fixed.file.tree.comments] == comments


def test_every_round_of_touching_fixes_is_made() -> None:
    file = read_hook_file("/p/.claude/settings.json", _TOUCHING, by_id("claude-code"), Scope.PROJECT)
    fixed = fix_file(file, _judge)
    assert [it for it in _codes(fixed.diagnostics) if it in {"HW201", "HW002"}] == []
    assert {it.line for it in fixed.made} == {2}
    assert apply(fixed.file.tree.text, ()) == fixed.file.tree.text


@pytest.mark.parametrize("end", ['{"hooks": {"Stop": "x', '{\n  "', '{"hooks": {"a": "b\n"c": {}}}', '["a\\'])
def test_a_string_without_end_is_closed_before_what_it_stands_in(end: str) -> None:
    file = read_hook_file("/p/.claude/settings.json", end, by_id("claude-code"), Scope.PROJECT)
    fixed = expect_sound(file)
    assert len(fixed.file.tree.text) < len(end) + 8
    assert len([it for it in fixed.diagnostics if it.rule.code == "HW001"]) <= 1


_TOUCHING = """{"hooks": {
"pretooluse": [{"hooks": [{"type": "command", "command": "true",},],}],
}}
"""
