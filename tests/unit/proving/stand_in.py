"""Stands in for Claude Code where it cannot be had: it talks to the scripted model, and runs hooks of commands.

It knows what the tests need of the agent: hooks of the project and of its own folder, exit code 2 and stderr, the lines
of the debug file, one tool, `Bash`.  With `--deaf` it makes each call, whatever hooks say.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

_BLOCKS = 2
Json = dict[str, Any]


class StandIn:
    """One session."""

    def __init__(self, arguments: list[str]) -> None:
        self.deaf = "--deaf" in arguments
        self.prompt = arguments[arguments.index("-p") + 1]
        self.debug = Path(arguments[arguments.index("--debug-file") + 1])
        own = Path(os.environ["CLAUDE_CONFIG_DIR"]) / "settings.json"
        files = [own, Path(".claude/settings.json")]
        self.hooks = [json.loads(it.read_text()).get("hooks", {}) for it in files if it.exists()]
        self.messages: list[Json] = [{"role": "user", "content": self.prompt}]

    def ask(self) -> list[Json]:
        """The blocks that the model answers."""
        body = {"model": "m", "tools": [{"name": "Bash"}], "messages": self.messages}
        url = f"{os.environ['ANTHROPIC_BASE_URL']}/v1/messages"
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode())) as answer:
            content: list[Json] = json.loads(answer.read())["content"]
        self.messages.append({"role": "assistant", "content": content})
        return content

    def fire(self, event: str, **payload: Any) -> str | None:
        """What a hook says that blocks the event."""
        said = None
        for hook in (hook for it in self.hooks for group in it.get(event, ()) for hook in group["hooks"]):
            began = time.monotonic()
            given = json.dumps({"hook_event_name": event, "cwd": str(Path.cwd()), **payload})
            ran = subprocess.run(
                ["/bin/sh", "-c", hook["command"]], input=given, capture_output=True, text=True, check=False
            )
            took = int((time.monotonic() - began) * 1000)
            with self.debug.open("a") as debug:
                ended = f"finished with status {ran.returncode} ({took}ms)"
                debug.write(f"2026-11-24T12:00:00.000Z [DEBUG] Hooks: {event}:x [{hook['command']}] {ended}\n")
            if ran.returncode == _BLOCKS:
                said = f"{event}:x hook error: [{hook['command']}]: {ran.stderr}"
        return said

    def call(self, block: Json) -> str:
        """The result of a call, or why it was not made."""
        about = {"tool_name": block["name"], "tool_input": block["input"]}
        said = self.fire("PreToolUse", **about)
        if said is not None and not self.deaf:
            return said
        ran = subprocess.run(["/bin/sh", "-c", block["input"]["command"]], capture_output=True, text=True, check=False)
        self.fire("PostToolUse", **about, tool_response={"stdout": ran.stdout})
        return ran.stdout + ran.stderr

    def run(self) -> None:
        """From the prompt to the model's last word."""
        self.fire("SessionStart", source="startup")
        if self.fire("UserPromptSubmit", prompt=self.prompt) is not None:
            sys.stdout.write(json.dumps({"type": "result", "result": "operation blocked by hook"}) + "\n")
            return
        while True:
            calls = [it for it in self.ask() if it["type"] == "tool_use"]
            results = [{"type": "tool_result", "tool_use_id": it["id"], "content": self.call(it)} for it in calls]
            if not results:
                break
            self.messages.append({"role": "user", "content": results})
        sys.stdout.write(json.dumps({"type": "result", "result": "All done."}) + "\n")


if __name__ == "__main__":
    StandIn(sys.argv[1:]).run()
