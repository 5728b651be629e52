"""What fails a check, as the settings say it."""

from __future__ import annotations

import pytest

from hookwright.analysis.settings.failing import DEFAULT_FAIL_ON, fail_on
from hookwright.analysis.settings.file import read_settings
from hookwright.model.failing import FailOn
from hookwright.model.reaction import Severity
from hookwright.syntax.edit import apply

ERROR, WARNING, INFORMATION, HINT = Severity


@pytest.mark.parametrize(
    ("words", "failing", "passing"),
    [
        (["error"], [("HW303", ERROR)], [("HW303", WARNING)]),
        (["error", "HW303"], [("HW303", WARNING), ("HW101", ERROR)], [("HW303", INFORMATION), ("HW101", WARNING)]),
        (["matcher-never-matches"], [("HW303", ERROR)], [("HW101", ERROR), ("HW303", HINT)]),
        (["error", "information"], [("HW101", INFORMATION)], [("HW101", HINT)]),
        ([], [], [("HW303", ERROR)]),
    ],
)
def test_severities_and_named_rules_fail(
    words: list[str], failing: list[tuple[str, Severity]], passing: list[tuple[str, Severity]]
) -> None:
    found = fail_on(words)
    assert all(found.fails(*it) for it in failing)
    assert not any(found.fails(*it) for it in passing)


def test_by_default_three_rules_fail_as_warnings_too() -> None:
    assert FailOn(ERROR, frozenset({"HW303", "HW501", "HW506"})) == DEFAULT_FAIL_ON


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('{"failOn": "warning"}', FailOn(WARNING)),
        ('{"failOn": ["warning", "slow-hook", "HW901"]}', FailOn(WARNING, frozenset({"HW804", "HW901"}))),
        ('{"failOn": []}', FailOn()),
        ("{}", None),
    ],
)
def test_settings_take_one_word_or_a_list(text: str, meant: FailOn | None) -> None:
    found = read_settings(text, "/project")
    assert (found.settings.fail_on, found.diagnostics) == (meant, ())


@pytest.mark.parametrize(
    ("text", "told", "fixed", "meant"),
    [
        ('{"failOn": "eror"}', '"eror"', '{"failOn": "error"}', None),
        ('{"failOn": ["hint", "HW3033"]}', '"HW3033"', '{"failOn": ["hint", "HW303"]}', FailOn(HINT)),
        ('{"failOn": ["wrong"]}', '"wrong"', None, None),
        ('{"failOn": [3]}', "3", None, None),
        ('{"failOn": true}', "true", None, None),
    ],
)
def test_a_mistake_is_told_and_does_not_let_everything_pass(
    text: str, told: str, fixed: str | None, meant: FailOn | None
) -> None:
    found = read_settings(text, "/project")
    (diagnostic,) = found.diagnostics
    assert text[diagnostic.span.start : diagnostic.span.end] == told
    assert found.settings.fail_on == meant
    fixes = diagnostic.finding.fixes
    assert [apply(text, it.recipe()) for it in fixes] == ([fixed] if fixed else [])
