"""Whether what a hook puts in the place of a tool's result is something that its agent takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from hookwright.model.codes import Code, Fault
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.outcome import OutputProblem, Reading
from hookwright.model.reaction import Effect, OutputField
from hookwright.model.tool import Tool
from hookwright.policies.output import value_at
from hookwright.policies.payloads import subject_of

_WRONG = "HW803"
_TYPES: Mapping[type, str] = {
    dict: "an object",
    list: "an array",
    str: "a string",
    bool: "a boolean",
    int: "a number",
    float: "a number",
}


def result_in(dialect: Dialect, payload: Mapping[str, Any]) -> str | None:
    """The name under which the payload has the result of the tool; None if it has none."""
    return next((it for it in dialect.calls.responses if it in payload), None)


def with_taken_result(reading: Reading, dialect: Dialect, row: EventRow, payload: Mapping[str, Any]) -> Reading:
    """The reading without a result that the agent does not take, which is a fault then: the tool's own goes on."""
    if reading.updated_result is None or reading.output is None:
        return reading
    tool = subject_of(dialect, row, payload) or ""
    given = [it for it in row.outputs if it.effect is Effect.UPDATED_RESULT and _says(it, reading)]
    own = payload.get(result_in(dialect, payload) or "")
    faults = {it.path: _fault(it, value_at(reading.output, it.path), own, tool, dialect) for it in given}
    fitting = [it for it, why in faults.items() if why is None]
    if len(fitting) == len(given):
        return reading
    wrong = tuple(
        OutputProblem(_WRONG, f"`{'.'.join(it)}` {why}, so it is ignored", it, wrong=True, decides=True)
        for it, why in faults.items()
        if why is not None
    )
    return replace(
        reading,
        updated_result=value_at(reading.output, fitting[-1]) if fitting else None,
        problems=(*reading.problems, *wrong),
        fault=reading.fault if fitting else reading.fault or Fault(Code.OUTPUT_INVALID, wrong[0].message),
    )


def _says(field: OutputField, reading: Reading) -> bool:
    return value_at(reading.output or {}, field.path) is not None


def _fault(field: OutputField, value: object, own: object, tool: str, dialect: Dialect) -> str | None:
    served = tool.startswith(dialect.servers.prefix)
    if field.served and not served:
        return "is read only for tools of MCP servers"
    if not field.like_result or served or own is None:
        return None
    if not isinstance(value, type(own)):
        return f"must be {_TYPES.get(type(own), 'of the same type')}, like the tool's own result"
    known = dialect.tool(tool)
    if known is None or not isinstance(value, Mapping) or not isinstance(own, Mapping):
        return None
    return _missing(value, own, known)


def _missing(value: Mapping[str, Any], own: Mapping[str, Any], tool: Tool) -> str | None:
    """What a result lacks of the keys that every result of the tool has, with their types; None if there is nothing.

    A host's own tool may answer in another form: what it has not, no hook has to give.
    """
    for key in (it for it in tool.returns if it in own):
        wanted = type(tool.response[key])
        if not isinstance(value.get(key), wanted):
            return f"must have `{key}`, {_TYPES[wanted]}, like every result of `{tool.name}`"
    return None
