"""What a `hookwright.json` says, and what is said of it."""

from __future__ import annotations

import pytest

from hookwright.analysis.settings.file import Ignore, levels_of, read_settings, versions_of
from hookwright.model.reaction import Severity
from hookwright.syntax.edit import apply

FULL = """{
  // why: they are told elsewhere
  "$schema": "schemas/hookwright.schema.json",
  "rules": {"unknown-event": "off", "HW303": "hint"},
  "exclude": ["tests/**", "*.json"],
  "ignore": [{"rule": "unknown-key", "file": ".claude/*.json", "pointer": "/hooks/Stop/**"},
    {"rule": "HW501", "reason": "built later"}],
  "dialects": {"a/*.json": "cursor", "**": "claude-code"},
  "agentVersions": {"claude-code": "2.1.200"},
}"""


def test_all_that_it_can_say_is_read() -> None:
    found = read_settings(FULL, "/project")

    assert found.diagnostics == ()
    assert dict(found.settings.levels) == {"HW201": None, "HW303": Severity.HINT}
    assert found.settings.exclude == ("tests/**", "*.json")
    assert list(found.settings.dialects.items()) == [("a/*.json", "cursor"), ("**", "claude-code")]
    assert found.settings.versions == {"claude-code": "2.1.200"}
    assert found.settings.ignores == (
        Ignore("HW101", ".claude/*.json", "/hooks/Stop/**", ("ignore", 0)),
        Ignore("HW501", None, None, ("ignore", 1)),
    )


@pytest.mark.parametrize(
    ("text", "told", "fixed"),
    [
        ('{"rules": {"unknown-evnt": "off"}}', '"unknown-evnt"', '{"rules": {"unknown-event": "off"}}'),
        ('{"rules": {"unknown-event": "of"}}', '"of"', '{"rules": {"unknown-event": "off"}}'),
        ('{"rules": {"unknown-event": 3}}', "3", None),
        ('{"ignore": [{"rule": "HW202", "reason": 3}]}', "3", None),
        ('{"rule": {}}', '"rule"', '{"rules": {}}'),
        ('{"rules": []}', "[", None),
        ('{"exclude": "a"}', '"a"', None),
        ('{"exclude": [1]}', "1", None),
        ('{"ignore": [{"file": "a"}]}', "{", None),
        ('{"ignore": [{"rule": "HW202"}, {"rule": "unknown-kee"}]}', '"unknown-kee"', None),
        ('{"ignore": [{"rule": "HW202", "pointr": "/a"}]}', '"pointr"', None),
        ('{"agentVersions": {"claude-cod": "2"}}', '"claude-cod"', '{"agentVersions": {"claude-code": "2"}}'),
        ('{"agentVersions": {"claude-code": 2.1}}', "2.1", None),
        ('{"agentVersions": {"claude-code": "newest"}}', '"newest"', None),
        ('{"dialects": {"a": "claude-cod"}}', '"claude-cod"', '{"dialects": {"a": "claude-code"}}'),
        ('{"dialects": {"a": "nobody", "//": "why"}}', '"nobody"', None),
        ('{"dialects": {"a": ["cursor"]}}', "[", None),
        ('{"dialects": ["cursor"]}', "[", None),
        ('{"dialects": {"{1..2000}": "cursor"}}', '"{1..2000}"', None),
        ("[]", "[", None),
        ('{"rules": {"unknown-event": "off"}', "", None),
    ],
)
def test_what_is_wrong_is_told_at_its_place(text: str, told: str, fixed: str | None) -> None:
    (it,) = read_settings(text, "/project").diagnostics

    assert it.rule.code == "HW901"
    assert it.severity is Severity.WARNING
    assert told in text[it.span.start : it.span.end] or not told
    if fixed is not None:
        (fix,) = it.finding.fixes
        assert apply(text, fix.recipe()) == fixed


def test_a_level_that_is_none_is_named() -> None:
    (it,) = read_settings('{"rules": {"HW522": "fatal"}}', "/project").diagnostics

    listed = "`off`, `error`, `warning`, `information`, `hint`"
    assert it.finding.message == f"`fatal` is not a severity; use one of {listed}"


def test_what_is_wrong_keeps_nothing_else_from_holding() -> None:
    levels = '"rules": {"nonsense": "off", "HW303": "error"}'
    text = f'{{{levels}, "exclude": [1, "a"], "ignore": [{{"rule": "HW202", "file": 1}}]}}'
    settings = read_settings(text, "/project").settings

    assert dict(settings.levels) == {"HW303": Severity.ERROR}
    assert settings.exclude == ("a",)
    assert settings.ignores == (), "an entry without the glob it was to have would hide too much"


@pytest.mark.sweep
@pytest.mark.parametrize("text", ["", "{", "null", '{"rules": {"HW303":', '{"ignore": [,{]}', "\ufeff{}", '{"": 1}'])
def test_no_text_makes_it_raise(text: str) -> None:
    for end in range(len(FULL)):
        read_settings(FULL[:end], "/project")
    read_settings(text, "/project")


def test_a_client_says_the_same_as_plain_data() -> None:
    given = {"unknown-event": "off", "HW303": "hint", "nonsense": "off", "HW202": 3}
    assert levels_of(given) == {"HW201": None, "HW303": Severity.HINT}
    assert versions_of({"claude-code": "2.1.200", "open-plugin": "new", "none": "1"}) == {"claude-code": "2.1.200"}
