"""Whether the input that a hook gives a tool is one that the tool takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from hookwright.limits import MOST_DEPTH, is_deeper
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.outcome import Folded
from hookwright.model.reaction import Decision
from hookwright.model.tool import Tool

_TYPES: Mapping[type, str] = {str: "string", bool: "boolean", list: "array", dict: "object"}


def with_taken_input(folded: Folded, dialect: Dialect, row: EventRow, payload: Mapping[str, Any]) -> Folded:
    """The outcome, or a refusal of the call where the input that holds is one that the tool does not take.

    What a tool takes is known of few: the keys that it needs, and the types of the others.  None takes what nests
    deeper than a payload may.
    """
    if folded.updated_input is None:
        return folded
    if is_deeper(folded.updated_input):
        return _refused(folded, f"A hook gives the tool an input that nests more than {MOST_DEPTH} levels deep")
    if row.subject.kind is not MatchSubject.TOOL:
        return folded
    tool = dialect.tool(row.subject.found_in(payload) or "")
    fault = fault_of_input(tool, folded.updated_input) if tool is not None else None
    if tool is None or fault is None:
        return folded
    return _refused(folded, f"`{tool.name}` does not take the input of the hook: {fault}")


def _refused(folded: Folded, reason: str) -> Folded:
    return replace(
        folded, decision=Decision.DENY, blocked=True, reason=reason, updated_input=None, additional_context=None
    )


def fault_of_input(tool: Tool, given: Mapping[str, Any]) -> str | None:
    """What is wrong with an input of the tool; None if nothing is, or nothing is known of it."""
    for key in tool.needs:
        if key not in given:
            return f"`{key}` is missing"
        wanted = type(tool.input.get(key))
        if wanted in _TYPES and type(given[key]) is not wanted:
            return f"`{key}` must be a {_TYPES[wanted]}"
    return None
