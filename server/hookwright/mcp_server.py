"""The tools of hookwright as a server of the Model Context Protocol, for agents that write hooks.

Each tool runs a command of the command line in the agent's folder, bounded in time and output, and answers what it
prints.  So an agent gets what its user would get, and the same limits hold: hooks run only where the user has agreed to
them before.  A command that cannot do what was asked (exit code 2, or no agreement) is an error of the tool.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

from hookwright import __version__
from hookwright.engine.process import Command, run
from hookwright.host import Host

if TYPE_CHECKING:
    from mcp.server import MCPServer

Tool = Callable[..., Awaitable[str]]

_SECONDS = 300.0
_MOST_BYTES = 200_000
_GRACE_SECONDS = 2.0
_INSTRUCTIONS = """\
hookwright checks the hooks of coding agents: the entries in settings.json, hooks.json and similar files that run a
command on an event, and the scripts that these commands run. After you write or change a hook or a script of a hook,
call `check`. To see what an agent would do, call `explain` (runs nothing) or `fire` (runs the hook). To find out what
gets past a hook that refuses commands, call `attack`."""


def server() -> MCPServer[Any]:
    """The server with its tools; needs the package `mcp`."""
    from mcp.server import MCPServer
    from mcp.types import ToolAnnotations

    made: MCPServer[Any] = MCPServer("hookwright", instructions=_INSTRUCTIONS, version=__version__)
    reads = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    runs = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True)
    reading: tuple[Tool, ...] = (check, explain, rules, seen, convert)
    running: tuple[Tool, ...] = (fire, attack)
    for tool in reading:
        made.add_tool(tool, annotations=reads, structured_output=False)
    for tool in running:
        made.add_tool(tool, annotations=runs, structured_output=False)
    return made


async def check(
    paths: Annotated[list[str] | None, "Hook files, scripts and folders; the current folder by default"] = None,
) -> str:
    """Find the mistakes in hook files and in the scripts that their hooks run. Nothing of them is run."""
    return await _said("check", "--", *(paths or ["."]))


async def explain(
    event: Annotated[str, "The event, such as PreToolUse"],
    payload: Annotated[dict[str, Any] | None, "What the agent sends with it, such as tool_name and tool_input"] = None,
    dialect: Annotated[str | None, "The agent, such as claude-code or codex"] = None,
) -> str:
    """Show which hooks of the project an event would fire, which not, and why. Nothing is run."""
    given = ["--payload", json.dumps(payload)] if payload is not None else []
    return await _said("explain", *given, *_option("--dialect", dialect), "--", event)


async def rules(code: Annotated[str | None, "A rule, by code or name, such as HW303; all by default"] = None) -> str:
    """Explain a rule of `check` with examples, or list all rules."""
    return await _said("rules", "--", *([code] if code else []))


async def seen(since: Annotated[str | None, "How long ago, such as 7d, or a date"] = None) -> str:
    """Show what the hooks of the project did lately, as the agents themselves recorded it, worst first."""
    return await _said("seen", *_option("--since", since))


async def convert(
    file: Annotated[str, "The hook file"], to: Annotated[str, "The agent to convert to, such as codex"]
) -> str:
    """Print the hooks of a file in the form of another agent, with everything that is lost."""
    return await _said("convert", *_option("--to", to), "--", file)


async def fire(
    file: Annotated[str, "The hook file"],
    line: Annotated[int | None, "The line of the hook, group or event to fire"] = None,
    payload: Annotated[dict[str, Any] | None, "What the agent sends; a sample by default"] = None,
    on_copy: Annotated[bool, "Run on a copy of the project, and show what changes"] = True,
) -> str:
    """Run hooks of a file on a payload, and show what the agent would see. The user must have agreed to the hooks."""
    given = ["--payload", json.dumps(payload)] if payload is not None else []
    where = _option("--line", None if line is None else str(line))
    return await _said("fire", "--agreed-only", *(["--scratch"] if on_copy else []), *where, *given, "--", file)


async def attack(
    file: Annotated[str, "The hook file, or the script of a guard"],
    danger: Annotated[str | None, "What the guard must stop, such as deletion, or a command"] = None,
) -> str:
    """Find out what gets past a guard, and what it refuses unnecessarily. The user must have agreed to the guard."""
    return await _said("attack", "--agreed-only", *_option("--danger", danger), "--", file)


def _option(name: str, value: str | None) -> list[str]:
    # Joined, a value that begins with a dash is no option.
    return [] if value is None else [f"{name}={value}"]


async def _said(*arguments: str) -> str:
    """What a command prints on both streams; raises ToolError with what it says if it could not do it."""
    from mcp.server.mcpserver.exceptions import ToolError

    environ = {**Host.real().environ, "NO_COLOR": "1"}
    argv = (sys.executable, "-P", "-m", "hookwright", *arguments)
    command = Command(argv, os.getcwd(), environ, b"", _SECONDS, kept_bytes=_MOST_BYTES, grace=_GRACE_SECONDS)
    done = await run(command)
    printed = "".join(it.decode("utf-8", "replace") for it in (done.stdout, done.stderr)).strip()
    if done.timed_out:
        raise ToolError(f"`hookwright {arguments[0]}` took longer than {_SECONDS:.0f} s and was stopped")
    # With 1, a command tells what it found on standard output, and why it did nothing on the other one.
    if done.exit_code not in (0, 1) or (done.exit_code == 1 and not done.stdout):
        raise ToolError(printed or f"`hookwright {arguments[0]}` ended with {done.exit_code}")
    return printed or "Nothing to say."
