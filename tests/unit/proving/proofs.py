"""Proofs with an agent that stands in for the real one."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from pathlib import Path
from typing import Any

from hookwright.firing.fire import fire_request
from hookwright.host import Host
from hookwright.proving.prove import Proof, prove
from hookwright.proving.script import Limits
from hookwright.proving.wanted import wanted
from hookwright.workflows.hook_files import hook_file

STAND_IN = f"{shlex.quote(sys.executable)} -I {shlex.quote(str(Path(__file__).with_name('stand_in.py')))}"


def project_with(folder: Path, **commands: str) -> Path:
    """A project whose hooks are these commands, by their events; the path of its hook file."""
    groups: dict[str, Any] = {
        event: [{"hooks": [{"type": "command", "command": it}]}] for event, it in commands.items()
    }
    file = folder / ".claude" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"hooks": groups}), encoding="utf-8")
    return file


async def proving(
    file: Path,
    host: Host,
    event: str = "PreToolUse",
    payload: dict[str, Any] | None = None,
    *,
    agent: str = STAND_IN,
    limits: Limits | None = None,
) -> Proof:
    """The proof of the hooks of an event of that file, with a call of `Bash` that prints something."""
    read = hook_file(str(file), file.read_text(encoding="utf-8"), None, host)
    call = {"tool_name": "Bash", "tool_input": {"command": "echo TOOL-OUTPUT"}}
    project = str(file.parents[1])
    request = fire_request(read, f"/hooks/{event}", project_dir=project, payload=payload or call, host=host)
    return await prove(wanted(request, host, agent), host, limits=limits or Limits(seconds=20))


def proved(
    file: Path,
    event: str = "PreToolUse",
    payload: dict[str, Any] | None = None,
    *,
    agent: str = STAND_IN,
    host: Host | None = None,
    limits: Limits | None = None,
) -> Proof:
    """The same, waited for."""
    return asyncio.run(proving(file, host or Host.real(), event, payload, agent=agent, limits=limits))
