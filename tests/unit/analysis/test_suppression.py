"""What is said of a file when settings and comments have their say."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.unit.analysis.conftest import subject_of

from hookwright.analysis.rules import RULES
from hookwright.analysis.settings.file import Settings, read_settings
from hookwright.analysis.suppression import Judged, is_excluded, judge

FAULTY = '{"hooks": {\n"pretooluse": [{"hooks": [{"type": "command", "command": "true"}]}]\n}}'
LINES = (
    '{"hooks": {\n%s"pretooluse": [{"command": "true"}],%s\n"posttooluse": [{"command": "true"}]\n}}',
    "agent-spec",
)


def _judged(text: str, settings: str = "{}", dialect: str = "ai-agents") -> Judged:
    return judge(subject_of(text, dialect), read_settings(settings, "/project").settings)


def _codes(judged: Judged) -> list[str]:
    return [it.rule.code for it in judged.diagnostics]


def test_a_rule_is_switched_off_or_matters_more_or_less() -> None:
    (before,) = _judged(FAULTY).diagnostics
    (after,) = _judged(FAULTY, '{"rules": {"event-case": "hint"}}').diagnostics

    assert before.rule.code == "HW202"
    assert after == replace(before, severity=after.severity)
    assert (before.severity, after.severity) != (after.severity, before.severity)
    assert _judged(FAULTY, '{"rules": {"HW202": "off"}}').diagnostics == ()


@pytest.mark.parametrize(
    ("entry", "holds"),
    [
        ('"rule": "HW202"', True),
        ('"rule": "event-case", "file": "*.json"', True),
        ('"rule": "HW202", "file": "other.json"', False),
        ('"rule": "HW202", "pointer": "/hooks/pre*"', True),
        ('"rule": "HW202", "pointer": "/hooks/Stop/**"', False),
        ('"rule": "HW201"', False),
    ],
)
def test_an_entry_holds_where_all_of_it_fits(entry: str, holds: bool) -> None:
    judged = _judged(FAULTY, f'{{"ignore": [{{{entry}}}]}}')

    assert _codes(judged) == ([] if holds else ["HW202"])
    assert len(judged.used) == holds


def _with(before: str, after: str) -> str:
    return LINES[0] % (before, after)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", ["HW202", "HW202"]),
        ("// hookwright: ignore HW202\n", "", ["HW202"]),
        ("", " // hookwright: ignore event-case -- the agent takes it", ["HW202"]),
        ("/* hookwright: ignore HW202, HW201 */\n", "", ["HW902", "HW202"]),
        ("/* hookwright: ignore HW202\n   the agent takes it\n   as it is */\n", "", ["HW202"]),
        ("/* hookwright: ignore HW202\n   the agent takes it */\n\n", "", ["HW902", "HW202", "HW202"]),
        ("// hookwright: ignore HW202\n\n", "", ["HW902", "HW202", "HW202"]),
        ("// hookwright: ignore\n", "", ["HW902", "HW202", "HW202"]),
        ("// hookwright: ignore event-caze\n", "", ["HW902", "HW202", "HW202"]),
        ("// ignore HW202\n", "", ["HW202", "HW202"]),
    ],
)
def test_a_comment_ignores_on_its_line_or_alone_the_next(before: str, after: str, expected: list[str]) -> None:
    assert _codes(_judged(_with(before, after), dialect=LINES[1])) == expected


@pytest.mark.parametrize(
    ("comment", "messages"),
    [
        ("HW202 because the agent takes it", ["`because` is not a rule; write ` -- ` before the reason"]),
        ("HW202 as HW202 is wrong", ["`as` is not a rule; write ` -- ` before the reason"]),
        ("HW202, because", ["`because` is not a rule; remove it"]),
        ("HW202 event-caze", ["`event-caze` is not a rule; did you mean `event-case`?"]),
    ],
)
def test_a_reason_without_its_mark_is_one_finding(comment: str, messages: list[str]) -> None:
    judged = _judged(_with("", f" // hookwright: ignore {comment}"), dialect=LINES[1])

    assert [it.finding.message for it in judged.diagnostics if it.rule.code == "HW902"] == messages
    assert _codes(judged).count("HW202") == 1, "the rule is ignored on its line"


def test_a_comment_about_a_rule_that_was_not_asked_for_is_not_told() -> None:
    text = _with("// hookwright: ignore HW303\n", "")
    judged = judge(subject_of(text, LINES[1]), Settings(), rules=[it for it in RULES if it.code == "HW202"])

    assert _codes(judged) == ["HW202", "HW202"]


def test_where_comments_are_no_json_they_ignore_nothing() -> None:
    text = FAULTY.replace('"pre', '// hookwright: ignore HW202\n"pre')
    judged = _judged(text)

    assert "HW202" in _codes(judged)
    (said,) = [it.finding.message for it in judged.diagnostics if it.rule.code == "HW004"]
    assert said.endswith("; ignore the rule in `hookwright.json` instead, with `ignore`")


def test_excluded_are_files_below_the_settings() -> None:
    settings = read_settings('{"exclude": ["examples/**"]}', "/project").settings

    assert is_excluded("/project/examples/a/.claude/settings.json", settings)
    assert not is_excluded("/project/.claude/settings.json", settings)
    assert not is_excluded("/projects/examples/settings.json", settings)
