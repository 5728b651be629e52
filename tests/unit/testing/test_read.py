"""Files of hook tests are read part by part: what is wrong is told with its line, and takes nothing else with it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import jsonschema_rs
import pytest
from ruamel.yaml import YAML

from hookwright.testing.case import UNSAID, CaseFile, Comparison, TextExpectation
from hookwright.testing.read import read_tests
from hookwright.testing.schema import hooktest_schema

WHOLE = """\
dialect: claude-code
hooks: ../.claude/settings.json
tests:
  - name: no deleting
    event: PreToolUse
    tool: Bash
    input: {command: rm -rf /}
    env: {LEVEL: 3}
    expect:
      decision: deny
      reason: {matches: "delet.*"}
      context: null
      exitCode: 2
      fires: true
      changes: {}
"""


def read(text: str) -> CaseFile:
    return read_tests("/project/tests/a.hooktest.yaml", dedent(text))


def complaints(text: str) -> list[tuple[int, str]]:
    return [(it.line, it.message) for it in read(text).problems]


def test_a_whole_file() -> None:
    (case,) = read(WHOLE).cases

    assert (case.name, case.event, case.dialect) == ("no deleting", "PreToolUse", "claude-code")
    assert (case.hooks, case.folder) == (("../.claude/settings.json",), "/project/tests")
    assert (case.tool_input, case.environment) == ({"command": "rm -rf /"}, {"LEVEL": "3"})
    expect = case.expect
    assert (expect.decision, expect.exit_code, expect.fires, expect.changes) == ("deny", 2, True, {})
    assert (expect.reason, expect.context) == (
        TextExpectation(Comparison.MATCHES, "delet.*"),
        TextExpectation(Comparison.CONTAINS, None),
    )
    assert expect.blocked is UNSAID
    assert (case.line, case.lines["decision"], case.lines["input"]) == (3, 9, 6)


def test_the_schema_takes_what_the_reader_takes() -> None:
    validator = jsonschema_rs.validator_for(hooktest_schema())

    assert [str(it) for it in validator.iter_errors(json.loads(json.dumps(YAML(typ="safe").load(WHOLE))))] == []


def test_one_broken_test_takes_no_other_with_it() -> None:
    found = read(
        """\
        tests:
          - {event: Stop, expect: {decision: maybe}}
          - only a text
          - {event: Stop, expect: {blocked: false}}
        """
    )

    assert [it.name for it in found.cases] == ["Stop 3"]
    assert [it.line for it in found.problems] == [1, 2]
    assert "`decision` must be one of `allow`, `deny`, `ask`, `none`" in found.problems[0].message


_FIXTURE = """\
cases:
  - event: PreToolUse
    name: a
    expect: {decision: pass, stdoutContains: ok}
"""
_TAGS = (
    "!x",
    "!",
    "!!str",
    "!!int",
    "!!float",
    "!!bool",
    "!!null",
    "!!map",
    "!!seq",
    "!!set",
    "!!omap",
    "!!merge",
    "<<:",
)


@pytest.mark.sweep
@pytest.mark.parametrize("text", [WHOLE, _FIXTURE])
def test_no_tag_is_more_than_a_problem(text: str) -> None:
    for place in [0, *(it.end() for it in re.finditer(r": |- |[{]|, ", text))]:
        for tag in _TAGS:
            changed = f"{text[:place]}{tag} {text[place:]}"
            found = read_tests("/project/a.hooktest.yaml", changed)
            assert found.cases or found.problems, changed


def test_members_that_are_merged_in_have_a_line() -> None:
    found = read("tests:\n- <<: {event: Stop, expect: {<<: {blocked: false}}}\n")

    assert found.problems == ()
    assert (found.cases[0].event, found.cases[0].lines["event"]) == ("Stop", 1)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# first\ntests: !x [a]", 1, "The tag `!x` is not one that hook tests know"),
        ("tests: [", 0, "This is not YAML"),
        ("- 1", 0, "A file of hook tests is an object with `tests`"),
        ("", 0, "A file of hook tests is an object with `tests`"),
        ("tests: []", 0, "There are no tests"),
        ("testz: []", 0, "did you mean `tests`?"),
        ("tests:\n- event: Stop\n  expekt: {}", 2, "did you mean `expect`?"),
        ("tests:\n- event: Stop", 1, "has nothing under `expect`"),
        ("tests:\n- event: Stop\n  expect: {}", 1, "has nothing under `expect`"),
        ("tests:\n- expect: {blocked: true}", 1, "has no `event`"),
        ("tests:\n- event: 3\n  expect: {blocked: true}", 1, "`event` must be a string; put it in quotes"),
        ("tests:\n- event: Stop\n  expect:\n    reason: {matches: '('}", 3, "an invalid pattern"),
        ("tests:\n- event: Stop\n  expect:\n    reason: {like: a}", 3, "with one of 'contains', 'equals', 'matches'"),
        ("tests:\n- event: Stop\n  expect:\n    exitCode: '2'", 3, "`exitCode` must be a whole number"),
        ("tests:\n- event: Stop\n  expect:\n    changes: {a: gone}", 3, "one of `created`, `changed`, `deleted`"),
        (
            "tests:\n- event: Stop\n  payload: {at: 2026-01-01}\n  expect: {blocked: true}",
            2,
            "which JSON cannot represent",
        ),
        ("tests:\n- a: &a [*a]\n", 1, "contains it"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, message: str) -> None:
    (problem,) = read(text).problems

    assert message in problem.message
    assert problem.line == line


def test_fixtures_of_hookassert_are_read() -> None:
    found = read(
        """\
        settings: [../.claude/settings.json]
        defaults: {timeoutMs: 1000, env: {A: b}, cwd: .}
        cases:
          - event: PreToolUse
            tool: Bash
            input: {command: ls}
            expect: {fires: true, decision: pass, stdoutContains: ok}
          - event: Stop
            stub: {git: {exitCode: 1}}
            expect: {decision: error}
        """
    )

    first, second = found.cases
    assert found.problems == ()
    assert (first.hooks, first.environment, first.cwd) == (("../.claude/settings.json",), {"A": "b"}, ".")
    assert (first.expect.decision, first.expect.fires, first.expect.stdout) == (
        None,
        True,
        TextExpectation(Comparison.CONTAINS, "ok"),
    )
    assert (first.line, first.lines["stdout"]) == (3, 6)
    assert second.skip is not None
    assert "stubs" in second.skip
    assert second.expect.fails is True


def test_a_path_below_another_folder(tmp_path: Path) -> None:
    assert read_tests(str(tmp_path / "a.hooktest.yaml"), WHOLE).cases[0].folder == str(tmp_path)
