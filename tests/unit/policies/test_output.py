"""The JSON object in a hook's stdout, and what its event reads of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookwright.dialects import by_id
from hookwright.model.event import EventRow
from hookwright.policies.output import fitting_values, missing_values
from hookwright.policies.printed import broken_object, find_object

_DIALECT = by_id("ai-agents")
_CLAUDE = by_id("claude-code")
_VSCODE = by_id("vscode")


def _row(event: str) -> EventRow:
    row = _DIALECT.event(event)
    assert row is not None
    return row


@pytest.mark.parametrize(
    "stdout",
    ["", "plain", "[1]", "3", '"text"', "{", "{} {}", "log\n{}", '{"a": NaN}', '{"a":' * 50_000 + "}"],
)
def test_what_is_no_object(stdout: str) -> None:
    assert find_object(stdout) is None


@pytest.mark.parametrize("stdout", ['checking\n{\n  "a": {\n    "b": 1\n  }\n}', 'one\n{x}\n  {"a": 1}\n'])
def test_an_object_in_several_lines_has_text_before_it(stdout: str) -> None:
    problem = broken_object(stdout)
    assert problem is not None
    assert "text before the JSON object" in problem.message


def test_an_object_may_have_blanks_around_it() -> None:
    assert find_object('\n {"a": 1} \n') == {"a": 1}


def test_lone_surrogates_do_not_get_through() -> None:
    found = find_object('{"reason": "\\ud800 \\ud83d\\ude00"}')
    assert found == {"reason": "\ufffd \U0001f600"}
    assert json.dumps(found, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("stdout", "broken"), [("{oops", True), ("log\n" + '{"a": 1}', True), ("plain", False), ("", False)]
)
def test_output_that_was_meant_as_json(stdout: str, *, broken: bool) -> None:
    problem = broken_object(stdout)
    assert (problem is not None and problem.code == "HW801") is broken


@pytest.mark.parametrize(
    ("output", "code", "words"),
    [
        ({"decison": "deny"}, "HW802", "did you mean `decision`"),
        ({"zzz": 1}, "HW802", "does not read `zzz`"),
        ({"additionalContext": "x"}, "HW802", "it is read on `UserPromptSubmit`"),
        ({"decision": "block"}, "HW803", "`allow`, `deny` or `ask`"),
        ({"continue": "false"}, "HW803", "must be a boolean"),
        ({"reason": 3}, "HW803", "must be a string"),
        ({"decision": ["deny"]}, "HW803", "must be a string"),
    ],
)
def test_what_does_not_fit_is_named_and_not_read(output: dict[str, Any], code: str, words: str) -> None:
    fitting, problems = fitting_values(output, _row("PreToolUse"), _DIALECT)
    assert fitting == ()
    assert [it.code for it in problems] == [code]
    assert words in problems[0].message


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ({"decision": "block"}, "it belongs inside `hookSpecificOutput`"),
        ({"reason": "not yet"}, "it belongs inside `hookSpecificOutput`"),
        ({"decision": "approve"}, "it is read on `PostToolUse`"),
        ({"decision": ["block"]}, "it is read on `PostToolUse`"),
    ],
)
def test_what_the_event_reads_deeper_is_not_sent_to_another_event(output: dict[str, Any], words: str) -> None:
    row = _VSCODE.event("SubagentStop")
    assert row is not None
    _, problems = fitting_values(output, row, _VSCODE)
    assert [words in it.message for it in problems] == [True]


def test_null_counts_as_absent() -> None:
    assert fitting_values({"decision": None, "continue": None}, _row("PreToolUse")) == ((), ())


def test_of_an_object_with_a_wrong_value_a_strict_dialect_reads_nothing() -> None:
    row = _CLAUDE.event("PreToolUse")
    assert row is not None
    output = {"hookSpecificOutput": {"hookEventName": "Stop", "permissionDecision": "deny", "permisionDecision": "x"}}
    fitting, problems = fitting_values(output, row, _CLAUDE)
    assert fitting == ()
    assert sorted((it.code, it.path[-1]) for it in problems) == [
        ("HW802", "permisionDecision"),
        ("HW803", "hookEventName"),
    ]
    output["hookSpecificOutput"]["hookEventName"] = "PreToolUse"
    assert [value for _, value in fitting_values(output, row, _CLAUDE)[0]] == ["PreToolUse", "deny"]


def test_null_is_a_wrong_value_where_the_dialect_is_strict() -> None:
    row = _CLAUDE.event("PreToolUse")
    assert row is not None
    for output in ({"reason": None}, {"hookSpecificOutput": None}):
        assert [it.wrong for it in fitting_values(output, row, _CLAUDE)[1]] == [True]


def test_a_missing_key_is_named() -> None:
    row = _CLAUDE.event("PreToolUse")
    assert row is not None
    assert missing_values({"reason": "x"}, row) == ()
    (problem,) = missing_values({"hookSpecificOutput": {"permissionDecision": "deny"}}, row)
    assert problem.message == "`hookSpecificOutput.hookEventName` is missing; add `PreToolUse`"


def test_a_text_where_an_object_is_wanted() -> None:
    row = _CLAUDE.event("PreToolUse")
    assert row is not None
    _, problems = fitting_values({"hookSpecificOutput": "deny"}, row, _CLAUDE)
    assert [it.code for it in problems] == ["HW803"]
