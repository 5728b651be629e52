"""An agent of the Agent Client Protocol that writes its process id, and asks its client to write a file."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import acp
from acp import schema


class Agent:
    """What the protocol's SDK serves."""

    client: Any

    def on_connect(self, conn: Any) -> None:
        self.client = conn

    async def initialize(self, protocol_version: int, **_: Any) -> schema.InitializeResponse:
        return schema.InitializeResponse(protocol_version=protocol_version)

    async def new_session(self, **_: Any) -> schema.NewSessionResponse:
        return schema.NewSessionResponse(session_id="s1")

    async def prompt(self, session_id: str, **_: Any) -> schema.PromptResponse:
        try:
            await self.client.write_text_file(session_id=session_id, path="/p/.env", content="")
            said = "written"
        except acp.RequestError as error:
            said = str(error)
        text = f"{os.getpid()} {said}"
        await self.client.session_update(session_id=session_id, update=acp.update_agent_message_text(text))
        return schema.PromptResponse(stop_reason="end_turn")


asyncio.run(acp.run_agent(Agent()))  # type: ignore[arg-type]
