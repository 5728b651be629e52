"""What a model is asked, and what becomes of its answer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.unit.engine.models import FakeModel, Said, SilentModel

from hookwright.dialects import by_id
from hookwright.engine.model import ModelFailed, Question, ask, question_of
from hookwright.model.field import Field, JsonType
from hookwright.model.hook import Hook, Scope
from hookwright.model.hook_type import HookType

QUESTION = Question(prompt="Is it safe?", model="small", tools=True, session_id="s", timeout=5)


def _kind(name: str, dialect: str = "open-plugin") -> HookType:
    kind = by_id(dialect).grammar.type_named(name)
    assert kind is not None
    return kind


def _question(kind: HookType, body: str, **values: object) -> Question:
    hook = Hook(
        event="Stop",
        source="/p/hooks/hooks.json",
        scope=Scope.PLUGIN,
        route=(),
        type=kind.name,
        body=body,
        values=values,
    )
    return question_of(hook, kind, '{"a": "$ARGUMENTS\\\\1"}', "s", 7)


def test_d4_the_event_stands_in_the_place_of_arguments() -> None:
    found = _question(_kind("prompt"), "Review $ARGUMENTS, and again $ARGUMENTS, not ${ARGUMENTS}")
    event = '{"a": "$ARGUMENTS\\\\1"}'
    assert found == Question(
        prompt=f"Review {event}, and again {event}, not ${{ARGUMENTS}}",
        model=None,
        tools=False,
        session_id="s",
        timeout=7,
    )


def test_d4_an_agent_may_use_tools_and_gets_no_event_that_it_does_not_ask_for() -> None:
    found = _question(_kind("agent"), "Verify the style")
    assert (found.prompt, found.tools) == ("Verify the style", True)


@pytest.mark.parametrize(("named", "model"), [("small", "small"), (7, None)])
def test_a_hook_names_its_model_where_its_type_knows_one(named: object, model: str | None) -> None:
    kind = _kind("prompt")
    assert _question(kind, "x", model=named).model is None
    known = replace(kind, fields=(*kind.fields, Field(name="model", kind=JsonType.STRING, doc="Which model")))
    assert _question(known, "x", model=named).model == model


async def test_d4_the_answer_is_what_a_command_would_have_printed() -> None:
    model = FakeModel("fine")
    result = await ask(model, QUESTION)
    assert model.asked == [Said("Is it safe?", "small", tools=True, session_id="s")]
    assert (result.exit_code, result.stdout, result.stderr, result.problem) == (0, "fine", "", None)
    assert result.duration > 0


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ('```json\n{"decision": "deny"}\n```\n', '{"decision": "deny"}'),
        ("```\nplain\n```", "plain"),
        ("```json\n```", ""),
        ("So:\n```json\n{}\n```", "So:\n```json\n{}\n```"),
        ("`{}`", "`{}`"),
    ],
)
async def test_a_code_block_around_all_of_the_answer_is_taken_off(answer: str, read: str) -> None:
    assert (await ask(FakeModel(answer), QUESTION)).stdout == read


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModelFailed("no credit"), "no credit"),
        (RuntimeError("torn"), "the model failed: torn"),
        (TimeoutError(), "the model failed: TimeoutError"),
    ],
)
async def test_d8_a_model_that_fails_is_a_run_that_fails(error: Exception, said: str) -> None:
    result = await ask(FakeModel(error), QUESTION)
    assert (result.exit_code, result.timed_out, result.stdout, result.stderr) == (None, False, "", said)


async def test_d8_a_model_that_takes_too_long_is_cancelled() -> None:
    model = SilentModel()
    result = await ask(model, replace(QUESTION, timeout=0.01))
    assert (result.exit_code, result.timed_out, result.stderr) == (None, True, "")
    assert model.given_up
