"""What is known of one session: its hooks, the tool calls under way, and what is still to be said to the agent."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from msgspec import Struct, field

from hookwright.acp.permits import Asked, Permits
from hookwright.acp.tools import Tool, terminals_of_call, tool_of_call, with_update
from hookwright.acp.wire import key_of
from hookwright.engine.facade import HookService
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Audience, Decision, Level

T = TypeVar("T")

_MOST_CALLS = 1000
"""Tool calls that are followed at a time; the oldest is forgotten first."""
_MOST_NOTES = 100
_GOODBYE_SECONDS = 5.0
_BLOCKED = "a hook refused it"
_STRICTNESS = (Decision.ALLOW, None, Decision.ASK, Decision.DEFER, Decision.DENY)


class Interrupted(Exception):
    """The client or the agent has taken back what hooks were asked about."""


class Call(Struct):
    """A tool call of the agent, with all that its updates have said.

    `admitted` is what the hooks have let pass, and `asked` the last request for permission.
    """

    id: str
    fields: dict[str, Any] = field(default_factory=dict)
    admitted: Tool | None = None
    asked: Asked | None = None
    refused: bool = False
    judged: bool = False

    @property
    def tool(self) -> Tool:
        return tool_of_call(self.fields)


class Terminal(Struct):
    """A terminal of the client that belongs to no tool call: the tool use that it is, and the result."""

    use: str
    tool: Tool
    output: str = ""
    status: dict[str, Any] = field(default_factory=dict)

    def learn(self, result: object) -> None:
        """Takes in what the client answers to `terminal/output` and `terminal/wait_for_exit`."""
        if not isinstance(result, Mapping):
            return
        if isinstance(result.get("output"), str):
            self.output = result["output"]
            result = result.get("exitStatus") or {}
        self.status |= {it: result[it] for it in ("exitCode", "signal") if it in result}


class Verdict(Struct, frozen=True):
    """What hooks say before a tool runs; `changed` is its whole input where they change it."""

    decision: Decision | None
    reason: str | None
    changed: Mapping[str, Any] | None

    def and_then(self, other: Verdict) -> Verdict:
        """Both as one: the stricter decision, where none is stricter than to allow, and the first change."""
        stricter = max(self, other, key=lambda it: _STRICTNESS.index(it.decision))
        return Verdict(stricter.decision, stricter.reason, other.changed if self.changed is None else self.changed)


class Turn(Struct):
    """A prompt of the client that the agent works on; `rounds` counts how often a hook has had it go on."""

    number: object
    asked_as: object
    rounds: int = 0
    cancelled: bool = False


class Session:
    """A conversation between client and agent; `tell` shows the user a text, `stop` has the agent stop.

    The user is shown the `greeting` first.
    """

    def __init__(
        self,
        number: str,
        folder: str,
        hooks: HookService,
        tell: Callable[[str], Awaitable[None]],
        stop: Callable[[], Awaitable[None]],
        greeting: str | None = None,
    ) -> None:
        self.id = number
        self.folder = folder
        self.permits = Permits(folder)
        self.hooks = hooks
        self.tell = tell
        self._stop = stop
        self._greeting = greeting
        self.turn: Turn | None = None
        self.held: list[bytes] | None = None
        """What the client has sent while hooks judge its prompt, for the agent to get behind that."""
        self.notes: list[str] = []
        """What the agent reads with the next prompt."""
        self.objections: list[str] = []
        """What the agent has to react to before its turn may end."""
        self.calls: dict[str, Call] = {}
        self.terminals: dict[str, Terminal] = {}
        """Those that belong to no tool call."""
        self.is_live = False
        """Whether the agent has opened it; until then it tells of the past."""
        self.started = asyncio.Event()
        """The hooks have been told of the session."""
        self._numbers = itertools.count(1)
        self._judging: dict[str, asyncio.Task[Any]] = {}
        self._behind: set[asyncio.Task[None]] = set()

    async def judged(self, key: str, asking: Coroutine[Any, Any, T]) -> T:
        """Asks hooks about the request with this key; raises Interrupted if it is taken back meanwhile."""
        task = asyncio.ensure_future(asking)
        self._judging[key] = task
        try:
            return await task
        except asyncio.CancelledError:
            own = asyncio.current_task()
            if own is not None and own.cancelling():
                raise
            raise Interrupted from None
        finally:
            del self._judging[key]

    def interrupt(self, key: str | None = None) -> bool:
        """Takes back what hooks are asked about, or the one request; says whether there was any."""
        found = [task for it, task in self._judging.items() if key in (None, it)]
        for task in found:
            task.cancel()
        return bool(found)

    def behind(self, doing: Coroutine[Any, Any, None]) -> None:
        """Has hooks run that nothing waits for but the end of the turn."""
        task = asyncio.ensure_future(doing)
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)

    async def settle(self) -> None:
        """Waits for the hooks that run behind."""
        while self._behind:
            await asyncio.gather(*self._behind, return_exceptions=True)

    async def start(self, source: str) -> None:
        """Tells hooks that the session begins, or goes on; their context is for the first prompt."""
        try:
            if self._greeting is not None:
                await self.tell(self._greeting)
            answer = await self.hooks.on_session_start(source=source)
            self.note(answer.context)
            await self.hear(answer.outcome)
        finally:
            self.started.set()

    async def end(self) -> None:
        """Tells hooks that the session has ended; they get five seconds."""
        for it in (*self._judging.values(), *self._behind):
            it.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self.hooks.on_session_end(reason="other")
        await self.hooks.close()

    async def before(self, tool: Tool, use: str) -> Verdict:
        """What the hooks say before the tool runs."""
        answer = await self.hooks.on_pre_tool_use(tool.name, use, tool.input)
        decision = Decision.DENY if answer.blocked else answer.decision
        reason = answer.reason or (_BLOCKED if decision is Decision.DENY else None)
        await self.hear(answer.outcome, said=reason)
        if decision is Decision.DENY:
            await self.tell(f"{tool.name}: {reason}")
        return Verdict(decision, reason, answer.updated_input)

    async def after(self, tool: Tool, use: str, response: Any, *, failed: bool) -> None:  # noqa: ANN401  a tool's answer
        """Runs the hooks of a tool that has ended; what they object to keeps the turn going."""
        if failed:
            answer = await self.hooks.on_post_tool_use_failure(tool.name, use, tool.input, str(response))
        else:
            answer = await self.hooks.on_post_tool_use(tool.name, use, tool.input, response)
        self.note(answer.context)
        if answer.updated_result is not None:
            await self.tell(f"{tool.name}: a hook changes the result, which the agent has read already")
        if answer.reason:
            self.objections.append(answer.reason)
        await self.hear(answer.outcome, said=answer.reason)

    def note(self, text: str | None) -> None:
        """Keeps a text for the agent's next prompt, once however often it is said."""
        if text and text not in self.notes:
            self.notes.append(text)
            del self.notes[:-_MOST_NOTES]

    async def hear(self, outcome: Outcome, said: str | None = None) -> None:
        """Passes on the messages of hooks, except for what has been `said`, and stops the agent where they say so."""
        for it in outcome.messages:
            if it.text.strip() and it.text != said:
                if it.to is Audience.AGENT:
                    self.note(it.text)
                elif it.level is not Level.INFO:
                    await self.tell(it.text)
        if outcome.folded.stop_agent:
            await self.tell(outcome.folded.stop_reason or "a hook stopped the agent")
            await self._stop()

    def call(self, update: Mapping[str, Any]) -> Call:
        """The tool call, with what the update says of it."""
        number = str(update.get("toolCallId"))
        call = self.calls.setdefault(number, Call(number))
        call.fields = with_update(call.fields, update)
        if len(self.calls) > _MOST_CALLS:
            del self.calls[next(iter(self.calls))]
        return call

    def call_for(self, tool: Tool) -> Call | None:
        """The tool call under way that does this; one that hooks have let pass first."""
        does = [it for it in self.calls.values() if tool.is_covered_by(it.admitted or it.tool)]
        return next((it for it in does if it.admitted), does[0] if does else None)

    def shows(self, terminal: str) -> bool:
        """Whether a tool call under way shows the terminal."""
        return any(terminal in terminals_of_call(it.fields) for it in self.calls.values())

    def new_use(self, call: Call | None = None) -> str:
        """An id for a tool use: that of the call at first, and then ever new ones, as the guard knows each (A15)."""
        if call is not None and not call.judged:
            call.judged = True
            return call.id
        return f"{call.id if call else 'acp'}-{next(self._numbers)}"


def key_of_agent(number: object) -> str:
    """The key of a request of the agent, among what hooks judge."""
    return f"agent {key_of(number)}"
