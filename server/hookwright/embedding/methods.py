"""The methods that agents call, in one table: the language server calls them `hookwright/…`, `serve` as they are.

A handler is called as `handler(engine, params)` and gives a typed dictionary of JSON, or is a coroutine function.  Its
module is imported when it is first needed, and so are its params.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.embedding.params import Params


def params_named(name: str) -> type[Params]:
    """The params of a name such as `embedding.params.DispatchParams`; making dataclasses takes too long for a start."""
    module, _, model = name.rpartition(".")
    found: type[Params] = getattr(import_module(f"hookwright.{module}"), model)
    return found


class EngineMethod(Struct, frozen=True):
    """A method, its handler as `module.function` in this package, and what its params are read as, in `params`."""

    name: str
    handler: str
    reads: str
    summary: str

    @property
    def params(self) -> type[Params]:
        """What its params are read as."""
        return params_named(f"embedding.params.{self.reads}")

    def load(self) -> Callable[..., Any]:
        """The handler."""
        module, _, name = self.handler.partition(".")
        found: Callable[..., Any] = getattr(import_module(f"hookwright.embedding.{module}"), name)
        return found


METHODS = (
    EngineMethod("dispatch", "dispatching.dispatch", "DispatchParams", "Fires an event and gives its outcome."),
    EngineMethod("explain", "dispatching.explain", "DispatchParams", "Says which hooks an event would run."),
    EngineMethod("status", "reports.status", "ProjectParams", "Counts hooks and how they have run."),
    EngineMethod("list", "reports.list_hooks", "ProjectParams", "Lists every configured hook."),
    EngineMethod(
        "session/open",
        "sessions.open_session",
        "OpenSessionParams",
        "Opens a session, and fires SessionStart.",
    ),
    EngineMethod(
        "session/close",
        "sessions.close_session",
        "CloseSessionParams",
        "Fires SessionEnd, and closes a session.",
    ),
    EngineMethod("session/append", "sessions.append", "AppendParams", "Appends an entry to a session's file."),
    EngineMethod("session/messages", "sessions.messages", "SessionParams", "Gives what goes to the model."),
    EngineMethod("session/entries", "sessions.entries", "SessionParams", "Gives every entry of a session."),
    EngineMethod("commands/list", "sessions.list_commands", "SessionParams", "Lists the commands of modules."),
    EngineMethod("commands/invoke", "sessions.invoke", "InvokeParams", "Runs a command of a module."),
)
