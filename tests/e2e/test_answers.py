"""What the server answers has just the shapes that clients' types are made from."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

from hookwright.lsp import answers

SPEAKING = """echo '{"systemMessage": "hello", "surprise": 1}'"""


def _fits(shape: Any, answer: Any) -> Any:
    return TypeAdapter(shape).validate_json(json.dumps(answer))


async def test_answers_have_their_shapes(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, SPEAKING, "echo no >&2; exit 2")
    at = {"uri": file.as_uri(), "pointer": "/hooks/PreToolUse"}
    plan = _fits(answers.FiringPlan, await agent.ask("hookwright/plan", at))
    fired = _fits(answers.FireResult, await agent.ask("hookwright/fire", at))

    outcome = fired.outcome
    samples = _fits(list[answers.Sample], await agent.ask("hookwright/samples", at))
    explained = _fits(answers.Explanation, await agent.ask("hookwright/explain", {"event": "PreToolUse"}))

    assert [(it.exit_code, len(it.output_problems)) for it in outcome.runs] == [(0, 1), (2, 0)]
    assert "hello" in [it.text for it in outcome.messages]
    assert [it.code for it in fired.diagnostics] == ["HW802"]
    assert [it.hook.id for it in plan.steps] == [it.hook for it in fired.fold[:-1]]
    assert samples[0].payload["hook_event_name"] == "PreToolUse"
    assert len(explained.matched) + len(explained.skipped) == 2
    for method in ("status", "list"):
        assert _fits(answers.Report, await agent.ask(f"hookwright/{method}", {})).markdown


def test_a_member_that_is_not_named_is_refused() -> None:
    with pytest.raises(ValidationError, match="more"):
        _fits(answers.Sample, {"name": "", "description": "", "payload": {}, "more": 1})
