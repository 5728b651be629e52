"""`command` and `on`: how a module says what it has, and what was said while it was loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
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


_current: Registry | None = None


@contextmanager
def collecting() -> Iterator[Registry]:
    """What is registered inside goes into the registry that it gives."""
    global _current  # noqa: PLW0603  a module registers without naming where
    earlier, _current = _current, Registry()
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
    spaces or none at all, and RuntimeError once the module has been loaded.
    """
    name = name.removeprefix("/")
    if not name or name.split() != [name]:
        raise ValueError(f"`{name}` cannot be the name of a command: use letters, digits, `-` and `_`")
    line = sys._getframe(1).f_lineno

    def register(handler: C) -> C:
        _registry().commands.append(SlashCommand(name, description, _callable(handler), line))
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
    mapping with `messages`.  Raises RuntimeError once the module has been loaded.
    """
    line = sys._getframe(1).f_lineno

    def register(handler: E) -> E:
        _registry().subscriptions.append(EventSubscription(event, _callable(handler), line))
        return handler

    return register if handler is None else register(handler)


def _registry() -> Registry:
    if _current is None:
        raise RuntimeError("register commands and handlers while the module is loaded, at its top level")
    return _current


def _callable(handler: Callable[..., Any]) -> Callable[..., Any]:
    if not callable(handler):
        raise TypeError(f"a handler has to be a function, not {type(handler).__name__}")
    return handler


def name_of(handler: Callable[..., Any]) -> str:
    """What a handler is called in reports."""
    return str(getattr(handler, "__name__", type(handler).__name__))
