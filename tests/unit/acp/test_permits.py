"""A permission is good for the very same call, once; whatever else the agent then does is judged anew."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.unit.acp.ends import LOG, Raw, raw_talk

NO_RM = "grep -q 'rm -rf' && { echo never >&2; exit 2; } || exit 0"
NO_EVIL = "grep -q EVIL && { echo never >&2; exit 2; } || exit 0"
ASK = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask"}}
ASKS = f"echo '{json.dumps(ASK)}'"
OPTIONS = [{"optionId": it, "name": it, "kind": it} for it in ("allow_once", "reject_once")]
Json = dict[str, Any]


class Ends:
    """A client and an agent with an open session, that look at what reaches them."""

    def __init__(self, project: Path, client: Raw, agent: Raw) -> None:
        self.project = project
        self.client = client
        self.agent = agent

    def log(self) -> list[Json]:
        path = self.project / "log"
        return [json.loads(it) for it in path.read_text().splitlines()] if path.exists() else []

    def asks(self, number: object, method: str, **params: object) -> None:
        """The agent asks its client for something."""
        self.agent.send({"jsonrpc": "2.0", "id": number, "method": method, "params": {"sessionId": "s1", **params}})

    def asks_for(self, number: object, call: Json, options: list[Json] | None = None) -> None:
        """The agent asks for permission."""
        self.asks(number, "session/request_permission", toolCall=call, options=options or OPTIONS)

    async def of_client(self) -> Json:
        """The next request that reaches the client."""
        while "id" not in (found := json.loads(await self.client.read())):
            pass
        return dict(found)

    async def of_agent(self) -> Json:
        return dict(json.loads(await self.agent.read()))

    def chooses(self, number: object, option: str) -> None:
        """The user's answer."""
        self.client.send(
            {"jsonrpc": "2.0", "id": number, "result": {"outcome": {"outcome": "selected", "optionId": option}}}
        )

    async def refuses(self, number: object, why: str = "") -> None:
        """Waits for a refusal of what the agent has asked, and sees that nothing of it has reached the client."""
        answer = await self.of_agent()
        assert answer["id"] == number
        assert why in answer["error"]["message"]
        self.asks("probe", "_probe")
        assert (await self.of_client())["method"] == "_probe"
        self.client.send({"jsonrpc": "2.0", "id": "probe", "result": None})
        await self.of_agent()

    async def allows(self, number: object, option: str = "allow_once") -> None:
        """The client's user chooses, and the agent is told."""
        assert (await self.of_client())["id"] == number
        self.chooses(number, option)
        assert (await self.of_agent())["result"]["outcome"]["optionId"] == option


@asynccontextmanager
async def ends(project: Path, hooks: dict[str, str | tuple[str, str]]) -> AsyncIterator[Ends]:
    async with raw_talk(project, hooks) as (client, agent):
        client.send({"id": 1, "method": "session/new", "params": {"cwd": str(project)}})
        await agent.read()
        agent.send({"id": 1, "result": {"sessionId": "s1"}})
        await client.read()
        yield Ends(project, client, agent)


def execute(command: str, **raw: object) -> Json:
    return {"toolCallId": "c1", "title": "run", "kind": "execute", "rawInput": {"command": command, **raw}}


def write(content: str) -> Json:
    return {"toolCallId": "c1", "title": "w", "kind": "edit", "rawInput": {"path": "/x", "content": content}}


async def test_a_permission_under_another_name_is_none_for_a_command(tmp_path: Path) -> None:
    """Neither before the answer nor after it."""
    async with ends(tmp_path, {"PreToolUse": ("Bash", NO_RM)}) as it:
        own = {"claudeCode": {"toolName": "Think"}}
        it.asks_for(2, {**execute("rm -rf /"), "title": "think", "kind": "think", "_meta": own})
        assert (await it.of_client())["id"] == 2
        it.asks(3, "terminal/create", command="rm -rf /")
        await it.refuses(3, "not given yet")
        it.chooses(2, "allow_once")
        await it.of_agent()
        it.asks(4, "terminal/create", command="rm -rf /")
        await it.refuses(4, "never")


async def test_a_command_of_whatever_kind_is_judged_as_a_command(tmp_path: Path) -> None:
    async with ends(tmp_path, {"PreToolUse": ("Bash", NO_RM)}) as it:
        for number, kind in enumerate(("think", "read", "other", None)):
            call = {"toolCallId": f"c{number}", "title": "think", "rawInput": {"command": "rm -rf /"}}
            it.asks_for(number, call if kind is None else {**call, "kind": kind})
            assert (await it.of_agent())["result"]["outcome"]["optionId"] == "reject_once"


async def test_every_change_that_is_announced_is_judged(tmp_path: Path) -> None:
    async with ends(tmp_path, {"PreToolUse": ("Edit|Write", NO_EVIL)}) as it:
        fine = {"type": "diff", "path": str(tmp_path / "a"), "oldText": "1", "newText": "2"}
        evil = {"type": "diff", "path": "/etc/x", "oldText": None, "newText": "EVIL"}
        call = {"toolCallId": "c1", "title": "e", "kind": "edit", "rawInput": {"path": "a", "old_string": "1"}}
        it.asks_for(2, {**call, "content": [fine, evil]})
        assert (await it.of_agent())["result"]["outcome"]["optionId"] == "reject_once"


@pytest.mark.parametrize("answer", ["reject_once", None])
async def test_what_a_hook_has_asked_about_waits_for_the_user(tmp_path: Path, answer: str | None) -> None:
    async with ends(tmp_path, {"PreToolUse": ASKS}) as it:
        it.asks_for(2, execute("git push"))
        asked = await it.of_client()
        assert asked["params"]["toolCall"]["rawInput"]["command"] == "git push"
        if answer is not None:
            it.chooses(asked["id"], answer)
            assert (await it.of_agent())["result"]["outcome"]["optionId"] == "reject_once"
        it.asks(3, "terminal/create", command="git push")
        await it.refuses(3, "permission for this")


async def test_what_the_user_has_rejected_is_refused_without_any_hook(tmp_path: Path) -> None:
    async with ends(tmp_path, {}) as it:
        it.asks_for(2, write("a"))
        await it.allows(2, "reject_once")
        it.asks(3, "fs/write_text_file", path="/x", content="b")
        await it.refuses(3, "was not given in this turn")
        it.asks_for(4, write("b"))
        await it.allows(4)
        it.asks(5, "fs/write_text_file", path="/x", content="b")
        assert (await it.of_client())["id"] == 5


async def test_a_rejection_ends_with_the_turn(tmp_path: Path) -> None:
    async with ends(tmp_path, {}) as it:
        it.asks_for(2, write("a"))
        await it.allows(2, "reject_once")
        it.client.send({"id": 9, "method": "session/prompt", "params": {"sessionId": "s1", "prompt": []}})
        assert (await it.of_agent())["method"] == "session/prompt"
        it.asks(3, "fs/write_text_file", path="/x", content="a")
        assert (await it.of_client())["id"] == 3


async def test_what_a_permission_hook_refuses_is_refused(tmp_path: Path) -> None:
    says = {"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "deny"}}}
    async with ends(tmp_path, {"PermissionRequest": f"echo '{json.dumps(says)}'"}) as it:
        it.asks_for(2, execute("git push"))
        assert (await it.of_agent())["result"]["outcome"]["optionId"] == "reject_once"
        it.asks(3, "terminal/create", command="git push")
        await it.refuses(3, "was not given")


async def test_another_content_is_judged_anew(tmp_path: Path) -> None:
    async with ends(tmp_path, {"PreToolUse": NO_EVIL}) as it:
        it.asks_for(2, write("fine"))
        await it.allows(2)
        it.asks(3, "fs/write_text_file", path="/x", content="EVIL")
        await it.refuses(3, "never")


@pytest.mark.parametrize(
    "other",
    [
        {"cwd": "/"},
        {"env": [{"name": "LD_PRELOAD", "value": "/tmp/x.so"}]},
        {"args": ["--force"]},
        {"command": "git  push"},
    ],
)
async def test_a_permission_is_for_the_very_same_command(tmp_path: Path, other: Json) -> None:
    async with ends(tmp_path, {"PreToolUse": LOG}) as it:
        it.asks_for(2, execute("git push"))
        await it.allows(2)
        it.asks(3, "terminal/create", **{"command": "git push", **other})
        assert (await it.of_client())["id"] == 3

    assert len(it.log()) > 1


async def test_a_permission_is_good_for_one_call(tmp_path: Path) -> None:
    async with ends(tmp_path, {"PreToolUse": LOG}) as it:
        it.asks_for(2, execute("git push", description="Push"))
        await it.allows(2)
        it.asks(3, "terminal/create", command="git", args=["push"], cwd=str(tmp_path))
        assert (await it.of_client())["id"] == 3
        assert len(it.log()) == 1
        it.asks(4, "terminal/create", command="git push")
        assert (await it.of_client())["id"] == 4
        assert len(it.log()) == 2


async def test_a_permission_ends_with_its_tool_call(tmp_path: Path) -> None:
    async with ends(tmp_path, {"PreToolUse": LOG}) as it:
        it.asks_for(2, execute("git push"))
        await it.allows(2)
        done = {"sessionUpdate": "tool_call_update", "toolCallId": "c1", "status": "completed"}
        it.agent.send({"method": "session/update", "params": {"sessionId": "s1", "update": done}})
        it.asks(3, "terminal/create", command="git push")
        assert (await it.of_client())["id"] == 3

    assert len(it.log()) == 2


async def test_the_user_sees_what_hooks_have_judged(tmp_path: Path) -> None:
    """The agent's own title, and what it says later of its tool call, have no part in the question of a hook."""
    async with ends(tmp_path, {"PreToolUse": ASKS}) as it:
        it.asks_for(2, {**execute("git push", cwd="/q"), "title": "`ls`"})
        asked = await it.of_client()
        call = asked["params"]["toolCall"]
        assert (call["title"], call["kind"]) == ("Bash: git push", "execute")
        assert call["content"][0]["content"]["text"] == "```\ncd /q && git push\n```"
        assert call["toolCallId"] != "c1"
        it.chooses(asked["id"], "allow_once")
        assert (await it.of_agent())["result"]["outcome"]["optionId"] == "allow_once"


async def test_an_option_that_both_allows_and_rejects_allows_nothing(tmp_path: Path) -> None:
    async with ends(tmp_path, {}) as it:
        it.asks_for(
            2, execute("ls"), [{"optionId": "x", "name": "No", "kind": it} for it in ("allow_once", "reject_once")]
        )
        await it.allows(2, "x")
        it.asks(3, "terminal/create", command="ls")
        await it.refuses(3, "was not given")


async def test_two_questions_do_not_share_an_id(tmp_path: Path) -> None:
    """The answer to one of them would be taken for that to the other."""
    async with ends(tmp_path, {}) as it:
        it.asks_for(5, {"toolCallId": "c1", "title": "look", "kind": "read", "rawInput": {"path": "/a"}})
        assert (await it.of_client())["id"] == 5
        it.asks_for(5, {**execute("rm -rf /"), "toolCallId": "c2"})
        await it.refuses(None, "its `id` is that of a request without an answer yet")
        # Nor does a message that is refused set the id free.
        it.agent.write(b'{"id":5,"method":["x"]}\n')
        assert (await it.of_agent())["error"]["code"] == -32600
        it.asks(5, "terminal/create", command="ls")
        await it.refuses(None, "its `id`")
        it.chooses(5, "allow_once")
        assert (await it.of_agent())["id"] == 5
        it.asks(5, "terminal/create", command="ls")
        assert (await it.of_client())["id"] == 5


async def test_an_agent_cannot_guess_the_id_of_our_questions(tmp_path: Path) -> None:
    """It learns the id of the prompt with which it goes on."""
    async with ends(tmp_path, {"Stop": "echo more >&2; exit 2", "PreToolUse": ASKS}) as it:
        it.client.send({"id": 9, "method": "session/prompt", "params": {"sessionId": "s1", "prompt": []}})
        await it.of_agent()
        it.agent.send({"id": 9, "result": {"stopReason": "end_turn"}})
        known = str((await it.of_agent())["id"])
        it.asks(2, "terminal/create", command="ls")
        ours = str((await it.of_client())["id"])

    assert known[:24] != ours[:24]


async def test_a_new_session_has_the_hooks_of_its_folder(tmp_path: Path) -> None:
    async with ends(tmp_path, {}) as it:
        it.client.send({"id": 2, "method": "session/new", "params": {"cwd": "/q"}})
        await it.of_agent()
        it.agent.send({"id": 2, "result": {"sessionId": "s1"}})
        assert "which another one has" in (await it.of_client())["error"]["message"]
        it.client.send({"id": 3, "method": "session/load", "params": {"cwd": "/q", "sessionId": "s1"}})
        assert "close it first" in (await it.of_client())["error"]["message"]
