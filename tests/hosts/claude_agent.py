"""An agent that is built with the Claude Agent SDK: `python claude_agent.py PROJECT PROMPT…` prints each message."""

from __future__ import annotations

import asyncio
import sys

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient
from hookwright_claude_agent import session

from hookwright import HookService


async def main(project: str, *prompts: str) -> None:
    """Sends the prompts one after the other, in one session."""
    opening = HookService.open(project, dialect="clawdcode", modules=True)
    async with await opening as service, session(service) as hooks:
        options = ClaudeAgentOptions(
            cwd=project, hooks=hooks, model="sonnet", permission_mode="bypassPermissions", setting_sources=[]
        )
        async with ClaudeSDKClient(options) as client:
            for prompt in prompts:
                await client.query(prompt)
                async for message in client.receive_response():
                    sys.stdout.write(f"{message}\n")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
