"""Dispatches what a host announces under the names that hooks know, and answers in the host's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hookwright.engine.tool_maps.arguments import Path, moved
from hookwright.engine.tool_maps.maps import HostTool, ToolMap
from hookwright.errors import UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.outcome import Folded, Outcome
from hookwright.model.reaction import Decision
from hookwright.policies.strength import join_texts

Json = Mapping[str, Any]

MOST_CALLS = 100
"""So many calls one call of a host may stand for."""


@dataclass(frozen=True, slots=True)
class Call:
    """A payload under the names of the dialect; `index` is its place in the list of a call that stands for several."""

    payload: Json
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Translated:
    """A host's payload as the calls that hooks see: one, or one for each element of a list."""

    calls: tuple[Call, ...]
    host: Json
    tool: HostTool | None = None

    def answer(self, outcomes: Sequence[Outcome]) -> Outcome:
        """The outcomes of the calls that were dispatched as one, with the changed input in the host's names."""
        if self.tool is None:
            return outcomes[0]
        joined = outcomes[0] if len(self.calls) == 1 else _joined(outcomes, len(self.calls))
        changed = [it.folded.updated_input for it in outcomes]
        if joined.folded.blocked or all(it is None for it in changed):
            return joined
        return replace(joined, folded=replace(joined.folded, updated_input=self._host_input(self.tool, changed)))

    def _host_input(self, tool: HostTool, changed: Sequence[Json | None]) -> dict[str, Any]:
        given = self.host["tool_input"]
        answers = [
            _restored(tool, _one(tool.each, given, call.index), it)
            for call, it in zip(self.calls, changed, strict=False)
        ]
        if tool.each is None or self.calls[0].index is None:
            return next(it for it in answers if it is not None)
        elements = list(_at(given, tool.each))
        for index, answer in enumerate(answers):
            if answer is not None:
                elements[index] = _at(answer, tool.each)
        first = next(it for it in answers if it is not None)
        return _with(first, tool.each, elements)


def translated(tool_map: ToolMap | None, dialect: Dialect, payload: Json) -> Translated:
    """The payload under the names of the dialect; as it is where the map does not name its tool.

    Raises UsageError where it stands for more than `MOST_CALLS` calls.
    """
    name, given = payload.get("tool_name"), payload.get("tool_input")
    tool = None
    if tool_map is not None and isinstance(name, str) and isinstance(given, Mapping):
        tool = tool_map.tool(name, given)
    if tool is None or not isinstance(given, Mapping):
        return Translated((Call(payload),), payload)
    return Translated(tuple(_calls(tool, dialect, payload, given)), payload, tool)


async def dispatch_translated(
    tool_map: ToolMap | None, dialect: Dialect, payload: Json, fire: Callable[[Json], Awaitable[Outcome]]
) -> Outcome:
    """Fires the calls that a payload stands for, one after another up to the first that is refused."""
    translation = translated(tool_map, dialect, payload)
    outcomes: list[Outcome] = []
    for call in translation.calls:
        outcomes.append(await fire(call.payload))
        if _is_refused(outcomes[-1]):
            break
    return translation.answer(outcomes)


def _is_refused(outcome: Outcome) -> bool:
    return outcome.folded.blocked or outcome.folded.decision is Decision.DENY


def _calls(tool: HostTool, dialect: Dialect, payload: Json, given: Json) -> Iterator[Call]:
    name = own_name(dialect, tool.tool)
    elements = _at(given, tool.each) if tool.each is not None else None
    indices: Sequence[int | None] = range(len(elements)) if isinstance(elements, list) and elements else (None,)
    if len(indices) > MOST_CALLS:
        raise UsageError(
            f"One call of `{payload['tool_name']}` stands for {len(indices)} calls",
            f"send {MOST_CALLS} at most at once",
        )
    for index in indices:
        arguments = moved(dict(_one(tool.each, given, index)), tool.moves)
        use = payload.get("tool_use_id")
        # Hooks fire once for a tool use, so that each call needs an id of its own.
        other = {"tool_use_id": f"{use}#{index + 1}"} if index and isinstance(use, str) else {}
        yield Call({**payload, "tool_name": name, "tool_input": arguments, **other}, index)


def own_name(dialect: Dialect, tool: str) -> str:
    """What the dialect calls a tool of Claude Code; that name where it has none of its own."""
    if dialect.tool(tool) is not None:
        return tool
    return tool_equivalents(it.name for it in dialect.tools).get(tool, tool)


def _one(each: Path | None, given: Json, index: int | None) -> Json:
    """The input with a single element in the place of the list."""
    return given if each is None or index is None else _with(given, each, _at(given, each)[index])


def _restored(tool: HostTool, given: Json, changed: Json | None) -> dict[str, Any] | None:
    """A changed input in the host's names; what a canonical name hid in the host's input is there again."""
    if changed is None:
        return None
    hidden = {it.target[0] for it in tool.moves} & given.keys() - {it.source[0] for it in tool.moves}
    return {**moved(dict(changed), [it.back() for it in tool.moves]), **{key: given[key] for key in hidden}}


def _at(value: Any, path: Path) -> Any:  # noqa: ANN401  any JSON
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _with(value: Json, path: Path, it: object) -> dict[str, Any]:
    key, rest = path[0], path[1:]
    return {**value, key: _with(value.get(key, {}), rest, it) if rest else it}


def _joined(outcomes: Sequence[Outcome], calls: int) -> Outcome:
    """One outcome of several calls: what one forbids is forbidden, and only what all allow is allowed."""
    folded = [it.folded for it in outcomes]
    allowed = len(folded) == calls and all(it.decision is Decision.ALLOW for it in folded)
    heard = [it for it in folded if allowed or it.decision is not Decision.ALLOW]
    said = max(heard, key=_strength, default=Folded())
    stopping = next((it for it in folded if it.stop_agent), Folded())
    contexts = dict.fromkeys(it.additional_context for it in folded)
    return replace(
        outcomes[0],
        folded=Folded(
            decision=said.decision,
            blocked=said.blocked,
            reason=said.reason,
            additional_context=None if said.blocked else join_texts(contexts),
            must_continue=any(it.must_continue for it in folded),
            stop_agent=stopping.stop_agent,
            stop_reason=stopping.stop_reason,
        ),
        messages=tuple(dict.fromkeys(message for it in outcomes for message in it.messages)),
        runs=tuple(run for it in outcomes for run in it.runs),
        duplicate=all(it.duplicate for it in outcomes),
    )


def _strength(folded: Folded) -> tuple[bool, int, bool]:
    decision = folded.decision
    return folded.blocked, -1 if decision is None else decision.rank, folded.reason is not None
