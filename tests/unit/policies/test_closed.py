"""A hook that had no say refuses, where the agent that embeds the engine wants it so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.every import every

from hookwright import HookService, SeveralDialects
from hookwright.dialects import DIALECTS
from hookwright.embedding.session_hooks import HookSetup, open_hooks
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.codes import Code, Degraded
from hookwright.model.outcome import Folded, Outcome
from hookwright.model.reaction import Decision
from hookwright.policies.folds import failed_closed, refusal_on

_CALL = {"tool_name": "Bash", "tool_use_id": "1", "tool_input": {"command": "ls"}}


async def _fired(project: Path, file: Any, event: str = "PreToolUse", policy: str = "closed") -> Outcome:
    (project / ".claude").mkdir(exist_ok=True)
    text = file if isinstance(file, str) else json.dumps({"hooks": file})
    (project / ".claude" / "settings.json").write_text(text, encoding="utf-8")
    options: Any = {"dialect": "claude-code", "record": False, "failure_policy": policy}
    async with await HookService.open(str(project), **options) as hooks:
        return await hooks.dispatch(event, {**_CALL, "prompt": "hi"})


def _hooks(*commands: str, event: str = "PreToolUse", **keys: Any) -> dict[str, Any]:
    return {event: [{"hooks": [{"type": "command", "command": it, **keys} for it in commands]}]}


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        ("sleep 60", {"timeout": 0.05}),
        ("no-such-program-here", {}),
        ("kill -SEGV $$", {}),
        ("exit 1", {}),
        ("echo '{\"decision\": }'", {}),
        ('echo \'{"decision": "no"}\'', {}),
    ],
)
async def test_a_hook_without_a_say_denies(tmp_path: Path, command: str, keys: dict[str, Any]) -> None:
    file = _hooks(command, 'echo \'{"decision": "approve"}\'', **keys)
    lenient = await _fired(tmp_path, file, policy="agent")
    assert (lenient.folded.decision, lenient.folded.blocked) == (Decision.ALLOW, False)

    outcome = await _fired(tmp_path, file)

    folded = outcome.folded
    assert (folded.decision, folded.blocked) == (Decision.DENY, True)
    assert f"`{command}`" in (folded.reason or "")
    assert "`failurePolicy` is `closed`" in (folded.reason or "")
    told = outcome.messages[-1]
    assert (told.code, told.to.value, told.text) == (Code.FAILED_CLOSED, "agent", folded.reason)


async def test_a_broken_file_denies_and_is_named(tmp_path: Path) -> None:
    folded = (await _fired(tmp_path, '{"hooks": ')).folded
    assert folded.decision is Decision.DENY
    assert str(tmp_path / ".claude" / "settings.json") in (folded.reason or "")


async def test_a_prompt_is_blocked_and_the_user_told(tmp_path: Path) -> None:
    outcome = await _fired(tmp_path, _hooks("exit 1", event="UserPromptSubmit"), "UserPromptSubmit")
    assert outcome.folded.blocked
    assert outcome.messages[-1].to.value == "user"


@pytest.mark.parametrize("event", ["PostToolUse", "Stop", "SessionStart", "Notification"])
async def test_what_cannot_be_refused_goes_on(tmp_path: Path, event: str) -> None:
    outcome = await _fired(tmp_path, _hooks("exit 1", event=event), event)
    assert [it.code for it in outcome.degraded] == [Code.FAILED]
    assert (outcome.folded.blocked, outcome.folded.must_continue) == (False, False)


async def test_hooks_that_had_their_say_decide(tmp_path: Path) -> None:
    assert (await _fired(tmp_path, _hooks("true"))).folded == Folded()
    refused = (await _fired(tmp_path, _hooks("echo mine >&2; exit 2", "exit 1"))).folded
    assert refused.reason == "mine"


async def test_one_of_several_agents_is_enough(tmp_path: Path) -> None:
    for folder, command in ((".claude", "exit 1"), (".qwen", "true")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "settings.json").write_text(json.dumps({"hooks": _hooks(command)}), encoding="utf-8")
    named: Any = {"dialects": ["qwen-code", "claude-code"], "record": False, "failure_policy": "closed"}
    async with await SeveralDialects.open(str(tmp_path), **named) as hooks:
        outcome = await hooks.dispatch("PreToolUse", _CALL)
    assert (outcome.folded.decision, len(outcome.degraded)) == (Decision.DENY, 1)


@pytest.mark.parametrize("trusted", [True, False])
async def test_an_agent_behind_a_proxy(tmp_path: Path, home: Path, trusted: bool) -> None:
    """`hookwright acp` and `ahp`: in a folder that is not trusted, for the user's own hooks."""
    place = (tmp_path if trusted else home) / ".claude"
    place.mkdir(exist_ok=True)
    (place / "settings.json").write_text(json.dumps({"hooks": _hooks("exit 1")}), encoding="utf-8")
    trusting = (str(tmp_path),) if trusted else ()
    setup = HookSetup(trusted=trusting, dialect="claude-code", failure_policy="closed")
    async with await open_hooks(setup, Host.real(str(home)), str(tmp_path), "s") as hooks:
        assert (await hooks.dispatch("PreToolUse", _CALL)).folded.decision is Decision.DENY


async def test_a_policy_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="use `agent` or `closed`"):
        await _fired(tmp_path, _hooks("true"), policy="close")


@every("row", [it for table in DIALECTS for it in table.events])
def test_every_event_that_can_be_refused_is(row: Any) -> None:
    fault = Degraded(Code.TIMED_OUT, "f", "1", "`guard`: timed out")
    said = Folded(
        decision=Decision.ALLOW, updated_input={}, updated_prompt="p", additional_context="c", must_continue=True
    )
    folded = failed_closed(said, row, (fault,))
    if refusal_on(row) is None:
        assert folded == said
    else:
        decides = any(it.refuses and it.decision is not None for it in row.reactions)
        refused = Folded(decision=Decision.DENY if decides else None, blocked=True, reason=folded.reason)
        assert folded == refused


@every("row", [it for table in DIALECTS for it in table.events])
def test_what_is_refused_already_keeps_its_reason(row: Any) -> None:
    fault = Degraded(Code.TIMED_OUT, "f", "1", "`guard`: timed out")
    for refused in (Folded(blocked=True, reason="mine"), Folded(decision=Decision.DENY, reason="mine")):
        assert failed_closed(refused, row, (fault,)) == refused


@pytest.mark.parametrize("code", [Code.OUTPUT_DROPPED, Code.FILE_NOT_READ, Code.PLUGIN_LEFT_OUT])
def test_what_is_no_lost_guard_is_tolerated(code: Code) -> None:
    row = next(it for table in DIALECTS for it in table.events if it.name == "PreToolUse")
    assert failed_closed(Folded(), row, (Degraded(code, "f", None, ""),)) == Folded()


@pytest.mark.parametrize(
    "group", [{"matcher": "(", "hooks": [{}]}, {"matcher": "Bash", "hooks": [{"if": "Bash("}]}], ids=["matcher", "if"]
)
async def test_a_hook_whose_matcher_can_match_nothing_has_no_say(tmp_path: Path, group: dict[str, Any]) -> None:
    hook = {"type": "command", "command": "exit 2", **group["hooks"][0]}
    file = {"PreToolUse": [{**group, "hooks": [hook]}]}
    lenient = await _fired(tmp_path, file, policy="agent")
    assert lenient.folded.decision is None
    assert [it.code for it in lenient.degraded] == [Code.HOOK_LEFT_OUT]
    assert "`exit 2` never runs: " in lenient.degraded[0].text
    assert [it.code for it in (await _fired(tmp_path, file, "Stop")).degraded] == []

    assert (await _fired(tmp_path, file)).folded.decision is Decision.DENY
