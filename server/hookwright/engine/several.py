"""One event for the hooks of several agents' files: each gets it in its agent's words, and the strictest decides."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.workspace import Snapshot
from hookwright.dialects import DIALECTS, by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.engine.hooks import Json
from hookwright.engine.plan import Request
from hookwright.errors import UnknownEvent, UsageError
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Folded, Outcome
from hookwright.model.outline import Located
from hookwright.model.reaction import Decision
from hookwright.policies.strength import join_texts
from hookwright.policies.translation import Told, input_in_words_of, told
from hookwright.readers.search import hook_paths, managed_paths

ALL: Literal["all"] = "all"
"""Every agent that has files in the project, in place of the ids of dialects."""


class PreparedRequest(Struct, frozen=True):
    """An event with what applies to it, for one agent or for several; `request` is in the words of the one that fires.

    The `snapshots` are those of the `dialects`; a file that several read is the first's only.  Of an event that is
    `joint`, the outcome has parts, which say whose hooks said what.
    """

    request: Request
    dialects: tuple[Dialect, ...]
    snapshots: tuple[Snapshot, ...]
    joint: bool = False

    @classmethod
    def alone(cls, request: Request, snapshot: Snapshot) -> Self:
        """What the agent that fires is asked by itself."""
        return cls(request, (request.dialect,), (snapshot,))

    @classmethod
    def of(cls, request: Request, dialects: Sequence[Dialect], load: Callable[[Dialect], Snapshot], host: Host) -> Self:
        """What the agents of these dialects are asked together, whose files `load` reads."""
        taken: set[str] = set()
        found = []
        for dialect in dialects:
            snapshot = load(dialect)
            found.append(replace(snapshot, hooks=tuple(it for it in snapshot.hooks if it.source not in taken)))
            taken |= {path for _, path in hook_paths(dialect, request.project_dir, host)}
            # Files of plugins and settings that a request names are in no place of their own.
            taken |= {it.source for it in snapshot.hooks}
        return cls(request, tuple(dialects), tuple(found), joint=True)

    @property
    def is_known(self) -> bool:
        """Whether a dialect that is asked has the event, or none at all has it, which is for the plan to say."""
        event = self.request.event
        return any(it.own_event(event) for it in self.dialects) or not any(event in it.events for it in OUTLINES)

    def heard(self, payload: Json | None = None) -> list[tuple[Request, Snapshot]]:
        """What each agent that has the event is asked, in its words, with the request's own payload or another.

        Raises UnknownEvent if several are asked and no dialect has it.
        """
        request = self.request
        if payload is not None and payload is not request.payload:
            request = replace(request, payload=payload)
        if not self.joint:
            return [(request, self.snapshots[0])]
        fired = self._fired(request)
        return [(replace(request, dialect=of, event=it.event, payload=it.payload), files) for of, files, it in fired]

    def folded(self, outcomes: Sequence[Outcome], payload: Json | None = None) -> Outcome:
        """What they came to as one; there has to be one of them at least."""
        given = self.request.payload if payload is None else payload
        return _folded(self.request, outcomes, given) if self.joint else outcomes[0]

    def _fired(self, request: Request) -> Iterator[tuple[Dialect, Snapshot, Told]]:
        speaker, event = request.dialect, request.event
        if not any(it.own_event(event) for it in chain((speaker, *self.dialects), DIALECTS)):
            raise UnknownEvent(event, speaker.title, [it.name for it in speaker.events])
        known = ((it, it.own_event(event)) for it in (speaker, *self.dialects))
        row = next((it.event(name) for it, name in known if name is not None), None)
        for dialect, snapshot in zip(self.dialects, self.snapshots, strict=True):
            for fired in told(dialect, speaker, row, request.payload) if row is not None else ():
                yield dialect, snapshot, fired


def nothing_fired(request: Request, dispatch_id: str | None = None) -> Outcome:
    """The outcome where no agent that is asked has the event."""
    return Outcome(dispatch_id=dispatch_id or os.urandom(16).hex(), event=request.event, dialect=request.dialect.id)


def chosen(named: Sequence[str] | Literal["all"], speaker: Dialect | None, project: str, host: Host) -> list[Dialect]:
    """The dialects of these ids; for `all`, that of the speaker and each that has files in the project.

    Raises UnknownDialect, and UsageError if there are none.
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
    others = (it for it in OUTLINES if speaker is None or it.id != speaker.id)
    asked: list[Located] = [*others] if speaker is None else [speaker, *others]
    for dialect in asked:
        places = (*hook_paths(dialect, project, host), *managed_paths(dialect, host))
        there = {it for _, it in places if os.path.isfile(it)}
        if there - taken or dialect is speaker:
            found.append(by_id(dialect.id))
        taken |= there
    return found or [DIALECTS[0]]


def _folded(request: Request, outcomes: Sequence[Outcome], payload: Json) -> Outcome:
    """One outcome in the words of who fired: what the strictest said, and whose `parts` they are."""
    strictest = max(outcomes, key=_strictness)
    said = strictest.folded
    refused = said.blocked or said.decision is Decision.DENY
    stopping = next((it.folded for it in outcomes if it.folded.stop_agent), Folded())
    return replace(
        outcomes[0],
        event=request.event,
        dialect=request.dialect.id,
        folded=replace(
            said,
            updated_input=None if refused else _changed(request.dialect, outcomes, payload),
            updated_result=_last(it.folded.updated_result for it in outcomes),
            updated_prompt=None if refused else _last(it.folded.updated_prompt for it in outcomes),
            additional_context=join_texts(dict.fromkeys(it.folded.additional_context for it in outcomes)),
            must_continue=any(it.folded.must_continue for it in outcomes),
            stop_agent=stopping.stop_agent,
            stop_reason=stopping.stop_reason,
        ),
        messages=tuple(dict.fromkeys(message for it in outcomes for message in it.messages)),
        degraded=tuple(dict.fromkeys(one for it in outcomes for one in it.degraded)),
        runs=tuple(run for it in outcomes for run in it.runs),
        duplicate=all(it.duplicate for it in outcomes),
        parts=tuple(outcomes),
    )


def _last(given: Iterable[Any]) -> Any:  # noqa: ANN401  any JSON
    """What the last agent puts in the place of a result or a prompt, as its hooks have it."""
    return next((it for it in reversed(list(given)) if it is not None), None)


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
