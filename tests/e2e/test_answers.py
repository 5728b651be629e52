"""What the server answers has only the shapes that clients' types are made from."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace
from tests.shapes import fits

from hookwright.embedding.reports import ReportJson
from hookwright.engine.events import RunEventJson
from hookwright.engine.explain import ExplanationJson
from hookwright.lsp.features import hook_tests
from hookwright.lsp.features.fire import FireResultJson
from hookwright.reports.fire_json import FiringPlanJson
from hookwright.samples.built_in import SampleJson

SPEAKING = """echo '{"systemMessage": "hello", "surprise": 1}'"""


async def test_answers_have_their_shapes(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, SPEAKING, "echo no >&2; exit 2")
    at = {"uri": file.as_uri(), "pointer": "/hooks/PreToolUse"}
    plan = fits(FiringPlanJson, await agent.ask("hookwright/plan", at))
    fired = fits(FireResultJson, await agent.ask("hookwright/fire", at))

    outcome = fired.outcome
    samples = fits(list[SampleJson], await agent.ask("hookwright/samples", at))
    explained = fits(ExplanationJson, await agent.ask("hookwright/explain", {"event": "PreToolUse"}))

    assert [(it.exit_code, len(it.output_problems)) for it in outcome.runs] == [(0, 1), (2, 0)]
    assert "hello" in [it.text for it in outcome.messages]
    assert [it.code for it in fired.diagnostics] == ["HW802"]
    assert [it.hook.id for it in plan.steps] == [it.hook for it in fired.fold[:-1]]
    assert samples[0].payload["hook_event_name"] == "PreToolUse"
    assert len(explained.matched) + len(explained.skipped) == 2
    for method in ("status", "list"):
        assert fits(ReportJson, await agent.ask(f"hookwright/{method}", {})).markdown


async def test_answers_about_hook_tests_have_their_shapes(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, "exit 2")
    text = (
        "tests:\n- {event: PreToolUse, expect: {decision: allow}}\n- {event: Stop, expect: {fires: 1}, skip: later}\n"
        "- {event: Stop, sample: none, expect: {fires: 1}}\n- {evnt: 1}\n"
    )
    uri = workspace.write("a.hooktest.yaml", text).as_uri()

    (file,) = fits(list[hook_tests.TestFileJson], await agent.ask("hookwright/tests", {}))
    dry, real = [
        fits(list[hook_tests.TestResultJson], await agent.ask("hookwright/runTests", {"uri": uri, "dry": it}))
        for it in (True, False)
    ]

    assert ([it.skip for it in file.tests], len(file.problems)) == ([None, "later", None], 1)
    assert [it.status for it in dry] == ["planned", "skipped", "error"]
    assert [it.status for it in real] == ["failed", "skipped", "error"]
    assert [it.key for it in real[0].mismatches] == ["decision"]


async def test_what_is_told_of_runs_has_its_shape(newcomer: Editor, workspace: Workspace) -> None:
    told: list[Any] = []

    def keep(_: Editor, params: Any) -> None:
        told.append(params)

    newcomer.feature("hookwright/run")(keep)
    await newcomer.begin(workspace, "visual-studio-code", options={"client": {"runs": True}})
    file = workspace.hooks(CLAUDE_CODE, SPEAKING)

    await newcomer.ask("hookwright/fire", {"uri": file.as_uri(), "pointer": "/hooks"})

    events = [fits(RunEventJson, _plain(it)) for it in told]
    assert [it.phase for it in events] == ["started", "output", "finished"]
    assert [bool(it.run) for it in events] == [False, False, True]


def _plain(value: Any) -> Any:
    """What pygls has made an object of, as it came."""
    if hasattr(value, "_asdict"):
        return {name: _plain(it) for name, it in value._asdict().items()}
    return [_plain(it) for it in value] if isinstance(value, list) else value


def test_a_member_that_is_not_named_is_refused() -> None:
    with pytest.raises(ValidationError, match="more"):
        fits(SampleJson, {"name": "", "description": "", "payload": {}, "more": 1})
