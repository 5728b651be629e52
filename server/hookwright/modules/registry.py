"""`command` and `on`: how a module says what it has, and what was said while it was loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import get_ident
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator

    from hookwright.modules.context import CommandContext, Context, Event

    CommandAnswer = str | Mapping[str, Any] | None
    EventAnswer = str | Mapping[str, Any] | None
    CommandHandler = Callable[[CommandContext], CommandAnswer | Awaitable[CommandAnswer]]
    EventHandler = Callable[[Event, Context], EventAnswer | Awaitable[EventAnswer]]
    C = TypeVar("C", bound=CommandHandler)
    E = TypeVar("E", bound=EventHandler)


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A slash command of a module; `line` is where it was registered."""

    name: str
    description: str
    handler: Callable[..., Any]
    line: int


@dataclass(frozen=True, slots=True)
class EventSubscription:
    """A handler of an event; `line` is where it was registered."""

    event: str
    handler: Callable[..., Any]
    line: int


@dataclass(slots=True)
class Registry:
    """What one module has registered, in order."""

    commands: list[SlashCommand] = field(default_factory=list)
    subscriptions: list[EventSubscription] = field(default_factory=list)


Stray = Callable[[str, int, str], None]
"""Takes note of a handler or command that cannot be registered: the file and the line that try it, and why."""

_current: Registry | None = None
_thread = 0
_stray: Stray | None = None


def set_stray(stray: Stray) -> None:
    """Has it called wherever something is registered too late, or in another thread than the one that loads."""
    global _stray  # noqa: PLW0603  a module registers without naming where
    _stray = stray


@contextmanager
def collecting() -> Iterator[Registry]:
    """What is registered inside goes into the registry that it gives."""
    global _current, _thread  # noqa: PLW0603  a module registers without naming where
    earlier, _current = _current, Registry()
    _thread = get_ident()
    try:
        yield _current
    finally:
        _current = earlier


@overload
def command(name: str, description: str, handler: C) -> C: ...
@overload
def command(name: str, description: str = "") -> Callable[[C], C]: ...
def command(name: str, description: str = "", handler: C | None = None) -> C | Callable[[C], C]:
    """Registers a slash command, as a function or as a decorator.

    The handler gets a CommandContext, and may be a coroutine.  It answers prompt text (a string, or a mapping with
    `prompt` and `attachments`), a mapping with a `status` for the user, or None.  Raises ValueError for a name with
    spaces or none at all, and RuntimeError once the module has been loaded, or in a thread.
    """
    name = name.removeprefix("/")
    if not name or name.split() != [name]:
        raise ValueError(f"`{name}` cannot be the name of a command: use letters, digits, `-` and `_`")
    frame = sys._getframe(1)
    path, line = frame.f_code.co_filename, frame.f_lineno

    def register(handler: C) -> C:
        registered = SlashCommand(name, description, _callable(handler), line)
        _registry(f"the command `{name}`", path, line).commands.append(registered)
        return handler

    return register if handler is None else register(handler)


@overload
def on(event: str, handler: E) -> E: ...
@overload
def on(event: str) -> Callable[[E], E]: ...
def on(event: str, handler: E | None = None) -> E | Callable[[E], E]:
    """Registers a handler of an event of the catalogue, or of `context`; as a function or as a decorator.

    The handler gets an Event and a Context, and may be a coroutine.  What it returns is read as what a command hook
    prints: a mapping as its JSON object, a string as plain text, None as nothing.  One of `context` may return a
    mapping with `messages`.  Raises RuntimeError once the module has been loaded, or in a thread.
    """
    frame = sys._getframe(1)
    path, line = frame.f_code.co_filename, frame.f_lineno

    def register(handler: E) -> E:
        registered = EventSubscription(event, _callable(handler), line)
        _registry(f"the handler of `{event}`", path, line).subscriptions.append(registered)
        return handler

    return register if handler is None else register(handler)


def _registry(what: str, path: str, line: int) -> Registry:
    """That of the module that is being loaded; raises RuntimeError if there is none in this thread."""
    if _current is not None and get_ident() == _thread:
        return _current
    when = "in a thread" if _current is not None else "too late"
    if _stray is not None:
        _stray(path, line, f"{what} is registered {when}: register it at the top level of the module")
    raise RuntimeError("register commands and handlers while the module is loaded, at its top level")


def _callable(handler: Callable[..., Any]) -> Callable[..., Any]:
    if not callable(handler):
        raise TypeError(f"a handler has to be a function, not {type(handler).__name__}")
    return handler


def name_of(handler: Callable[..., Any]) -> str:
    """What a handler is called in reports."""
    return str(getattr(handler, "__name__", type(handler).__name__))
