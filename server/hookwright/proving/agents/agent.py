"""What has to be known of an agent to start it without a user, and to find in its run what it did."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any

from msgspec import Struct, field

from hookwright.proving.script import Played, Session

KEY = "a-key-for-loopback-only"
"""A key for agents that ask for one; it is not a real one."""
AFTER = "hookwright-proves-this"
"""The name of the hook of ours that notes which calls were made."""


class Way(Enum):
    """How a session leads to an event."""

    CALL = auto()
    """The model calls the tool that the payload names."""
    ASKED_CALL = auto()
    """The same, in a session in which the agent asks before it uses a tool."""
    PROMPT = auto()
    """The session begins with the prompt that the payload has."""
    SESSION = auto()
    """Every session has it."""
    SUBAGENT = auto()
    """The model starts a subagent."""


class Noting(Enum):
    """Where it is noted which hooks ran."""

    AGENT = auto()
    """The agent says so itself."""
    START_FILE = auto()
    """In the file that bash reads before it runs a command (`BASH_ENV`)."""
    PROGRAM = auto()
    """In a program of ours that stands before bash on the PATH, where the agent keeps that variable from hooks."""


class ModelTool(Struct, frozen=True, kw_only=True):
    """How the model calls a tool that hooks know under another name, or with another input.

    `keys` are the model's names for members of the input that it calls otherwise, `added` what it says beside them.
    Of a tool with a `custom` member, the text of that is the whole input.
    """

    name: str
    keys: Mapping[str, str] = field(default_factory=dict)
    added: Mapping[str, Any] = field(default_factory=dict)
    custom: str = ""


class NotedHook(Struct, frozen=True):
    """A hook that ran, as the agent noted it: the name of its event, its command, how it ended, and in what time."""

    event: str
    command: str
    ended: str = ""
    seconds: float | None = None


class Signs(Struct, frozen=True, kw_only=True):
    """What in a run shows what became of an event; None if the agent has no such sign.

    `asked` is in what the model is told of a call that nobody was there to allow, `objects` in what it is told where
    a hook objects after a call, `goes_on` if one does not let the agent end.  `halts` is in what the agent prints
    where a hook refuses a prompt, `stops` where one ends the turn.
    """

    asked: re.Pattern[str] | None = None
    objects: re.Pattern[str] | None = None
    goes_on: re.Pattern[str] | None = None
    halts: re.Pattern[str] | None = None
    stops: re.Pattern[str] | None = None


class Agent(Struct, frozen=True, kw_only=True):
    """One agent; `id` is that of its dialect.

    `package` is its name in npm, `program` where the program is below the folder of an installation.  `measured` is the
    version that the recordings are of.

    `environment` (for the model's address and the folder of the agent's state), `files` (below that folder, for the
    address, the project and the session) and `command` (what stands behind the program) keep the agent from everything
    else: a key that is not real, no telemetry, no updates.

    `ways` lead to events, by their usual names; `tools` are those that the model calls otherwise than hooks know them.
    `holding` are arguments that outrank the project's own settings, so that these lead to no other model and start no
    servers.  The tools in `reads_first` refuse a file that the model has not read with the `reader` before.
    `kept` are files to look at afterwards, by name, below the folder of the state; `noted` finds in them the hooks that
    ran, where the agent says so itself; elsewhere `noting` says who does.  `shown` is what a user would see.
    """

    id: str
    package: str
    program: str
    measured: str
    environment: Callable[[str, str], Mapping[str, str]]
    files: Callable[[str, str, Session], Mapping[str, str]]
    command: Callable[[str, Session], list[str]]
    ways: Mapping[str, Way] = field(default_factory=dict)
    tools: Mapping[str, ModelTool] = field(default_factory=dict)
    holding: Callable[[str], list[str]] | None = None
    reads_first: frozenset[str] = frozenset()
    reader: str = ""
    kept: Mapping[str, str] = field(default_factory=dict)
    noting: Noting = Noting.AGENT
    noted: Callable[[Played], tuple[NotedHook, ...]] | None = None
    shown: Callable[[Played], tuple[str, ...]] | None = None
    signs: Signs = Signs()
