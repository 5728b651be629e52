"""What a run of an agent shows of an event: whether it came, which hooks ran for it, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hookwright.config.workspace import Snapshot
from hookwright.engine.plan import Plan
from hookwright.policies.payloads import input_of, subject_of
from hookwright.proving.agents.agent import Agent, Way
from hookwright.proving.reaching import Reached
from hookwright.proving.script import Played
from hookwright.proving.sides import Effect, Expected, Side, is_told
from hookwright.proving.witness import calls_in, commands_in

_LONGEST_SHOWN = 4000
_MODEL = ("assistant", "model")
_END, _OF_SUBAGENT, _LAST = "Stop", "SubagentStop", "SessionEnd"
_AFTER = ("PostToolUse", "PostToolUseFailure")


def agent_side(
    agent: Agent, plan: Plan, reached: Reached, played: Played, expected: Expected, snapshot: Snapshot
) -> Side:
    """The agent's side of a proof; the `snapshot` has the hooks of all events."""
    told = tuple(_told(played, from_the_start=reached.call is None))
    fired = _fired(agent, plan, played, snapshot)
    # Where hooks are switched off, the one of ours that notes calls is too.
    is_seen = bool(played.requests or played.stdout) and (reached.call is None or snapshot.switched_off is None)
    return Side(
        effect=_effect(agent, plan, reached, played, told, expected, snapshot) if is_seen else None,
        fired=fired,
        told=told,
        shown=tuple(it[:_LONGEST_SHOWN] for it in (agent.shown or _printed)(played)),
        stops=_stops(agent, reached, played),
        seconds=played.seconds,
        came=_came(plan, reached, played, snapshot) or bool(fired),
    )


def _effect(
    agent: Agent,
    plan: Plan,
    reached: Reached,
    played: Played,
    told: tuple[str, ...],
    expected: Expected,
    snapshot: Snapshot,
) -> Effect | None:
    usual = plan.request.dialect.moments.get(plan.row.name, plan.row.name)
    way, signs = agent.ways[usual], agent.signs
    text = "\n".join(told)
    if usual in _AFTER:
        objects = signs.objects.search(text) is not None if signs.objects else _is_objected(expected, told)
        return Effect.BLOCKED if objects else Effect.RUNS
    if way in (Way.CALL, Way.ASKED_CALL):
        return _of_call(plan, reached, played)
    if usual in (_END, _OF_SUBAGENT):
        used = len(reached.session.turns) - played.turns_left
        goes_on = signs.goes_on.search(text) is not None if signs.goes_on else used > 1
        if goes_on and usual == _OF_SUBAGENT and any(it.event == _END for it in snapshot.hooks):
            # Both are told in the same words.
            return None
        return Effect.BLOCKED if goes_on else Effect.RUNS
    if way is Way.PROMPT and signs.halts is not None:
        return Effect.BLOCKED if signs.halts.search(played.stdout) else Effect.RUNS
    return Effect.RUNS if played.requests else Effect.BLOCKED


def _came(plan: Plan, reached: Reached, played: Played, snapshot: Snapshot) -> bool:
    """An agent that asked its model nothing has come to no event; what comes after a call needs the call."""
    usual = plan.request.dialect.moments.get(plan.row.name, plan.row.name)
    needs_call = usual in _AFTER and snapshot.switched_off is None
    return bool(played.requests) and not (needs_call and _of_call(plan, reached, played) is Effect.BLOCKED)


def _of_call(plan: Plan, reached: Reached, played: Played) -> Effect | None:
    """Whether the call was made that the model wanted, as the hook of ours noted it."""
    dialect = plan.request.dialect
    if not played.requests:
        return None
    wanted = input_of(dialect, plan.facts.payload) or {}
    names = (reached.tool, (reached.call or {}).get("name"))
    for payload in calls_in(played):
        if subject_of(dialect, plan.row, payload) in names:
            given = input_of(dialect, payload) or {}
            return Effect.RUNS if _is_same(wanted, given) else Effect.CHANGED
    return Effect.BLOCKED


def _is_same(wanted: Mapping[str, object], given: Mapping[str, object]) -> bool:
    """Agents add what they assume where nothing is said, and leave out what is empty."""
    return all(given.get(key) == it or not (it or given.get(key)) for key, it in wanted.items())


def _is_objected(expected: Expected, told: tuple[str, ...]) -> bool:
    return any(is_told(it, told) for it in expected.objections)


def _stops(agent: Agent, reached: Reached, played: Played) -> bool:
    if agent.signs.stops is not None:
        return agent.signs.stops.search(played.stdout) is not None
    # Behind a call the model is asked again, unless the turn has ended there.
    used = len(reached.session.turns) - played.turns_left
    return reached.call is not None and used == _index_of_call(reached) + 1


def _index_of_call(reached: Reached) -> int:
    return next(number for number, it in enumerate(reached.session.turns) if reached.call in it.get("tools", ()))


def _fired(agent: Agent, plan: Plan, played: Played, snapshot: Snapshot) -> tuple[str, ...] | None:
    """The commands of the plan's hooks that ran; None if one that ran is that of another event's hook, too."""
    bodies = {it.hook.body for it in plan.steps} | {hook.body for hook, _ in plan.unmatched}
    if agent.noted is not None:
        noted = (it.command for it in agent.noted(played) if it.event == plan.row.name)
        found = tuple(dict.fromkeys(it for it in noted if it in bodies))
        # The agent may be gone before it notes what runs at its end.
        return None if not found and plan.row.name == _LAST else found
    names = {it.name for it in plan.request.dialect.spellings(plan.row)}
    elsewhere = {it.body for it in snapshot.hooks if it.event not in names}
    ran = tuple(dict.fromkeys(it for it in commands_in(played) if it in bodies))
    return None if any(it in elsewhere for it in ran) else ran


def _told(played: Played, *, from_the_start: bool) -> Iterator[str]:
    for number, blocks in enumerate(played.requests):
        for role, _, text in blocks:
            if role not in _MODEL and (number or from_the_start) and text:
                yield text


def _printed(played: Played) -> tuple[str, ...]:
    return tuple(it for it in (played.stdout.strip(), played.stderr.strip()) if it)
