"""An agent in one file: it runs tools, and the project's hooks have their say before and after each of them.

    python examples/agent.py PROJECT

The project is any folder with hook files, such as `examples/clawdcode`.  A real agent would get its tool calls from a
language model; this one has a list.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from hookwright import HookService
from hookwright.engine.stages import ToolCall, ToolResult, run_tool

CALLS = (
    ToolCall("Read", "call-1", {"file_path": ".env"}),
    ToolCall("Write", "call-2", {"file_path": "hello.py", "content": "print('hello'\n"}),
    ToolCall("Read", "call-3", {"file_path": "hello.py"}),
)


async def main(project: Path) -> None:
    """Takes a prompt, runs the tools through their stages, and prints what the model would read."""

    async def execute(call: ToolCall) -> ToolResult:
        path = project / call.input["file_path"]
        try:
            if call.name == "Write":
                path.write_text(call.input["content"], encoding="utf-8")
                return ToolResult(f"wrote {path.name}")
            return ToolResult(path.read_text(encoding="utf-8"))
        except OSError as error:
            return ToolResult(str(error), failed=True)

    async def confirm(call: ToolCall, reason: str | None) -> bool:
        answer = await asyncio.to_thread(input, f"{call.name} {dict(call.input)}: {reason or 'run it?'} [y/N] ")
        return answer.strip().lower() == "y"

    async with await HookService.open(str(project)) as hooks:
        prompt = await hooks.on_user_prompt_submit("Say hello")
        print(f"context: {prompt.context}")
        for call in CALLS:
            result = await run_tool(hooks, call, execute, confirm)
            print(f"{call.name}: {'refused or failed: ' if result.failed else ''}{result.text}")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve()))
