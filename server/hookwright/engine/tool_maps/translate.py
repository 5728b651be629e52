"""Dispatches what a host announces under the names that hooks know, and answers in the host's own."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.engine.tool_maps.arguments import Path, moved
from hookwright.errors import UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.outcome import Folded, Outcome
from hookwright.model.reaction import Decision
from hookwright.patterns import late_pattern
from hookwright.policies.strength import join_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Most agents have no map, and reading those that are shipped takes imports of its own.
    from hookwright.engine.tool_maps.maps import HostTool, ToolMap

Json = Mapping[str, Any]

MOST_CALLS = 100
"""So many calls one call of a host may stand for."""


_PATCHED = late_pattern(r"^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$", re.MULTILINE)


class Call(Struct, frozen=True):
    """A payload under the names of the dialect.

    `index` is its place in the list of a call that stands for several; `path` a file of a patch that stands for some.
    """

    payload: Json
    index: int | None = None
    path: str | None = None


class Translated(Struct, frozen=True):
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

    def _host_input(self, tool: HostTool, changed: Sequence[Json | None]) -> dict[str, Any] | None:
        given = self.host["tool_input"]
        answers = [_restored(tool, given, call, it) for call, it in zip(self.calls, changed, strict=False)]
        first = next((it for it in answers if it is not None), None)
        if first is None or tool.each is None or self.calls[0].index is None:
            return first
        elements = list(_at(given, tool.each))
        for index, answer in enumerate(answers):
            if answer is not None:
                elements[index] = _at(answer, tool.each)
        return _with(first, tool.each, elements)


def translated(tool_map: ToolMap | None, dialect: Dialect, payload: Json) -> Translated:
    """The payload under the names of the dialect; as it is where the map does not name its tool.

    Raises UsageError if it stands for more than `MOST_CALLS` calls.
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
    rewritten: Json = {}
    for call in translation.calls:
        outcomes.append(await fire({**call.payload, **rewritten} if rewritten else call.payload))
        # What a hook has put in the place of the result holds for the calls behind it, too.
        if (result := outcomes[-1].folded.updated_result) is not None:
            rewritten = {it: result for it in dialect.calls.responses if it in payload}
        if _is_refused(outcomes[-1]):
            break
    return translation.answer(outcomes)


def _is_refused(outcome: Outcome) -> bool:
    return outcome.folded.blocked or outcome.folded.decision is Decision.DENY


def _calls(tool: HostTool, dialect: Dialect, payload: Json, given: Json) -> Iterator[Call]:
    name, use = own_name(dialect, tool.tool), payload.get("tool_use_id")
    parts = _parts(tool, given)
    if len(parts) > MOST_CALLS:
        raise UsageError(
            f"One call of `{payload['tool_name']}` stands for {len(parts)} calls", f"send {MOST_CALLS} at most at once"
        )
    for number, (index, path) in enumerate(parts):
        arguments = moved(dict(_one(tool.each, given, index)), tool.moves)
        if path is not None:
            arguments["file_path"] = path
        # Hooks fire once for a tool use, so that each call needs an id of its own.
        other = {"tool_use_id": f"{use}#{number + 1}"} if number and isinstance(use, str) else {}
        yield Call({**payload, "tool_name": name, "tool_input": arguments, **other}, index, path)


def _parts(tool: HostTool, given: Json) -> Sequence[tuple[int | None, str | None]]:
    """The calls that one stands for: the places of list elements, or the files of a patch; one if it has none."""
    if tool.patch is not None:
        text = _at(given, tool.patch)
        found = dict.fromkeys(_PATCHED.findall(text)) if isinstance(text, str) else ()
        return [(None, it) for it in found] or [(None, None)]
    elements = _at(given, tool.each) if tool.each is not None else None
    if isinstance(elements, list) and elements:
        return [(index, None) for index in range(len(elements))]
    return [(None, None)]


def own_name(dialect: Dialect, tool: str) -> str:
    """What payloads of the dialect call a tool of Claude Code; that name where it has none of its own."""
    known = dialect.tool(tool)
    if known is not None:
        return known.answers_for or tool
    return tool_equivalents(it.name for it in dialect.tools if not it.answers_for).get(tool, tool)


def _one(each: Path | None, given: Json, index: int | None) -> Json:
    """The input with a single element in the place of the list."""
    return given if each is None or index is None else _with(given, each, _at(given, each)[index])


def _restored(tool: HostTool, whole: Json, call: Call, changed: Json | None) -> dict[str, Any] | None:
    """A changed input in the host's names; what a canonical name hid in the host's input is there again.

    None if nothing of the host's was changed: another path for a file of a patch cannot be put back.
    """
    if changed is None:
        return None
    given = _one(tool.each, whole, call.index)
    canonical = dict(changed)
    hidden = {it.target[0] for it in tool.moves} & given.keys() - {it.source[0] for it in tool.moves}
    if call.path is not None:
        canonical.pop("file_path", None)
        hidden |= {"file_path"} & given.keys()
    restored = {**moved(canonical, [it.back() for it in tool.moves]), **{key: given[key] for key in hidden}}
    return None if call.path is not None and restored == given else restored


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
    by_dialect: dict[str, list[Outcome]] = {}
    for part in (part for it in outcomes for part in it.parts):
        by_dialect.setdefault(part.dialect, []).append(part)
    return replace(
        outcomes[0],
        folded=Folded(
            decision=said.decision,
            blocked=said.blocked,
            reason=said.reason,
            updated_result=next((it.updated_result for it in reversed(folded) if it.updated_result is not None), None),
            additional_context=None if said.blocked else join_texts(contexts),
            must_continue=any(it.must_continue for it in folded),
            stop_agent=stopping.stop_agent,
            stop_reason=stopping.stop_reason,
        ),
        messages=tuple(dict.fromkeys(message for it in outcomes for message in it.messages)),
        degraded=tuple(dict.fromkeys(one for it in outcomes for one in it.degraded)),
        runs=tuple(run for it in outcomes for run in it.runs),
        duplicate=all(it.duplicate for it in outcomes),
        parts=tuple(_joined(it, calls) for it in by_dialect.values()),
    )


def _strength(folded: Folded) -> tuple[bool, int, bool]:
    decision = folded.decision
    return folded.blocked, -1 if decision is None else decision.rank, folded.reason is not None
