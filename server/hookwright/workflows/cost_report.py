"""Which hooks slow their agents down, by how much, and what helps."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from hookwright.config.workspace import Snapshot
from hookwright.engine.journal.costs import Cost, costs
from hookwright.engine.journal.place import journal_path
from hookwright.engine.journal.statistics import HookKey, key_of
from hookwright.errors import UnreadableInput
from hookwright.host import Host
from hookwright.model.hook import Hook
from hookwright.model.outcome import identity
from hookwright.patterns import late_pattern
from hookwright.wording.phrases import milliseconds, seconds_words
from hookwright.workflows.checks import Check, State

_FEW = 5
_LONG_RUN, _LONG_SESSION = 1.0, 10.0
_MOST = 20
_LONGEST = 80
_FETCHES = late_pattern(r"\b(?:npx|npm exec|bunx|pnpm dlx|yarn dlx|uvx|pipx run)\b")
_UV = late_pattern(r"\buv run\b")
_STARTS = late_pattern(r"\b(?:python3?|node|tsx|ts-node|deno|bun)\b")
_SHORT_START = 0.25


class CostJson(TypedDict):
    """What a hook costs; `helps` is empty if nothing is known to."""

    source: str
    pointer: str
    dialect: str
    event: str
    command: str
    runs: int
    p50Ms: float
    p95Ms: float
    secondsPerSession: float
    helps: str


def costs_of(snapshots: Sequence[Snapshot], project: str, host: Host) -> tuple[CostJson, ...]:
    """The hooks that have run often enough to tell, the most expensive first."""
    try:
        known = costs(journal_path(host), project)
    except UnreadableInput:
        return ()
    found = [it for one in snapshots for it in _of(one, known, project)]
    return tuple(sorted(found, key=lambda it: -it["secondsPerSession"])[:_MOST])


def _of(snapshot: Snapshot, known: Mapping[HookKey, Cost], project: str) -> Iterator[CostJson]:
    for hook in snapshot.hooks:
        named = identity(hook)
        cost = known.get(key_of(named))
        if cost is not None and cost.runs >= _FEW:
            yield {
                "source": hook.source,
                "pointer": named.pointer,
                "dialect": snapshot.dialect.id,
                "event": hook.event,
                "command": named.command,
                "runs": cost.runs,
                "p50Ms": milliseconds(cost.p50),
                "p95Ms": milliseconds(cost.p95),
                "secondsPerSession": round(cost.per_session, 3),
                "helps": _helps(hook, cost, project),
            }


def cost_checks(found: Sequence[CostJson]) -> Iterator[Check]:
    """Each hook that slows its agent down is a note; the others are fine."""
    for it in found:
        p50, p95, session = it["p50Ms"] / 1000, it["p95Ms"] / 1000, it["secondsPerSession"]
        slow = p95 >= _LONG_RUN or session >= _LONG_SESSION
        says = f"{seconds_words(session)} a session; half of {it['runs']} runs take up to {seconds_words(p50)}, "
        says += f"and 95 % up to {seconds_words(p95)}"
        command = " ".join(it["command"].split())
        named = f"{it['event']}: {command if len(command) <= _LONGEST else command[: _LONGEST - 1] + '…'}"
        state, helps = (State.NOTE, it["helps"]) if slow else (State.OK, None)
        yield Check("Cost of hooks", named, state, says, helps)


def _helps(hook: Hook, cost: Cost, project: str) -> str:
    """What makes the hook faster, by how its command begins."""
    if _FETCHES.search(hook.body):
        return "install the package, and run its program directly"
    if _UV.search(hook.body) and not os.path.isfile(os.path.join(project, "uv.lock")):
        return "add a lock (`uv lock`), or run the script with `python3`: `uv run` looks up its packages every time"
    if _STARTS.search(hook.body) and cost.p50 <= _SHORT_START:
        return "most of this time is the start of the interpreter; name fewer tools in the matcher"
    return "make it do less, or run it in the background if the agent can"
