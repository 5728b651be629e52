"""A change of a file as an agent sends it that has one tool for patches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hookwright.model.dialect import Dialect
from hookwright.model.tool import Tool

Json = Mapping[str, Any]

_BEGIN, _END = "*** Begin Patch", "*** End Patch"


def as_patch(dialect: Dialect, payload: Json, paths: Sequence[str]) -> Json:
    """The payload of a call with the tool that its name stands for, and with a patch if that is what the tool takes.

    The file is under one of `paths` in the input.  A name under which the agent itself sends calls is kept.
    """
    named = payload.get("tool_name")
    known = dialect.tool(named) if isinstance(named, str) else None
    if known is None or not known.answers_for or known.input:
        return payload
    tool, name = dialect.tool(known.answers_for), dialect.calls.input_in(payload)
    given = payload.get(name)
    key = patch_key(tool) if tool is not None else None
    if tool is None or key is None or not isinstance(given, Mapping) or isinstance(given.get(key), str):
        return {**payload, "tool_name": known.answers_for}
    path = next((given[it] for it in paths if isinstance(given.get(it), str)), "")
    return {**payload, "tool_name": tool.name, name: {key: _patch(path, given)}}


def patch_key(tool: Tool) -> str | None:
    """The key of the tool's input that holds a patch."""
    return next((it for it, text in tool.input.items() if isinstance(text, str) and text.startswith(_BEGIN)), None)


def _patch(path: str, given: Json) -> str:
    is_new = isinstance(given.get("content"), str)
    head = f"*** {'Add' if is_new else 'Update'} File: {path}"
    body = _marked("+", given["content"]) if is_new else _hunk(given)
    return "\n".join((_BEGIN, head, *body, _END, ""))


def _hunk(given: Json) -> Iterator[str]:
    yield "@@"
    yield from _marked("-", given.get("old_string", ""))
    yield from _marked("+", given.get("new_string", ""))


def _marked(mark: str, text: object) -> Iterator[str]:
    return (f"{mark}{it}" for it in str(text).splitlines())
