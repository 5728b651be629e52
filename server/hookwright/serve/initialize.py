"""`engine/initialize`: what a client says of itself, and what it is told of the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from hookwright import __version__
from hookwright.dialects.outlines import OUTLINES
from hookwright.embedding.params import Params

PROTOCOL = 1

Handler = Literal["prompt", "agent", "mcp_tool"]


@dataclass(frozen=True)
class ClientInfo(Params):
    """Who the client is, for the log."""

    name: str
    version: str | None = None


@dataclass(frozen=True)
class Capabilities(Params):
    """What the client answers: questions to the user, prompts to a model, and the handlers of these types."""

    ui: bool = False
    model: bool = False
    handlers: list[Handler] = field(default_factory=list)


@dataclass(frozen=True)
class InitializeParams(Params):
    """`engine/initialize`; `trusted` is said of `project_dir` only, and `trusted_folders` are trusted beside it.

    `on_guard_lost` is what a handler of a hook module decides that gives no answer: `deny` refuses what can be refused,
    `ask` asks the user, and `ignore` lets the event go on.
    `tools` are the client's tools in the names that hooks know: the name of a host whose map is shipped, or an object.
    `failure_policy` says what comes of hooks that had no say: what the agent makes of them, or a refusal.
    """

    client: ClientInfo | None = None
    project_dir: str | None = None
    dialect: str | None = None
    trusted_folders: list[str] = field(default_factory=list)
    trusted: bool = False
    on_guard_lost: Literal["deny", "ask", "ignore"] = "deny"
    tools: str | dict[str, Any] | None = None
    failure_policy: Literal["agent", "closed"] = "agent"
    capabilities: Capabilities = field(default_factory=Capabilities)


class ServerInfoJson(TypedDict):
    """Which server answers."""

    name: str
    version: str


class DialectJson(TypedDict):
    """A dialect of hook files, and the names of its events."""

    id: str
    title: str
    events: list[str]


class InitializedJson(TypedDict):
    """The result of `engine/initialize`."""

    server: ServerInfoJson
    protocol: int
    dialects: list[DialectJson]
    methods: list[str]
    notifications: list[str]


def initialized(methods: list[str], notifications: list[str]) -> InitializedJson:
    """What every client is told."""
    return {
        "server": {"name": "hookwright", "version": __version__},
        "protocol": PROTOCOL,
        "dialects": [{"id": it.id, "title": it.title, "events": [*it.events]} for it in OUTLINES],
        "methods": methods,
        "notifications": notifications,
    }
