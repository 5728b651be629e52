"""What a hook is given: the JSON object on its stdin, and the variables that its dialect adds to the environment."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from hookwright.errors import UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject, Source, Variable
from hookwright.model.hook import Scope
from hookwright.policies.spellings import in_terms_of

_LARGEST_ENTRY = 128 * 1024
"""Bytes that Linux takes for one `NAME=value`, its final NUL included."""
_PLATFORM = "hookwright"

WriteFile = Callable[[str, str], str | None]
"""Writes a variable's text to a file, and gives its path; None if that cannot be done."""


class Facts(Struct, frozen=True, kw_only=True):
    """What is known about one dispatch; `payload` is the client's, `timestamp` in UTC, `user_name` empty if unknown."""

    payload: Mapping[str, Any]
    session_id: str
    project_dir: str
    dispatch_id: str
    timestamp: datetime
    user_name: str = ""

    @property
    def cwd(self) -> str:
        """Where the hooks run: where the payload says that the agent is, else the project."""
        cwd = self.payload.get("cwd")
        return os.path.join(self.project_dir, cwd) if isinstance(cwd, str) and cwd else self.project_dir


def stdin_object(dialect: Dialect, row: EventRow, facts: Facts) -> dict[str, Any]:
    """The object on stdin (C4): the dialect's fields first, then everything else in the client's payload."""
    payload = in_terms_of(dialect, row, facts.payload)
    found: dict[str, Any] = {}
    for field in (*dialect.payload, *row.payload):
        if field.source is Source.SUBJECT:
            found |= {} if (subject := subject_of(dialect, row, payload)) is None else {field.name: subject}
        elif field.source not in (Source.PAYLOAD, Source.AMBIENT, Source.INPUT_PATH):
            found[field.name] = _fact(field.source, row, facts)
        elif field.name in payload:
            found[field.name] = payload[field.name]
        elif held := {name: payload[it] for name, it in field.holds.items() if it in payload}:
            found[field.name] = held
        elif field.default is not None:
            found[field.name] = field.default
    for name, value in payload.items():
        found.setdefault(name, value)
    return found


def stdin_text(payload: Mapping[str, Any]) -> str:
    """An object on stdin as agents write it: without blanks, as some hooks look for `"command":"` in it.

    Raises UsageError for NaN and infinite numbers.
    """
    try:
        return json.dumps(payload, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError as wrong:
        raise UsageError("The payload cannot be written as JSON", "use null in place of NaN and Infinity") from wrong


def as_call_of(dialect: Dialect, row: EventRow, name: str, payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload of a call as if another tool were called, with those keys of the input that it has."""
    tool, given = dialect.tool(name), input_of(dialect, payload)
    if tool is None or given is None or row.subject.field is None:
        return payload
    kept = {key: given[key] for key in tool.input if key in given}
    return {**payload, row.subject.field: name, dialect.calls.input_in(payload): kept}


def environment(dialect: Dialect, row: EventRow, facts: Facts, write: WriteFile | None = None) -> dict[str, str]:
    """The variables that the dialect adds (C4); values that no environment can hold are left out.

    Where such a variable spills, it is empty, and its file variable names what `write` has made of the value (B4).
    """
    found: dict[str, str] = {}
    for variable, text in _texts(dialect, row, facts):
        if fits(variable.name, text):
            found[variable.name] = text
        elif variable.spills:
            found[variable.name] = ""
            path = write(variable.name, text) if write else None
            if path is not None:
                found[variable.file_variable] = path
    return found


def _texts(dialect: Dialect, row: EventRow, facts: Facts) -> Iterator[tuple[Variable, str]]:
    """The variables of the event that have a value."""
    for variable in dialect.variables:
        if not variable.on(row.name) or variable.source is Source.AMBIENT:
            continue
        if variable.source is Source.INPUT_PATH:
            value: Any = input_path(dialect, facts.payload)
        elif variable.source is Source.INPUT_COMMAND:
            value = input_command(dialect, facts.payload)
        elif variable.source is Source.PAYLOAD:
            value = facts.payload.get(variable.field or variable.name.lower())
        else:
            value = _fact(variable.source, row, facts)
        if value is not None:
            yield variable, _text(value, as_json=variable.as_json)


def plugin_variables(dialect: Dialect, row: EventRow, scope: Scope) -> tuple[str, ...]:
    """The variables that hold the folder of the plugin that a hook of a file of that scope came with (D6)."""
    of_plugins = (it for it in dialect.variables if it.source is Source.PLUGIN_ROOT and it.on(row.name))
    return tuple(it.name for it in of_plugins if it.scopes is None or scope in it.scopes)


def subject_of(dialect: Dialect, row: EventRow, payload: Mapping[str, Any]) -> str | None:
    """What matchers are compared with (D2); None if the payload lacks it.

    Where the payload is a tool call, a file's path or a shell command is the one in the tool's input.
    """
    found = row.subject.found_in(in_terms_of(dialect, row, payload))
    if found is None and row.subject.kind is MatchSubject.PATH:
        return input_path(dialect, payload)
    if found is None and row.subject.kind is MatchSubject.COMMAND:
        return input_command(dialect, payload)
    return found


def input_path(dialect: Dialect, payload: Mapping[str, Any]) -> str | None:
    """The path in the tool input, under the first of the dialect's path keys that holds one (A6)."""
    return _in_input(dialect, payload, dialect.calls.paths)


def input_command(dialect: Dialect, payload: Mapping[str, Any]) -> str | None:
    """The command in the tool input, under the first of the dialect's command keys that holds one (A6)."""
    return _in_input(dialect, payload, dialect.calls.commands)


def input_of(dialect: Dialect, payload: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What the tool is called with; None if the payload does not say."""
    found = payload.get(dialect.calls.input_in(payload))
    return found if isinstance(found, Mapping) else None


def _in_input(dialect: Dialect, payload: Mapping[str, Any], keys: Sequence[str]) -> str | None:
    tool_input = input_of(dialect, payload)
    if tool_input is None:
        return None
    return next((it for key in keys if isinstance(it := tool_input.get(key), str) and it), None)


def _fact(source: Source, row: EventRow, facts: Facts) -> str | int | None:
    match source:
        case Source.EVENT:
            return row.told_as or row.name
        case Source.SESSION_ID:
            return facts.session_id
        case Source.CWD:
            return facts.cwd
        case Source.PROJECT_DIR:
            return facts.project_dir
        case Source.TIMESTAMP:
            return facts.timestamp.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        case Source.EPOCH:
            return int(facts.timestamp.timestamp() * 1000)
        case Source.DISPATCH_ID:
            return facts.dispatch_id
        case Source.USER_NAME:
            return _said(facts, "user_name") or facts.user_name or None
        case Source.PLATFORM:
            return _said(facts, "platform") or _PLATFORM
        case _:
            return None


def _said(facts: Facts, name: str) -> str | None:
    said = facts.payload.get(name)
    return said if isinstance(said, str) else None


def _text(value: Any, *, as_json: bool) -> str:  # noqa: ANN401  a value of the client's payload
    if isinstance(value, str) and not as_json:
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def fits(name: str, text: str) -> bool:
    """Whether a variable can hold the text."""
    if "\0" in text or "\0" in name:
        return False
    try:
        return len(name.encode()) + len(text.encode()) + 2 <= _LARGEST_ENTRY
    except UnicodeEncodeError:
        return False
