"""An agent in one file: the project's hooks have their say in every moment of its life.

    python examples/agent.py [--server] PROJECT

The project is any folder with hook files, such as `examples/clawdcode`.  A real agent would get its turns from a
language model; this one has a list.  With `--server` the hooks are run by a server beside it, not in its own process.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hookwright import Hooks, HookService, RemoteHookService
from hookwright.engine.stages import ToolCall, ToolResult, run_tool

TURNS = (
    (
        ToolCall("Read", "call-1", {"file_path": ".env"}),
        ToolCall("Write", "call-2", {"file_path": "hello.py", "content": "print('hello'\n"}),
        ToolCall("Read", "call-3", {"file_path": "hello.py"}),
    ),
    (ToolCall("Write", "call-4", {"file_path": "hello.py", "content": "print('hello')\n"}),),
)
ASKED_FOR = {"Write"}
MOST_MESSAGES = 6


@dataclass
class Agent:
    """What the model has read so far, and how the agent goes on."""

    hooks: Hooks
    project: Path
    messages: list[str] = field(default_factory=list)

    async def live(self, prompt: str) -> None:
        """One session, from its start to its end, whatever happens in between."""
        started = await self.hooks.on_session_start(source="startup")
        self.read(started.context)
        try:
            await self.answer(prompt)
        finally:
            await self.hooks.on_session_end(reason="other")

    async def answer(self, prompt: str) -> None:
        """Answers a prompt in as many turns as the model takes, and as the hooks want."""
        asked = await self.hooks.on_user_prompt_submit(prompt)
        if asked.blocked:
            print(f"refused: {asked.reason}")
            return
        self.read(prompt, asked.context)
        turns: Iterator[tuple[ToolCall, ...]] = iter(TURNS)
        for calls in turns:
            for call in calls:
                result = await run_tool(
                    self.hooks, call, self.execute, self.confirm, needs_permission=call.name in ASKED_FOR
                )
                self.read(f"{call.name}: {'refused or failed: ' if result.failed else ''}{result.text}")
            await self.compact()
            # The model would stop here; the hooks can make it go on.
            if not await self.hooks.on_stop("end_turn"):
                return
            self.read("A hook wants you to go on.")

    async def compact(self) -> None:
        """Forgets what is old once there is too much of it, unless the hooks keep it."""
        if len(self.messages) <= MOST_MESSAGES:
            return
        if await self.hooks.on_compaction(pre_tokens=sum(map(len, self.messages)), message_count=len(self.messages)):
            print("(kept: a hook does not want it forgotten)")
            return
        self.messages[:-2] = ["(what came before)"]

    async def execute(self, call: ToolCall) -> ToolResult:
        path = self.project / call.input["file_path"]
        try:
            if call.name == "Write":
                path.write_text(call.input["content"], encoding="utf-8")
                return ToolResult(f"wrote {path.name}")
            return ToolResult(path.read_text(encoding="utf-8"))
        except OSError as error:
            return ToolResult(str(error), failed=True)

    async def confirm(self, call: ToolCall, reason: str | None) -> bool:
        answer = await asyncio.to_thread(input, f"{call.name} {dict(call.input)}: {reason or 'run it?'} [y/N] ")
        return answer.strip().lower() == "y"

    def read(self, *texts: str | None) -> None:
        """What the model reads next."""
        for text in texts:
            if text:
                self.messages.append(text)
                print(text)


async def main(project: Path, *, server: bool) -> None:
    hooks = await (RemoteHookService.start(str(project)) if server else HookService.open(str(project)))
    async with hooks:
        await Agent(hooks, project).live("Say hello")


if __name__ == "__main__":
    *options, folder = sys.argv[1:]
    asyncio.run(main(Path(folder).resolve(), server=options == ["--server"]))
