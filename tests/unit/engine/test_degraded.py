"""What an outcome says of hooks that should have had a say and had none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookwright import HookService
from hookwright.model.outcome import Outcome


async def _fired(project: Path, file: Any, event: str = "PreToolUse", **options: Any) -> Outcome:
    folder = project / ".claude"
    folder.mkdir(exist_ok=True)
    text = file if isinstance(file, str) else json.dumps(file)
    (folder / "settings.json").write_text(text, encoding="utf-8")
    payload = {"tool_name": "Bash", "tool_use_id": "1", "tool_input": {"command": "ls"}}
    async with await HookService.open(str(project), dialect="claude-code", record=False, **options) as hooks:
        return await hooks.dispatch(event, payload)


def _hooks(*commands: str, event: str = "PreToolUse", **keys: Any) -> dict[str, Any]:
    entries = [{"type": "command", "command": it, **keys} for it in commands]
    return {"hooks": {event: [{"hooks": entries}]}}


_MISSPELT = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecisoin": "deny"}}


@pytest.mark.parametrize(
    ("command", "keys", "code"),
    [
        ("sleep 60", {"timeout": 0.05}, "timed-out"),
        ("no-such-program-here", {}, "could-not-start"),
        ("kill -SEGV $$", {}, "killed"),
        ("exit 1", {}, "failed"),
        ("echo '{\"decision\": }'", {}, "output-invalid"),
        ('echo \'{"decision": "no"}\'', {}, "output-invalid"),
        (f"echo '{json.dumps(_MISSPELT)}'", {}, "output-invalid"),
    ],
)
async def test_a_hook_that_had_no_say(tmp_path: Path, command: str, keys: dict[str, Any], code: str) -> None:
    outcome = await _fired(tmp_path, _hooks(command, **keys))
    [found] = outcome.to_json()["degraded"]
    source = str(tmp_path / ".claude" / "settings.json")
    assert (found["code"], found["source"], found["hook"]) == (code, source, outcome.runs[0].hook.id)
    assert found["text"]
    assert outcome.folded.decision is None
    assert {it.code.value for it in outcome.messages} <= {code}


@pytest.mark.parametrize(
    "command", ["true", "exit 2", "echo text", """echo '{"systemMessage": "hi"}'""", """echo '{"decision": "block"}'"""]
)
async def test_a_hook_that_had_its_say(tmp_path: Path, command: str) -> None:
    assert (await _fired(tmp_path, _hooks(command))).degraded == ()


async def test_a_hook_that_nobody_can_ask(tmp_path: Path) -> None:
    file = {"hooks": {"PreToolUse": [{"hooks": [{"type": "prompt", "prompt": "fine?"}]}]}}
    outcome = await _fired(tmp_path, file)
    assert [it.code.value for it in outcome.degraded] == ["no-model"]
    assert [it.code.value for it in outcome.messages] == ["no-model"]


async def test_a_web_service_that_is_not_there(tmp_path: Path) -> None:
    file = {"hooks": {"PreToolUse": [{"hooks": [{"type": "http", "url": "http://127.0.0.1:1/"}]}]}}
    [found] = (await _fired(tmp_path, file)).degraded
    assert found.code.value == "http-failed"
    assert "could not be called: " in found.text


async def test_a_broken_file(tmp_path: Path) -> None:
    outcome = await _fired(tmp_path, '{"hooks": ')
    [found] = outcome.degraded
    assert (found.code.value, found.source, found.hook) == ("broken-file", f"{tmp_path}/.claude/settings.json", None)
    assert outcome.messages[0].code is found.code


async def test_a_file_that_has_broken_since(tmp_path: Path) -> None:
    assert (await _fired(tmp_path, _hooks("true"))).degraded == ()
    [found] = (await _fired(tmp_path, json.dumps(_hooks("true")) + "}")).degraded
    assert found.code.value == "last-good-version"


async def test_a_file_that_was_named_and_is_not_there(tmp_path: Path) -> None:
    [found] = (await _fired(tmp_path, _hooks("true"), config_files=[str(tmp_path / "none.json")])).degraded
    assert (found.code.value, found.source) == ("missing-file", str(tmp_path / "none.json"))


async def test_an_entry_that_is_wrong_is_about_its_own_event_only(tmp_path: Path) -> None:
    file = {"hooks": {"PostToolUse": [{"hooks": [{"type": "command"}]}], **_hooks("true")["hooks"]}}
    assert (await _fired(tmp_path, file)).degraded == ()
    [found] = (await _fired(tmp_path, file, "PostToolUse")).degraded
    assert found.code.value == "hook-left-out"
