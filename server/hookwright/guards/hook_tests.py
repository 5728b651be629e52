"""The hook test of the guard, and the sample event that shows it refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator

from hookwright.analysis.samples.files import FOLDER, SUFFIX
from hookwright.guards.calls import ToolCall, file_call
from hookwright.guards.library import Guard
from hookwright.model.dialect import Dialect

REFUSED = "rm -rf ~"
_HEAD = """\
# `hookwright test` runs these: the hook, for real, on made-up events.  No command in them is run.
dialect: {dialect}
hooks: [{hooks}]
tests:
"""
_TEST = """\
  - name: {name}
    event: {event}
    tool: {tool}
    input: {{ {key}: {command} }}
    expect: {{ {expected} }}
"""


def test_text(dialect: Dialect, call: ToolCall, hooks: str, guards: tuple[Guard, ...]) -> str:
    """The tests of the guards, with the path of the hook file `hooks` relative to the test."""
    return _HEAD.format(dialect=dialect.id, hooks=hooks) + "\n".join(_tests(dialect, call, guards))


def with_tests(text: str, dialect: Dialect, call: ToolCall, guards: tuple[Guard, ...]) -> str | None:
    """The text of a hook test with those of guards added that it has none of; None if it is not one of ours."""
    if "\ntests:\n" not in text or not text.rstrip("\n").endswith("}"):
        return None
    missing = tuple(it for it in guards if f'"{it.name} ' not in text)
    added = "\n".join(_tests(dialect, call, missing))
    return text.rstrip("\n") + "\n\n" + added if added else text


def _tests(dialect: Dialect, call: ToolCall, guards: tuple[Guard, ...]) -> Iterator[str]:
    for it in guards:
        yield from (_one(call, f"{it.name} refuses", command, "blocked: true") for command in it.refused)
        for path, role in ((it.refused_read, "Read"), (it.refused_write, "Edit")):
            about = file_call(dialect, role) if path else None
            if about is not None:
                yield _one(about, f"{it.name} refuses to {role.lower()}", path, "blocked: true")
        yield from (_one(call, f"{it.name} passes", command, "blocked: false, fires: true") for command in it.passed)


def sample_file(dialect: Dialect, call: ToolCall) -> tuple[str, str]:
    """The path and the text of a sample that replaces the dialect's own of the tool, so that a fire shows a refusal."""
    name = dialect.calls.input_in(call.payload)
    given = {**call.payload[name], call.key: REFUSED}
    if "description" in given:
        given["description"] = "Delete the home folder"
    text = json.dumps({**call.payload, name: given}, ensure_ascii=False, indent=2) + "\n"
    return f"{FOLDER}/{dialect.id}/{call.event}/{call.tool}{SUFFIX}", text


def _one(call: ToolCall, doing: str, command: str, expected: str) -> str:
    return _TEST.format(
        name=json.dumps(f"{doing}: {command}", ensure_ascii=False),
        event=call.event,
        tool=call.tool,
        key=call.key,
        command=json.dumps(command, ensure_ascii=False),
        expected=expected,
    )
