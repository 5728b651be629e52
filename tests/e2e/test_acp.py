"""`hookwright acp` stands between a client and an agent that know nothing of it, both of the protocol's own SDK."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import acp
from acp import schema
from tests.unit.acp.ends import write_hooks
from tests.unit.engine.commands import is_gone

_AGENT = Path(__file__).with_name("acp_agent.py")


class Client:
    """It shows what it is told."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def on_connect(self, conn: Any) -> None:
        pass

    async def session_update(self, update: Any, **_: Any) -> None:
        self.shown.append(update.content.text)


async def test_a_hook_refuses_what_a_real_agent_asks_of_a_real_client(tmp_path: Path) -> None:
    write_hooks(tmp_path, {"PreToolUse": ("Write", "echo 'no secrets' >&2; exit 2")})
    client = Client()
    command = ("-m", "hookwright", "acp", "--trust", str(tmp_path), "--", sys.executable, str(_AGENT))
    starting = acp.spawn_agent_process(client, sys.executable, *command, env=dict(os.environ))  # type: ignore[arg-type]

    async with starting as (agent, process):
        answer = await agent.initialize(protocol_version=acp.PROTOCOL_VERSION, client_info=None)
        assert answer.protocol_version == acp.PROTOCOL_VERSION
        session = await agent.new_session(cwd=str(tmp_path), mcp_servers=[])
        ended: schema.PromptResponse = await agent.prompt(session_id=session.session_id, prompt=[acp.text_block("go")])
        assert ended.stop_reason == "end_turn"
        told, said = client.shown
        number, _, words = said.partition(" ")
        assert (told.strip(), words) == ("**Hook:** Write: no secrets", "Refused by a hook: no secrets")

        # The agent does not outlive a proxy that has no time to end it.
        process.kill()
        assert is_gone(int(number))
