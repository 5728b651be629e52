"""The params of the methods that agents call, whichever server serves them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal


def camel(name: str) -> str:
    """The name of a member as the protocol spells it."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


class Params:
    """The base of all."""

    # A newer client may send more than this server knows.
    __pydantic_config__: ClassVar[dict[str, Any]] = {"alias_generator": camel, "extra": "ignore", "strict": True}


@dataclass(frozen=True)
class NoParams(Params):
    """Of a method that takes none."""


@dataclass(frozen=True)
class DispatchParams(Params):
    """`dispatch` and `explain`; paths are file paths, `config_files` replaces discovery.

    `dialects` are those whose hooks run, in place of that of `dialect` alone: `all` are the client's own and each that
    has files in the project.  The request is in the words of `dialect`, else of the first of them.

    `plugin_dirs` are folders of plugins that apply besides, `settings` files with settings, of which the last counts;
    in the place of such a file there may be its JSON text.

    `dispatch_id`, of 32 hexadecimal digits, is the number that the dispatch gets: its client knows it beforehand.
    `skills` are the skills and commands that were used in the session: hooks in their own files hold from then on.
    `failure_policy` and `tools` go before what the client said at the start.
    """

    event: str
    payload: dict[str, Any] = field(default_factory=dict)
    dialect: str | None = None
    project_dir: str | None = None
    session_id: str | None = None
    config_files: list[str] | None = None
    plugin_dirs: list[str] | None = None
    settings: list[str] | None = None
    dispatch_id: str | None = None
    skills: list[str] | None = None
    dialects: list[str] | Literal["all"] | None = None
    failure_policy: Literal["agent", "closed"] | None = None
    tools: str | dict[str, Any] | None = None


@dataclass(frozen=True)
class ProjectParams(Params):
    """`status` and `list`; by default the project that the client has named, or the first workspace folder."""

    project_dir: str | None = None


@dataclass(frozen=True)
class OpenSessionParams(Params):
    """`session/open`: a new session, or one that is gone on with, by its id or its file (an absolute path)."""

    session_id: str | None = None
    project_dir: str | None = None
    session_file: str | None = None
    dialect: str | None = None
    model: dict[str, Any] | None = None
    thinking_level: str | None = None


@dataclass(frozen=True)
class SessionParams(Params):
    """`session/messages`, `session/entries` and `commands/list`: of an open session."""

    session_id: str


@dataclass(frozen=True)
class CloseSessionParams(Params):
    """`session/close`; `reason` is what the hooks are told, in the words of the dialect."""

    session_id: str
    reason: str = "other"


@dataclass(frozen=True)
class AppendParams(Params):
    """`session/append`: an entry, which has a `type`."""

    session_id: str
    entry: dict[str, Any]


@dataclass(frozen=True)
class InvokeParams(Params):
    """`commands/invoke`: a command by its name, and the text behind it."""

    session_id: str
    name: str
    args: str = ""
