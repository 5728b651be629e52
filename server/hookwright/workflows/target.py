"""Which hooks a place in a file refers to: one hook, a group or an event."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.errors import UsageError
from hookwright.model.event import EventRow
from hookwright.model.hook import Hook
from hookwright.syntax.cursor import at as cursor_at
from hookwright.syntax.tree import route_of_pointer
from hookwright.text import Route, to_pointer


class SeveralEvents(UsageError):
    """A place has hooks of several events; `pointers` are the places of each (RFC 6901)."""

    def __init__(self, place: str, pointers: Sequence[str]) -> None:
        self.pointers = tuple(pointers)
        super().__init__(f"There are hooks of several events at {place}", f"point at one of {self.choices}")

    @property
    def choices(self) -> str:
        """The pointers in a sentence."""
        return ", ".join(f"`{it}`" for it in self.pointers)


class Target(Struct, frozen=True):
    """Hooks of one event of a file, in file order."""

    file: HookFile
    row: EventRow
    hooks: tuple[Hook, ...]

    @property
    def matcher(self) -> Any:  # noqa: ANN401
        """The matcher of the first hook, which a payload should match."""
        return self.hooks[0].matcher

    @property
    def pointer(self) -> str:
        """The JSON pointer of the first hook (RFC 6901)."""
        return to_pointer(self.hooks[0].route)


def target_at(file: HookFile, at: str | int) -> Target:
    """The hooks at a JSON pointer or at an offset: those below it, or else the nearest around it.

    Raises UsageError if none of them can be run, with the reasons; SeveralEvents if they belong to several events.
    """
    route = _route(file, at)
    hooks, left_out = runnable_hooks(file)
    found = _around(hooks, route, len(file.base_of(route)))
    if not found:
        raise UsageError(
            f"There is no hook that can be fired at {_named(at, route)}",
            "; ".join(left_out) or "point at a hook, a group or an event that has one",
        )
    events = tuple(dict.fromkeys(it.event for it in found))
    row = file.dialect.event(events[0])
    if len(events) > 1 or row is None:
        below = len(_shared_route(found)) + 1
        raise SeveralEvents(_named(at, route), tuple(dict.fromkeys(to_pointer(it.route[:below]) for it in found)))
    return Target(file, row, found)


def pointer_of_event(file: HookFile, event: str) -> str | None:
    """The JSON pointer of the innermost place that contains all hooks of the event; None if it has none here."""
    found = tuple(it for it in runnable_hooks(file)[0] if it.event == file.dialect.own_event(event))
    return shared_pointer(found) if found else None


def shared_pointer(hooks: Sequence[Hook]) -> str:
    """The JSON pointer of the innermost place that contains all of the hooks (RFC 6901)."""
    return to_pointer(_shared_route(hooks))


def offset_of_line(file: HookFile, line: int) -> int:
    """The offset of the first character of a line (from 0) that is not blank."""
    text = file.tree.lines.line_text(line)
    return file.tree.lines.line_start(line) + len(text) - len(text.lstrip())


def _route(file: HookFile, at: str | int) -> Route:
    if isinstance(at, int):
        position = file.tree.lines.position(at)
        return cursor_at(file.tree, max(at, offset_of_line(file, position.line))).route
    route = route_of_pointer(file.tree, at)
    if route is None:
        raise UsageError(
            f"`{at}` points at nothing in {file.path}", "write a JSON pointer such as `/hooks/PreToolUse/0`"
        )
    return route


def _shared_route(hooks: Sequence[Hook]) -> Route:
    columns = zip(*(it.route for it in hooks), strict=False)
    return tuple(it[0] for it in takewhile(lambda column: len(set(column)) == 1, columns))


def _around(hooks: tuple[Hook, ...], route: Route, least: int) -> tuple[Hook, ...]:
    """The hooks at or below the route, the one that contains it, or those of the nearest ancestor that has any."""
    while True:
        found = tuple(it for it in hooks if it.route[: len(route)] == route or route[: len(it.route)] == it.route)
        if found or len(route) <= least + 1:
            return found
        route = route[:-1]


def _named(at: str | int, route: Route) -> str:
    return f"`{at if isinstance(at, str) else to_pointer(route)}`" if at or route else "this place"
