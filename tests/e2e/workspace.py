"""A project and a home folder on disk with hook files in them, and a look at the processes that hooks leave."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

AI_AGENTS = ".ai_agents/settings.json"
CLAUDE_CODE = ".claude/settings.json"
DIALECTS = {"ai-agents": AI_AGENTS, "claude-code": CLAUDE_CODE}

PATIENCE = 150.0
"""Seconds after which something that is waited for is taken for missing."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Workspace:
    """The folder that the editor has open, and the user's home."""

    project: Path
    home: Path

    def write(self, path: str, text: str) -> Path:
        """Writes a file of the project, byte by byte as given."""
        file = self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def hooks(self, path: str, *commands: str, event: str = "PreToolUse", matcher: str | None = "*") -> Path:
        """Writes a hook file with one group of command hooks."""
        return self.write(path, hook_text(*commands, event=event, matcher=matcher))


def hook_text(*commands: str, event: str = "PreToolUse", matcher: str | None = "*") -> str:
    """A hook file with one group of command hooks, two blanks a level."""
    group: dict[str, Any] = {} if matcher is None else {"matcher": matcher}
    group["hooks"] = [{"type": "command", "command": it} for it in commands]
    return json.dumps({"hooks": {event: [group]}}, indent=2) + "\n"


def large_text(event: str, hooks: int = 2_000) -> str:
    """A hook file that takes many times as long to judge as a request to answer."""
    return hook_text(*["true"] * hooks, event=event)


def staying(workspace: Workspace, name: str = "processes") -> tuple[str, Path]:
    """A command that stays, with a child of its own, and the file that gets the ids of both once they are there."""
    file = workspace.project / name
    return f"sleep 60 & echo $$ $! > '{file}.new'; mv '{file}.new' '{file}'; wait", file


async def processes_in(file: Path) -> list[int]:
    """The ids of the processes that a staying command noted down, all of them alive."""
    await eventually(file.exists, f"{file.name}, so the hook never began")
    found = _numbers(file)
    assert [it for it in found if not lives(it)] == []
    return found


def _numbers(file: Path) -> list[int]:
    return [int(it) for it in file.read_text().split()]


def lives(process: int) -> bool:
    """Whether a process is there and not merely waiting to be collected."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


async def gone(processes: list[int], seconds: float = PATIENCE) -> None:
    """Waits until none of the processes is left."""
    await eventually(lambda: not any(map(lives, processes)), "the end of every process of the hook", seconds)


async def eventually(look: Callable[[], Found], what: str, seconds: float = PATIENCE) -> Found:
    """What `look` finds, looking again and again; an assertion error when the time is over."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"there never was {what}"
        await asyncio.sleep(0.02)
    return found
