"""Fires what is prepared for one agent or for several, and records what comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Self

from msgspec import Struct, field

from hookwright.config.workspace import Snapshot
from hookwright.engine.background import Background
from hookwright.engine.dispatch import dispatch
from hookwright.engine.events import Watch
from hookwright.engine.guard import Guard
from hookwright.engine.journal.writer import Journal, recorded
from hookwright.engine.plan import Request, is_quick, make_plan
from hookwright.engine.process import most_descriptors
from hookwright.engine.several import PreparedRequest, nothing_fired
from hookwright.engine.tool_maps.translate import dispatch_translated
from hookwright.host import Host
from hookwright.model.codes import Notice
from hookwright.model.dialect import Dialect
from hookwright.model.guards import OnGuardLost
from hookwright.model.hook import Hook
from hookwright.model.outcome import Outcome, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.engine.model import Delegate, Model
    from hookwright.engine.modules.seams import Handlers
    from hookwright.engine.tool_maps.maps import ToolMap

_DESCRIPTORS_OF_A_COMMAND = 4
_DESCRIPTORS_OF_THE_REST = 256


def commands_at_once() -> int:
    """How many commands of hooks have descriptors at the same time: 192 where a process may open 1,024 files."""
    return max(1, (most_descriptors() - _DESCRIPTORS_OF_THE_REST) // _DESCRIPTORS_OF_A_COMMAND)


def command_slots() -> asyncio.Semaphore:
    """Those of one process; the others wait in the order they came.

    What waits for a person, a model or a module needs no slot.
    """
    return asyncio.Semaphore(commands_at_once())


class _FixedHandlers(Struct, frozen=True):
    """Handlers as they are at one moment, so that a thread can plan with them while modules are loaded."""

    handlers: Handlers
    found: tuple[Hook, ...]
    sentences: tuple[Notice, ...]

    @classmethod
    def of(cls, handlers: Handlers, dialect: Dialect, event: str) -> Self:
        return cls(handlers, handlers.hooks(dialect, event), handlers.problems())

    def hooks(self, dialect: Dialect, event: str) -> tuple[Hook, ...]:
        return self.found

    def problems(self) -> tuple[Notice, ...]:
        return self.sentences

    def lost(self, hook: Hook) -> str | None:
        return self.handlers.lost(hook)

    @property
    def on_lost(self) -> OnGuardLost:
        return self.handlers.on_lost

    async def run(self, hook: Hook, stdin: bytes) -> Result:
        return await self.handlers.run(hook, stdin)


class Runner(Struct, kw_only=True):
    """What all dispatches of one agent have in common: where their hooks run, and what is remembered between them.

    `watch` makes what follows one dispatch.  `model` and `delegate` are what the agent does for hooks, None for
    nothing; `tools` are its own, in the names that hooks know.  `slots` bound the commands at the same time.
    """

    host: Host
    journal: Journal | None = None
    background: Background = field(default_factory=Background)
    guard: Guard = field(default_factory=Guard)
    model: Model | None = None
    delegate: Delegate | None = None
    tools: ToolMap | None = None
    slots: asyncio.Semaphore | None = None
    watch: Callable[[], Watch | None] = lambda: None

    async def fire(
        self,
        prepared: PreparedRequest,
        *,
        handlers: Handlers | None = None,
        dispatch_id: str | None = None,
        tools: ToolMap | None = None,
    ) -> Outcome:
        """The outcome; the first dispatch has the id, and of each call the first agent's has the handlers.

        `tools` are those of the agent that fires, if they are not those of all.

        Raises as `make_plan`, `dispatch` and `dispatch_translated` do.
        """
        ids = iter([dispatch_id])

        async def call(payload: Mapping[str, Any]) -> Outcome:
            heard = prepared.heard(payload)
            if len(heard) == 1:
                return prepared.folded([await self._run(*heard[0], handlers, next(ids, None))], payload)
            # Modules are not an agent's, so they run once.
            given = (handlers if place == 0 else None for place, _ in enumerate(heard))
            fired = (self._run(*it, own, next(ids, None)) for it, own in zip(heard, given, strict=True))
            outcomes = await asyncio.gather(*fired)
            return prepared.folded(outcomes, payload) if outcomes else nothing_fired(request, dispatch_id)

        request = prepared.request
        return await dispatch_translated(tools or self.tools, request.dialect, request.payload, call)

    async def _run(
        self, request: Request, snapshot: Snapshot, handlers: Handlers | None, dispatch_id: str | None
    ) -> Outcome:
        row = request.dialect.event(request.event)
        fixed = None if handlers is None or row is None else _FixedHandlers.of(handlers, request.dialect, row.name)
        if is_quick(request, snapshot):
            plan = make_plan(request, snapshot, handlers=fixed, dispatch_id=dispatch_id)
        else:
            # Patterns may take half a second for an event; other clients are served meanwhile.
            plan = await asyncio.to_thread(make_plan, request, snapshot, handlers=fixed, dispatch_id=dispatch_id)
        dispatched = dispatch(
            plan,
            self.host,
            watch=self.watch(),
            background=self.background,
            model=self.model,
            delegate=self.delegate,
            slots=self.slots,
            guard=self.guard,
        )
        return await recorded(dispatched, plan, self.journal)
