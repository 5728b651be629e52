"""Hooks block a prompt, add to it, and have the agent go on; the client can take everything back."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.unit.acp.ends import LOG, Agent, talk, until

REFUSE = "echo 'no secrets, please' >&2; exit 2"
FOREVER = 'touch "$CLAUDE_PROJECT_DIR/began"; sleep 1000'


async def test_a_hook_blocks_a_prompt(tmp_path: Path) -> None:
    async with talk(tmp_path, {"UserPromptSubmit": REFUSE}) as it:
        assert await it.prompt() == "refusal"

    assert it.agent.prompts == []
    assert it.client.told == "no secrets, please"


async def test_a_hook_adds_to_a_prompt_as_the_session_start_did(tmp_path: Path) -> None:
    async with talk(tmp_path, {"SessionStart": "echo it is Sunday", "UserPromptSubmit": "echo be brief"}) as it:
        assert await it.prompt("hello") == "end_turn"
        await it.prompt("again")

    assert it.agent.prompts == [
        "hello\n[Hook Context]\n\nit is Sunday\n\nbe brief",
        "again\n[Hook Context]\n\nbe brief",
    ]


async def test_a_hook_replaces_a_prompt(tmp_path: Path) -> None:
    says = {"type": "command", "command": """echo '{"modifiedPrompt": "key: ***"}'"""}
    (tmp_path / ".github" / "hooks").mkdir(parents=True)
    file = {"version": 1, "hooks": {"userPromptSubmitted": [says]}}
    (tmp_path / ".github" / "hooks" / "a.json").write_text(json.dumps(file), encoding="utf-8")
    async with talk(tmp_path, {}, dialect="copilot-cli") as it:
        assert await it.prompt("key: secret") == "end_turn"

    assert it.agent.prompts == ["key: ***"]


async def test_without_a_say_of_hooks_a_prompt_is_the_clients(tmp_path: Path) -> None:
    async with talk(tmp_path, {"UserPromptSubmit": LOG, "SessionStart": LOG, "Stop": LOG}) as it:
        assert await it.prompt("hello") == "end_turn"
        assert it.agent.prompts == ["hello"]

    start, prompt, stop = it.log()
    assert (start["source"], start["session_id"], start["cwd"]) == ("startup", "s1", str(tmp_path))
    assert prompt["prompt"] == "hello"
    assert stop["stop_hook_active"] is False


async def test_a_hook_has_the_agent_go_on(tmp_path: Path) -> None:
    once = 'grep -q "stop_hook_active.:true" || { echo "run the tests" >&2; exit 2; }'
    async with talk(tmp_path, {"Stop": once}) as it:
        assert await it.prompt("write it") == "end_turn"

    assert it.agent.prompts == ["write it", "run the tests"]
    assert it.client.told == "the agent goes on, as a hook says: run the tests"


async def test_it_goes_on_no_more_often_than_it_may(tmp_path: Path) -> None:
    async with talk(tmp_path, {"Stop": "echo more >&2; exit 2"}, rounds=2) as it:
        assert await it.prompt("write it") == "end_turn"

    assert it.agent.prompts == ["write it", "more", "more"]
    assert it.client.told.splitlines()[-1] == "the agent stops after 2 rounds, although a hook says: more"


async def test_what_did_not_end_by_itself_is_not_asked_about(tmp_path: Path) -> None:
    async def refuses(agent: Agent, session: str, text: str) -> str:
        return "max_tokens"

    async with talk(tmp_path, {"Stop": LOG}, refuses) as it:
        assert await it.prompt() == "max_tokens"

    assert it.log() == []


async def test_cancelling_ends_the_hooks_of_a_prompt(tmp_path: Path) -> None:
    async with talk(tmp_path, {"UserPromptSubmit": FOREVER}) as it:
        asked = asyncio.create_task(it.prompt())
        await until((tmp_path / "began").exists)
        await it.client.agent.cancel(session_id="s1")

        assert await asked == "cancelled"
        assert it.agent.prompts == []
        assert not it.agent.cancelled.is_set()


async def test_cancelling_reaches_the_agent(tmp_path: Path) -> None:
    async def works(agent: Agent, session: str, text: str) -> str:
        await agent.cancelled.wait()
        return "cancelled"

    async with talk(tmp_path, {"Stop": "exit 2"}, works) as it:
        asked = asyncio.create_task(it.prompt())
        await until(lambda: bool(it.agent.prompts))
        await it.client.agent.cancel(session_id="s1")

        assert await asked == "cancelled"
    assert it.agent.prompts == ["do it"]


async def test_cancelling_ends_the_hooks_at_the_end_of_a_turn(tmp_path: Path) -> None:
    async with talk(tmp_path, {"Stop": FOREVER}) as it:
        asked = asyncio.create_task(it.prompt())
        await until((tmp_path / "began").exists)
        await it.client.agent.cancel(session_id="s1")

        assert await asked == "cancelled"


async def test_the_end_of_a_session_is_told(tmp_path: Path) -> None:
    async with talk(tmp_path, {"SessionEnd": LOG}) as it:
        assert it.log() == []

    assert [payload["hook_event_name"] for payload in it.log()] == ["SessionEnd"]


async def test_a_hook_stops_the_agent(tmp_path: Path) -> None:
    said = json.dumps({"continue": False, "stopReason": "enough for today"})
    async with talk(tmp_path, {"UserPromptSubmit": f"echo '{said}'"}) as it:
        assert await it.prompt() == "refusal"

    assert it.agent.prompts == []
    assert "enough for today" in it.client.told
