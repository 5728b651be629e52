"""What a hook is given: the JSON object on its stdin, and the variables that its dialect adds to the environment."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source

_LARGEST_ENTRY = 128 * 1024
"""Bytes that Linux takes for one `NAME=value`, its final NUL included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known about one dispatch; `payload` is the client's, `timestamp` in UTC."""

    payload: Mapping[str, Any]
    session_id: str
    project_dir: str
    dispatch_id: str
    timestamp: datetime

    @property
    def cwd(self) -> str:
        """Where the hooks run: where the payload says that the agent is, else the project."""
        cwd = self.payload.get("cwd")
        return os.path.join(self.project_dir, cwd) if isinstance(cwd, str) and cwd else self.project_dir


def stdin_object(dialect: Dialect, row: EventRow, facts: Facts) -> dict[str, Any]:
    """The object on stdin (C4): the dialect's fields first, then whatever else the client's payload has."""
    payload = facts.payload
    found: dict[str, Any] = {}
    for field in (*dialect.payload, *row.payload):
        if field.source not in (Source.PAYLOAD, Source.AMBIENT, Source.INPUT_PATH):
            found[field.name] = _fact(field.source, row, facts)
        elif field.name in payload:
            found[field.name] = payload[field.name]
    for name, value in payload.items():
        found.setdefault(name, value)
    return found


def environment(dialect: Dialect, row: EventRow, facts: Facts) -> dict[str, str]:
    """The variables that the dialect adds (C4); values that no environment can hold are left out."""
    found: dict[str, str] = {}
    for variable in dialect.variables:
        if not variable.on(row.name) or variable.source is Source.AMBIENT:
            continue
        if variable.source is Source.INPUT_PATH:
            value: Any = input_path(dialect, facts.payload)
        elif variable.source is Source.PAYLOAD:
            value = facts.payload.get(variable.name.lower())
        else:
            value = _fact(variable.source, row, facts)
        text = _text(value)
        if text is not None and _fits(variable.name, text):
            found[variable.name] = text
    return found


def input_path(dialect: Dialect, payload: Mapping[str, Any]) -> str | None:
    """The path in the tool input, under the first of the dialect's path keys that holds one."""
    tool_input = payload.get("tool_input")
    if not isinstance(tool_input, Mapping):
        return None
    return next((it for key in dialect.path_keys if isinstance(it := tool_input.get(key), str) and it), None)


def _fact(source: Source, row: EventRow, facts: Facts) -> str | None:
    match source:
        case Source.EVENT:
            return row.name
        case Source.SESSION_ID:
            return facts.session_id
        case Source.CWD:
            return facts.cwd
        case Source.PROJECT_DIR:
            return facts.project_dir
        case Source.TIMESTAMP:
            return facts.timestamp.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        case Source.DISPATCH_ID:
            return facts.dispatch_id
        case _:
            return None


def _text(value: Any) -> str | None:  # noqa: ANN401  a value of the client's payload
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _fits(name: str, text: str) -> bool:
    if "\0" in text:
        return False
    try:
        return len(name) + len(text.encode()) + 2 <= _LARGEST_ENTRY
    except UnicodeEncodeError:
        return False
