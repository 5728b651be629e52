"""How findings become diagnostics: places to spans, order, severity, and rules that fail."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from tests.unit.analysis.conftest import Check, subject_of

from hookwright.analysis.check import check_file, resolve
from hookwright.analysis.rule import Finding, Part, Place, Rule, Subject
from hookwright.model.reaction import Severity
from hookwright.syntax.parser import parse
from hookwright.text import Route, Span

TEXT = '{"hooks": {"Stop": [{"matcher": "a\\u0041|b", "n": 12, "x": }]}}'


def rule_that_finds(*findings: Finding) -> Rule:
    return Rule("HW999", "made-up", Severity.WARNING, "", lambda _: findings)


def rule_that_fails() -> Rule:
    def check(subject: Subject) -> Iterator[Finding]:
        yield Finding(Place(()), "found before the failure")
        raise ZeroDivisionError(subject.project)

    return Rule("HW998", "broken", Severity.ERROR, "", check)


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (Place(("hooks", "Stop"), Part.KEY), '"Stop"'),
        (Place(("hooks", "Stop", 0, "n")), "12"),
        (Place(("hooks", "Stop", 0, "matcher")), '"a\\u0041|b"'),
        (Place(("hooks", "Stop", 0, "matcher"), piece=(1, 2)), "\\u0041"),
        (Place(("hooks", "Stop", 0, "matcher"), piece=(3, 4)), "b"),
        (Place(("hooks", "Stop", 0)), "{"),
        (Place(("hooks", "Stop")), "["),
        (Place(("hooks", "Stop", 0, "x")), '"x"'),
        (Place(("hooks", "Stop", 0), Part.KEY), "{"),
        (Place(("hooks", "Stop", 7, "gone", "too")), "["),
        (Place(("hooks",), span=Span(1, 4)), '"ho'),
    ],
)
def test_resolve(place: Place, shown: str) -> None:
    span = resolve(parse(TEXT), place)
    assert TEXT[span.start : span.end] == shown


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_span_ends_with_its_line(newline: str) -> None:
    text = f"{{/* one{newline}two */}}"
    assert resolve(parse(text), Place((), span=Span(1, len(text) - 1))) == Span(1, 7)


def test_an_empty_text_has_a_place() -> None:
    route: Route = ("hooks",)
    assert resolve(parse(""), Place(route)) == Span(0, 0)


def test_a_rule_that_fails_is_logged_and_takes_no_other_with_it(caplog: pytest.LogCaptureFixture) -> None:
    rules = (rule_that_fails(), rule_that_finds(Finding(Place(()), "here")))
    with caplog.at_level(logging.ERROR):
        found = check_file(subject_of("{}"), rules=rules)
    assert [it.finding.message for it in found] == ["here"]
    assert "broken" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_a_finding_may_be_milder_than_its_rule() -> None:
    mild = Finding(Place(()), "mild", severity=Severity.HINT)
    found = check_file(subject_of("{}"), rules=(rule_that_finds(Finding(Place(()), "plain"), mild),))
    assert [it.severity for it in found] == [Severity.WARNING, Severity.HINT]


def test_diagnostics_stand_in_the_order_of_the_text(check: Check) -> None:
    text = '{"hooks": {"PreTolUse": [{"hooks": [{"type": "comand", "command": " "}]}], "PostToolUse": []}}'
    assert [it.rule.code for it in check(text)] == ["HW201", "HW401", "HW406", "HW108"]


def test_an_event_that_the_dialect_ignores_is_a_hint_at_most() -> None:
    """Names that are not known are no mistake of a plugin, and neither is what stands under them (D3)."""
    text = '{"hooks": {"%s": [{"hooks": [{"type": "command"}]}]}}'
    for name in ("SomebodysEvent", "PreTolUse", "pretooluse", "BeforeTool"):
        found = check_file(subject_of(text % name, "open-plugin"))
        assert {it.severity for it in found} == {Severity.HINT}, name
    assert Severity.ERROR in {it.severity for it in check_file(subject_of(text % "PreToolUse", "open-plugin"))}
    assert Severity.ERROR in {it.severity for it in check_file(subject_of(text % "PreTolUse", "ai-agents"))}
