"""Where the user's own agent is, and of which version: found by files alone, without starting it."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterable, Iterator

from msgspec import Struct

from hookwright.dialects import by_id
from hookwright.errors import UsageError
from hookwright.files import read_bytes
from hookwright.host import Host
from hookwright.patterns import late_pattern
from hookwright.proving.agents import AGENTS
from hookwright.proving.agents.agent import Agent

_MANIFEST = "package.json"
_LARGEST = 1 << 20
_MOST_ABOVE = 6
_MOST_LINKS = 20
_NUMBERED = late_pattern(r"\d+\.\d+\.\d+[\w.-]*")


class Installed(Struct, frozen=True):
    """An agent on this machine: the words that start it, its version (None if no file says it), and its folders."""

    agent: Agent
    words: tuple[str, ...]
    version: str | None
    folders: tuple[str, ...]

    @property
    def was_measured(self) -> bool:
        """Whether the recordings are of this version."""
        return self.version == self.agent.measured


def installed(agent: Agent, host: Host, command: str | None = None) -> Installed:
    """The agent behind a command, or the one on the PATH; raises UsageError if there is none."""
    words = _words(command) if command is not None else (by_id(agent.id).program,)
    found = tuple(path for it in words[:1] if (path := host.program(os.path.expanduser(it))) is not None)
    if not found:
        what = f"`{words[0]}`" if words else "the command"
        raise UsageError(
            f"{what} was not found, so hookwright cannot prove hooks in this agent",
            "install it, or name the program with `--agent-command`",
        )
    program = os.path.abspath(found[0])
    named = [program, *(os.path.abspath(it) for it in words[1:] if os.path.exists(it))]
    return Installed(agent, (program, *words[1:]), version_of(agent, named[-1]), tuple(_folders(named)))


def unmeasured(dialects: Iterable[str], host: Host) -> Iterator[str]:
    """A sentence for each of these agents that is on the PATH in a version that was never measured.

    It looks at the manifest of the agent's package and starts nothing; if that does not say, neither does this.
    """
    for agent in (AGENTS[it] for it in dict.fromkeys(dialects) if it in AGENTS):
        program = host.program(by_id(agent.id).program)
        version = None if program is None else version_of(agent, program)
        if version is not None and version != agent.measured:
            title = by_id(agent.id).title
            yield f"{title} {version} is installed, and what is known of it here was measured with {agent.measured}"


def version_of(agent: Agent, program: str) -> str | None:
    """The version that the manifest of the program's package says, or the folder of an installation; reads little."""
    path = os.path.realpath(program)
    if _NUMBERED.fullmatch(os.path.basename(path)):
        return os.path.basename(path)
    for _ in range(_MOST_ABOVE):
        path = os.path.dirname(path)
        said = _manifest(os.path.join(path, _MANIFEST))
        name, version = said.get("name"), said.get("version")
        if isinstance(name, str) and isinstance(version, str) and name.startswith(agent.package):
            return version
    return None


def _words(command: str) -> tuple[str, ...]:
    try:
        found = tuple(shlex.split(command))
    except ValueError as wrong:
        raise UsageError(f"`--agent-command` cannot be read ({wrong})", "quote it as a shell would need it") from wrong
    if not found:
        raise UsageError("`--agent-command` is empty", "name the agent's program")
    return found


def _manifest(path: str) -> dict[str, object]:
    try:
        found = json.loads(read_bytes(path, most=_LARGEST))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _folders(named: list[str]) -> Iterator[str]:
    """What has to be seen for these files to run: the folder or the packages of each link on the way, and the end."""
    for it in named:
        path = it
        for _ in range(_MOST_LINKS):
            modules = re.split(r"(?<=/node_modules)/", path, maxsplit=1)
            yield modules[0] if len(modules) > 1 else os.path.dirname(path)
            if not os.path.islink(path):
                break
            path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
        yield os.path.dirname(os.path.realpath(it))
