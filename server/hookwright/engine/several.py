"""One event for the hooks of several agents' files: each gets it in its agent's words, and the strictest decides."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from hookwright.config.discover import hook_paths
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.facade import HookService
from hookwright.engine.hooks import Hooks, Json
from hookwright.engine.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.outcome import Folded, Outcome
from hookwright.model.reaction import Decision
from hookwright.paths import absolute
from hookwright.policies.strength import join_texts


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
        host = Host.real() if home is None else replace(Host.real(), home=home)
        tables = [by_id(it) for it in dialects] if dialects else _with_files(project, host)
        services = [await HookService.open(project, session, dialect=it.id, home=host.home, **options) for it in tables]
        for index, service in enumerate(services):
            service.leave_out(tables[:index])
        return cls(services)

    async def close(self, seconds: float = 5.0) -> None:
        """Waits that long for hooks that run behind their answers (B6), and kills the rest."""
        await asyncio.gather(*(it.close(seconds) for it in self._services))

    async def is_hooks_available(self) -> bool:
        """Whether any hook is configured and switched on."""
        return any([await it.is_hooks_available() for it in self._services])

    async def _fire(self, event: str, payload: Json) -> Outcome:
        row = self.dialect.event(event)
        heard = [it for it in self._services if row is not None and _hears(it.dialect, row, payload, self.dialect)]
        outcomes = await asyncio.gather(
            *(it.dispatch(event, in_words_of(it.dialect, payload, self.dialect)) for it in heard)
        )
        return _folded(event, self.dialect, outcomes, payload)


def in_words_of(new: Dialect, payload: Json, old: Dialect) -> dict[str, Any]:
    """A payload of one agent as another one would send it: the tool's name, its input and its response."""
    if new is old:
        return dict(payload)
    spoken = {key: value for key, value in payload.items() if key != "hook_event_name"}
    name = payload.get("tool_name")
    tool = _tool_name(new, name) if isinstance(name, str) else None
    if tool is not None:
        spoken["tool_name"] = tool
    key = old.tool_fields.input_in(payload)
    if isinstance(given := spoken.pop(key, None), Mapping):
        spoken[new.tool_fields.inputs[0]] = _input_in_words_of(new, tool or "", given, old)
    response = next((it for it in old.tool_fields.responses if it in spoken), None)
    if response is not None and response not in new.tool_fields.responses:
        spoken[new.tool_fields.responses[0]] = spoken.pop(response)
    return spoken


def _with_files(project: str, host: Host) -> list[Dialect]:
    """The agents that have a file there which no agent before them reads; the first of all where there is none."""
    found: list[Dialect] = []
    taken: set[str] = set()
    for dialect in DIALECTS:
        there = {it for _, it in hook_paths(dialect, project, host.home, host.environ) if os.path.isfile(it)}
        if there - taken:
            found.append(dialect)
        taken |= there
    return found or [DIALECTS[0]]


def _hears(dialect: Dialect, row: EventRow, payload: Json, speaker: Dialect) -> bool:
    """Whether an agent has the event; one that has an event for each kind of tool is not asked about them all."""
    own = dialect.event(dialect.own_event(row.name) or "")
    if own is None or row.subject is not MatchSubject.TOOL or own.subject is MatchSubject.TOOL:
        return own is not None
    given = payload.get(speaker.tool_fields.input_in(payload))
    keys = speaker.command_keys if own.subject is MatchSubject.COMMAND else speaker.path_keys
    known = own.subject in (MatchSubject.COMMAND, MatchSubject.PATH)
    return known and isinstance(given, Mapping) and any(key in given for key in keys)


def _tool_name(dialect: Dialect, name: str) -> str:
    return name if dialect.tool(name) is not None else dialect.tool_equivalents.get(name, name)


def _input_in_words_of(new: Dialect, tool: str, given: Mapping[str, Any], old: Dialect) -> dict[str, Any]:
    """A tool's input with its path and its command under the keys that the other agent's tool has for them."""
    known = new.tool(tool)
    sample = known.input if known is not None else {}
    roles = ((old.path_keys, new.path_keys), (old.command_keys, new.command_keys))
    said: dict[str, Any] = {}
    for key, value in given.items():
        alike = next((theirs for ours, theirs in roles if key in ours and key not in sample), ())
        said[next((it for it in alike if it in sample), key)] = value
    return said


def _folded(event: str, dialect: Dialect, outcomes: Sequence[Outcome], payload: Json) -> Outcome:
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
    return _input_in_words_of(dialect, tool if isinstance(tool, str) else "", given, by_id(name))


def _strictness(outcome: Outcome) -> tuple[bool, int]:
    """How strict it is: a refusal most, then what is deferred or asked, then what is allowed."""
    folded = outcome.folded
    return folded.blocked or folded.decision is Decision.DENY, -1 if folded.decision is None else folded.decision.rank
