"""The methods that agents call, in one table: the language server calls them `hookwright/…`, `serve` as they are.

A handler is called as `handler(engine, params)` and gives a typed dictionary of JSON, or is a coroutine function.  Its
module is imported when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import Struct

from hookwright.embedding import params


class EngineMethod(Struct, frozen=True):
    """A method, its handler as `module.function` in this package, and what its params are read as."""

    name: str
    handler: str
    params: type[params.Params]
    summary: str

    def load(self) -> Callable[..., Any]:
        """The handler."""
        module, _, name = self.handler.partition(".")
        found: Callable[..., Any] = getattr(import_module(f"hookwright.embedding.{module}"), name)
        return found


METHODS = (
    EngineMethod("dispatch", "dispatching.dispatch", params.DispatchParams, "Fires an event and gives its outcome."),
    EngineMethod("explain", "dispatching.explain", params.DispatchParams, "Says which hooks an event would run."),
    EngineMethod("status", "reports.status", params.ProjectParams, "Counts hooks and how they have run."),
    EngineMethod("list", "reports.list_hooks", params.ProjectParams, "Lists every configured hook."),
    EngineMethod(
        "session/open",
        "sessions.open_session",
        params.OpenSessionParams,
        "Opens a session, and fires SessionStart.",
    ),
    EngineMethod(
        "session/close",
        "sessions.close_session",
        params.CloseSessionParams,
        "Fires SessionEnd, and closes a session.",
    ),
    EngineMethod("session/append", "sessions.append", params.AppendParams, "Appends an entry to a session's file."),
    EngineMethod("session/messages", "sessions.messages", params.SessionParams, "Gives what goes to the model."),
    EngineMethod("session/entries", "sessions.entries", params.SessionParams, "Gives every entry of a session."),
    EngineMethod("commands/list", "sessions.list_commands", params.SessionParams, "Lists the commands of modules."),
    EngineMethod("commands/invoke", "sessions.invoke", params.InvokeParams, "Runs a command of a module."),
)
