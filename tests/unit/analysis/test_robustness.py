"""No text makes a rule raise, every finding is on one line, and every fix can be applied."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.markers import parse
from tests.unit.analysis.conftest import subject_of

from hookwright.analysis.check import check_file
from hookwright.analysis.proof import Prover
from hookwright.analysis.rule import Rule
from hookwright.syntax.edit import apply

pytestmark = pytest.mark.sweep

SPECS = sorted((Path(__file__).parents[2] / "spec" / "rules").glob("*.md"))
VALUES = ("null", "true", "5", '"text"', "[]", "{}", "[[]]", '[{"hooks": 1}]', '{"command": "a"}', '{"type": 1}', "")


def inputs(path: Path) -> list[str]:
    return [block.text for section in parse(path.read_text(encoding="utf-8")) for block in section.inputs]


@cache
def survives(text: str) -> None:
    """Tries a text; once, as many files begin in the same way."""
    for diagnostic in check_file(subject_of(text), on_defect=_fail):
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert "\n" not in text[diagnostic.span.start : diagnostic.span.end]
        assert diagnostic.finding.message
        assert not diagnostic.finding.message.endswith(".")
        for it in Prover().alone([diagnostic]):
            assert it.edits or it.fix.script, f"{it.fix.title} does nothing"
            assert it.fix.script or apply(text, it.edits) != text


def _fail(rule: Rule, error: Exception) -> None:
    raise AssertionError(f"{rule.name} failed") from error


@pytest.mark.parametrize("path", SPECS, ids=lambda it: it.stem)
def test_every_beginning_of_every_spec(path: Path) -> None:
    for text in inputs(path):
        for end in range(0, len(text), 7):
            survives(text[:end])


@pytest.mark.parametrize("path", SPECS, ids=lambda it: it.stem)
def test_every_spec_without_one_character(path: Path) -> None:
    for text in inputs(path):
        for index in range(0, len(text), 11):
            survives(text[:index] + text[index + 1 :])


@pytest.mark.parametrize("value", VALUES)
def test_any_value_at_any_place(value: str) -> None:
    for frame in (
        "%s",
        '{"hooks": %s}',
        '{"PreToolUse": %s}',
        '{"hooks": {"PreToolUse": %s}}',
        '{"hooks": {"preToolUse": %s, "_comment": %s, "SubagentStop": %s}}',
        '{"hooks": {"PreToolUse": [%s, %s]}}',
        '{"hooks": {"PreToolUse": [{"matcher": %s, "hooks": %s}]}}',
        '{"hooks": {"PreToolUse": [{"hooks": [%s, %s]}]}}',
        '{"hooks": {"PreToolUse": [{"hooks": [{"type": %s, "command": %s, "timeout": %s, "matcher": %s}]}]}}',
        '{"hooks": {"PreToolUse": [{"timeout": %s, "type": "command", "command": %s}]}}',
    ):
        survives(frame.replace("%s", value))
