"""One event for the hooks of several agents' files: each gets it in its agent's words, and the strictest decides."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from hookwright.config.discover import hook_paths, managed_paths
from hookwright.config.workspace import Snapshot
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.facade import HookService
from hookwright.engine.hooks import Hooks, Json
from hookwright.engine.plan import Request
from hookwright.errors import UnknownEvent, UsageError
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Folded, Outcome
from hookwright.model.reaction import Decision
from hookwright.paths import absolute
from hookwright.policies.strength import join_texts
from hookwright.policies.translation import input_in_words_of, told

ALL: Literal["all"] = "all"
"""Every agent that has files in the project, in place of the ids of dialects."""


class SeveralDialects(Hooks):
    """The hooks that a project has for several agents, in one session (A16); no method raises because of a hook.

    Events, payloads and changed inputs are in the words of `dialect`; each agent's hooks get the event's name, the
    tool's name and the keys of its input as their agent has them.  What one refuses is refused, else what one asks
    about is asked; then what one allows is allowed.  The `parts` of an outcome say which agent's hooks said what.  A
    file that several agents read runs for the first of them only.
    """

    def __init__(self, services: Sequence[HookService]) -> None:
        self._services = tuple(services)
        self.dialect = self._services[0].dialect
        self.project_dir = self._services[0].project_dir
        self.session_id = self._services[0].session_id

    @classmethod
    async def open(
        cls,
        project_dir: str = ".",
        session_id: str | None = None,
        *,
        dialects: Sequence[str] | None = None,
        home: str | None = None,
        **options: Any,  # noqa: ANN401  those of HookService.open
    ) -> Self:
        """The service for a project folder; without `dialects` for every agent that has files there.

        The agent speaks the first of them.  Raises UnknownDialect; the other options are those of `HookService.open`.
        """
        session, project = session_id or os.urandom(16).hex(), absolute(project_dir)
        host = Host.real(home)
        tables = chosen(dialects or ALL, None, project, host)
        # Modules are not an agent's: they run once, in the words that the agent speaks.
        parts = ({**options, "modules": False} if index else options for index, _ in enumerate(tables))
        services = [
            await HookService.open(project, session, dialect=it.id, home=host.home, **part)
            for it, part in zip(tables, parts, strict=True)
        ]
        for index, service in enumerate(services):
            service.leave_out(tables[:index])
        return cls(services)

    async def close(self, seconds: float = 5.0) -> None:
        """Waits that long for hooks that run behind their answers (B6), and kills the rest."""
        await asyncio.gather(*(it.close(seconds) for it in self._services))

    async def is_hooks_available(self) -> bool:
        """Whether any hook is configured and switched on."""
        return any([await it.is_hooks_available() for it in self._services])

    async def dispatch(self, event: str, payload: Json | None = None) -> Outcome:
        """Fires an event that any of the agents has, under the name of any dialect."""
        return await self._fire(self.dialect.own_event(event) or event, dict(payload or {}))

    async def _fire(self, event: str, payload: Json) -> Outcome:
        heard = _heard(self.dialect, [it.dialect for it in self._services], event, payload)
        outcomes = await asyncio.gather(*(self._services[it].dispatch(own, words) for it, own, words in heard))
        return folded(event, self.dialect, outcomes, payload)


@dataclass(frozen=True, slots=True)
class Asked:
    """An event for several agents: `request` is in the words of the one that fires it.

    The `snapshots` are what applies to each of the `dialects`; a file that several read is the first's only.
    """

    request: Request
    dialects: tuple[Dialect, ...]
    snapshots: tuple[Snapshot, ...]

    @classmethod
    def of(cls, request: Request, dialects: Sequence[Dialect], load: Callable[[Dialect], Snapshot], host: Host) -> Self:
        """What is asked of these dialects, whose files `load` reads."""
        taken: set[str] = set()
        found = []
        for dialect in dialects:
            snapshot = load(dialect)
            found.append(replace(snapshot, hooks=tuple(it for it in snapshot.hooks if it.source not in taken)))
            taken |= {path for _, path in hook_paths(dialect, request.project_dir, host)}
            # Files of plugins and settings that a request names are in no place of their own.
            taken |= {it.source for it in snapshot.hooks}
        return cls(request, tuple(dialects), tuple(found))

    def heard(self, payload: Json) -> list[tuple[Request, Snapshot]]:
        """What each agent that has the event is asked, in its words; raises UnknownEvent where no dialect has it."""
        dialect, event = self.request.dialect, self.request.event
        if not any(it.own_event(event) for it in DIALECTS):
            raise UnknownEvent(event, dialect.title, [it.name for it in dialect.events])
        heard = _heard(dialect, self.dialects, event, payload)
        return [
            (replace(self.request, dialect=self.dialects[it], event=own, payload=words), self.snapshots[it])
            for it, own, words in heard
        ]

    def folded(self, outcomes: Sequence[Outcome], payload: Json | None = None) -> Outcome:
        """What they came to as one."""
        given = self.request.payload if payload is None else payload
        return folded(self.request.event, self.request.dialect, outcomes, given)


def chosen(named: Sequence[str] | Literal["all"], speaker: Dialect | None, project: str, host: Host) -> list[Dialect]:
    """The dialects of these ids; for `all`, that of the speaker and each that has files in the project.

    Raises UnknownDialect, and UsageError where there are none.
    """
    if named == ALL:
        return _with_files(speaker, project, host)
    if not named:
        raise UsageError("`dialects` is empty", 'name some, or give "all"')
    return [by_id(it) for it in dict.fromkeys(named)]


def _with_files(speaker: Dialect | None, project: str, host: Host) -> list[Dialect]:
    """The speaker, and the agents that have a file there which none before them reads; else the first of all."""
    found: list[Dialect] = []
    taken: set[str] = set()
    for dialect in dict.fromkeys(it for it in (speaker, *DIALECTS) if it is not None):
        places = (*hook_paths(dialect, project, host), *managed_paths(dialect, host))
        there = {it for _, it in places if os.path.isfile(it)}
        if there - taken or dialect is speaker:
            found.append(dialect)
        taken |= there
    return found or [DIALECTS[0]]


def _heard(
    speaker: Dialect, dialects: Sequence[Dialect], event: str, payload: Json
) -> list[tuple[int, str, dict[str, Any]]]:
    """What each of the dialects fires: its place, the event's name there, and the payload in its words."""
    known = ((it, it.own_event(event)) for it in (speaker, *dialects))
    row = next((it.event(name) for it, name in known if name is not None), None)
    if row is None:
        return []
    each = ((place, fired) for place, it in enumerate(dialects) for fired in told(it, speaker, row, payload))
    return [(place, fired.event, fired.payload) for place, fired in each]


def folded(event: str, dialect: Dialect, outcomes: Sequence[Outcome], payload: Json) -> Outcome:
    """One outcome in the words of a dialect: what the strictest said, and whose `parts` they are."""
    if not outcomes:
        return Outcome(dispatch_id=os.urandom(16).hex(), event=event, dialect=dialect.id)
    strictest = max(outcomes, key=_strictness)
    said = strictest.folded
    refused = said.blocked or said.decision is Decision.DENY
    stopping = next((it.folded for it in outcomes if it.folded.stop_agent), Folded())
    return replace(
        outcomes[0],
        event=event,
        dialect=dialect.id,
        folded=replace(
            said,
            updated_input=None if refused else _changed(dialect, outcomes, payload),
            additional_context=join_texts(dict.fromkeys(it.folded.additional_context for it in outcomes)),
            must_continue=any(it.folded.must_continue for it in outcomes),
            stop_agent=stopping.stop_agent,
            stop_reason=stopping.stop_reason,
        ),
        messages=tuple(dict.fromkeys(message for it in outcomes for message in it.messages)),
        runs=tuple(run for it in outcomes for run in it.runs),
        duplicate=all(it.duplicate for it in outcomes),
        parts=tuple(outcomes),
    )


def _changed(dialect: Dialect, outcomes: Sequence[Outcome], payload: Json) -> dict[str, Any] | None:
    """The changed input of the last agent that changes it, in the words of the one that asked."""
    changed = [(it.dialect, it.folded.updated_input) for it in outcomes if it.folded.updated_input is not None]
    if not changed:
        return None
    name, given = changed[-1]
    tool = payload.get("tool_name")
    assert given is not None
    return input_in_words_of(dialect, tool if isinstance(tool, str) else "", given, by_id(name))


def _strictness(outcome: Outcome) -> tuple[bool, int, bool, bool]:
    """How strict it is: a refusal most, then what is deferred or asked, then what is allowed; a reason counts last."""
    said = outcome.folded
    refused, rank = said.blocked or said.decision is Decision.DENY, -1 if said.decision is None else said.decision.rank
    return refused, rank, said.must_continue, said.reason is not None
