"""Handlers that a Python agent registers itself: they run in its own process, without a host (E2)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from msgspec.json import decode

from hookwright.engine.modules.answers import Answer, handler_result
from hookwright.engine.modules.catalogue import event_names, fires_on, handler_hook, nearest_event
from hookwright.engine.modules.requests import Requests, state_of
from hookwright.engine.modules.seams import CONTEXT, Client, Handlers, SessionState
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.codes import Notice
from hookwright.model.dialect import Dialect
from hookwright.model.guards import OnGuardLost
from hookwright.model.hook import Hook, Scope
from hookwright.model.outcome import Result
from hookwright.modules.context import NO_REASON, Context, Event, HostError, Refuse, text_of

Handler = Callable[[Event, Context], Any]

_SECONDS = 10.0


class LocalHandlers:
    """Handlers in this process, in the order in which they were registered, behind all other hooks.

    One that awaits is cancelled after ten seconds; one that does not holds up the process for as long as it takes.
    """

    def __init__(
        self,
        host: Host,
        session: SessionState,
        client: Client | None,
        on_lost: OnGuardLost = OnGuardLost.DENY,
    ) -> None:
        self.on_lost = on_lost
        self._host = host
        self._session = session
        self._client = client
        self._registered: list[tuple[str, Handler]] = []
        self._hooks: dict[tuple[str, str], tuple[Hook, ...]] = {}

    def add(self, event: str, handler: Handler) -> None:
        """Registers a handler; raises UsageError for an event that no dialect has."""
        if event not in event_names() or event == CONTEXT:
            why = "only modules and sessions have it" if event == CONTEXT else nearest_event(event)
            raise UsageError(f"`{event}` is not an event that a handler can be registered for here", why)
        self._registered.append((event, handler))
        self._hooks.clear()

    def hooks(self, dialect: Dialect, event: str) -> tuple[Hook, ...]:
        """The handlers of that event as hooks of the type `module`."""
        key = (dialect.id, event)
        if key not in self._hooks:
            numbered = enumerate(self._registered)
            self._hooks[key] = tuple(
                handler_hook(Scope.OVERRIDE, _file(handler), event, name, index, _name(handler), _SECONDS)
                for index, (name, handler) in numbered
                if fires_on(dialect, name, event)
            )
        return self._hooks[key]

    def problems(self) -> tuple[Notice, ...]:
        """None: what is wrong is raised where a handler is registered."""
        return ()

    def lost(self, hook: Hook) -> str | None:
        """None: a handler is there for as long as this process is."""
        return None

    async def run(self, hook: Hook, stdin: bytes) -> Result:
        """What the handler returns, as the stdout of a command that succeeded, or why it failed."""
        started_at, begin = datetime.now(UTC), perf_counter()
        _, handler = self._registered[int(hook.route[2])]
        link = LocalLink(Requests(self._host, self._session, self._client, hook.source))
        context = Context(link, state_of(self._session, self._client))
        answer = await _called(handler, Event(decode(stdin)), context)
        return handler_result(answer, hook.source, started_at, perf_counter() - begin)


class LocalLink:
    """The way from a handler in this process to the session and the client."""

    __slots__ = ("_requests",)

    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def ask(self, method: str, params: Mapping[str, Any]) -> Awaitable[Any]:
        """The answer to a request."""
        return self._requests(method, params)

    def ask_now(self, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401  as modules have it
        """The same, for what needs no waiting."""
        found = self._requests.at_once(method)
        if found is None:
            raise HostError("a handler in the agent's own process cannot wait for that: use `available_models`")
        return found


class AllHandlers:
    """Handlers of several kinds as one."""

    def __init__(self, parts: Sequence[Handlers]) -> None:
        self._parts = parts

    def hooks(self, dialect: Dialect, event: str) -> tuple[Hook, ...]:
        """Those of the first, then those of the others."""
        return tuple(hook for it in self._parts for hook in it.hooks(dialect, event))

    def problems(self) -> tuple[Notice, ...]:
        """Those of all."""
        return tuple(text for it in self._parts for text in it.problems())

    def lost(self, hook: Hook) -> str | None:
        """What the part says whose hook it is."""
        return self._part(hook).lost(hook)

    @property
    def on_lost(self) -> OnGuardLost:
        """The same for all parts."""
        return self._parts[0].on_lost

    async def run(self, hook: Hook, stdin: bytes) -> Result:
        """Has the part run it whose hook it is: handlers in this process are the last part."""
        return await self._part(hook).run(hook, stdin)

    def _part(self, hook: Hook) -> Handlers:
        return self._parts[-1 if hook.scope is Scope.OVERRIDE else 0]


async def _called(handler: Handler, event: Event, context: Context) -> Answer:
    """What it returned, or what went wrong."""
    try:
        returned = handler(event, context)
        if isinstance(returned, Awaitable):
            return await _in_time(returned)
    except Refuse as refusal:
        return Answer(error=text_of(refusal) or NO_REASON, refused=True)
    except Exception as error:  # noqa: BLE001  it is the handler's own fault
        return Answer(error=f"{type(error).__name__}: {text_of(error)}")
    return Answer(returned)


async def _in_time(answer: Awaitable[Any]) -> Answer:
    limit = asyncio.timeout(_SECONDS)
    try:
        async with limit:
            return Answer(await answer)
    except TimeoutError:
        if limit.expired():
            return Answer(error=f"took longer than {_SECONDS:g} s; correct the handler", timed_out=True)
        raise


def _file(handler: Handler) -> str:
    code = getattr(handler, "__code__", None)
    return code.co_filename if code is not None else "<python>"


def _name(handler: Handler) -> str:
    return str(getattr(handler, "__name__", type(handler).__name__))
