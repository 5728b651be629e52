"""A guard's "no" is heard where the agent would hear it, and where nobody can tell, the outcome says so."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from tests.torture.conftest import Place
from tests.torture.wire import Wire

from hookwright.dialects import by_id
from hookwright.policies.printed import find_object

_NO = '"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}'
_DEEP = '{"[":' * 100_000 + '"]\\""' + "}" * 100_000
_PAYLOAD = {"tool_name": "Bash", "tool_input": {"command": "ls"}}
_BASH = {"event": "PreToolUse", "dialect": "claude-code", "payload": _PAYLOAD}


def _ask(server: Wire, method: str, params: dict[str, Any]) -> Any:
    return server.request(method, params)["result"]


def _outcome(place: Place, printed: str | bytes, **keys: Any) -> dict[str, Any]:
    """What comes of a hook that prints this."""
    file = place.write("printed", printed)
    place.hooks(f"cat '{file}'", **keys)
    with place.warm_server() as server:
        found: dict[str, Any] = _ask(server, "hookwright/dispatch", _BASH)
    return found


def _said(outcome: dict[str, Any]) -> str:
    return "\n".join(it["text"] for it in outcome["messages"])


@pytest.mark.parametrize(
    "beside",
    [
        pytest.param('"a":1e400', id="a number beyond all"),
        pytest.param('"a":[-1e400,1e-400]', id="numbers beyond all"),
        pytest.param(f'"a":{"9" * 5_000}', id="5,000 digits"),
        pytest.param(f'"a":-{"9" * 100_000}', id="100,000 digits"),
        pytest.param(f'"a":{"[" * 10_000}{"]" * 10_000}', id="10,000 lists"),
        pytest.param(f'"a":{_DEEP}', id="100,000 objects"),
        pytest.param('"a":"\\ud800"', id="half a character"),
        pytest.param(f'"a":"{"x" * 1_500_000}"', id="1.5 MB"),
        pytest.param(f'"a":"{"é" * 3_000_000}"', id="6 MB"),
    ],
)
def test_a_no_is_heard_beside_anything_that_the_agent_reads(beside: str) -> None:
    row = by_id("claude-code").event("PreToolUse")
    assert row is not None
    began = time.process_time()

    for printed in (f"{{{beside},{_NO}}}", f"{{{_NO},{beside}}}"):
        found = find_object(printed)
        assert found is not None
        assert found["hookSpecificOutput"]["permissionDecision"] == "deny"
        json.dumps(found, allow_nan=False).encode()
    assert time.process_time() - began < 10


@pytest.mark.parametrize("before", ["\ufeff", "\n\ufeff \n", " \r\n\t", "\u2003"])
def test_a_no_is_heard_behind_what_javascript_takes_for_blank(before: str) -> None:
    assert find_object(f"{before}{{{_NO}}}\n") is not None


@pytest.mark.parametrize("quote", ['"' + '\\"' * 500_000, '"' * 3, "[" * 100_000 + '"' + "\\" * 500_001])
def test_what_is_no_object_is_none_in_linear_time(quote: str) -> None:
    began = time.process_time()
    assert find_object(f"{{{'[' * 5_000}{quote}}}") is None
    assert time.process_time() - began < 10


def test_a_no_in_more_than_a_megabyte_is_heard(place: Place) -> None:
    outcome = _outcome(place, f'{{"systemMessage":"{"x" * 2_000_000}",{_NO}}}')

    assert (outcome["decision"], outcome["blocked"], outcome["reason"]) == ("deny", True, "no")
    run = outcome["runs"][0]
    assert len(run["stdout"]) == 1 << 20
    assert run["stdoutTruncated"]
    assert run["stdoutLeftOut"] == 2_000_000 + len(f'{{"systemMessage":"",{_NO}}}') - (1 << 20)


@pytest.mark.parametrize(("policy", "blocked"), [("block", True), ("continue", False), (None, False)])
def test_an_object_that_is_too_large_to_read_is_a_failure(place: Place, policy: str | None, blocked: bool) -> None:
    keys = {"onFailure": policy} if policy else {}
    outcome = _outcome(place, f'{{"systemMessage":"{"x" * (9 << 20)}",{_NO}}}', **keys)

    assert outcome["blocked"] is blocked
    assert "too large to be read" in _said(outcome)
    assert outcome["runs"][0]["status"] == "cannot-start"


def test_a_flood_of_text_is_no_object(place: Place) -> None:
    outcome = _outcome(place, "x" * (9 << 20))

    assert outcome["runs"][0]["status"] == "succeeded"
    assert len(outcome["runs"][0]["stdout"]) == 1 << 20


@pytest.mark.parametrize(("policy", "blocked"), [("block", True), (None, False)])
def test_a_matcher_that_was_given_up_is_a_failure_and_no_silence(
    place: Place, policy: str | None, blocked: bool
) -> None:
    marker = place.project / "ran"
    hook = {"type": "command", "command": f"touch '{marker}'", **({"onFailure": policy} if policy else {})}
    tool = "mcp__" + "a" * 60
    place.write(
        ".claude/settings.json",
        json.dumps({"hooks": {"PreToolUse": [{"matcher": r"mcp__(((\w+)+)+)+!", "hooks": [hook]}]}}),
    )
    with place.warm_server() as server:
        payload = {"tool_name": tool, "tool_input": {}}
        outcome = _ask(server, "hookwright/dispatch", {**_BASH, "payload": payload})
        explained = _ask(server, "hookwright/explain", {**_BASH, "payload": payload})

    assert outcome["blocked"] is blocked
    assert "given up" in _said(outcome)
    assert not marker.exists()
    assert len(explained["matched"]) == 1
    assert "given up" in " ".join(explained["matched"][0]["because"])


def test_a_matcher_that_takes_a_while_is_waited_for(place: Place) -> None:
    # About a quarter of a second, more than judging a file would wait.
    place.write(
        ".claude/settings.json",
        json.dumps(
            {"hooks": {"PreToolUse": [{"matcher": r"(a|a)*$|B", "hooks": [{"type": "command", "command": "exit 2"}]}]}}
        ),
    )
    with place.warm_server() as server:
        outcome = _ask(
            server, "hookwright/dispatch", {**_BASH, "payload": {"tool_name": "a" * 20 + "B", "tool_input": {}}}
        )

    assert outcome["blocked"]


def test_a_web_service_that_is_not_there_is_told(place: Place) -> None:
    group = {"hooks": [{"type": "http", "url": "http://127.0.0.1:9/guard"}]}
    place.write(".claude/settings.json", json.dumps({"hooks": {"PreToolUse": [group]}}))
    with place.warm_server() as server:
        outcome = _ask(server, "hookwright/dispatch", _BASH)

    assert [it["status"] for it in outcome["runs"]] == ["failed"]
    assert "http://127.0.0.1:9/guard could not be called" in _said(outcome)


def test_a_prompt_that_no_model_answers_is_told(place: Place) -> None:
    group = {"hooks": [{"type": "prompt", "prompt": "Is this fine? $ARGUMENTS"}]}
    place.write(".claude/settings.json", json.dumps({"hooks": {"PreToolUse": [group]}}))
    with place.warm_server() as server:
        outcome = _ask(server, "hookwright/dispatch", _BASH)

    assert "A hook was skipped" in _said(outcome)
