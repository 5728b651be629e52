"""The hook test of the guard, and the sample event that shows it refuse."""

from __future__ import annotations

import json

from hookwright.analysis.samples.files import FOLDER, SUFFIX
from hookwright.guards.calls import ShellCall
from hookwright.guards.library import Guard
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow

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


def test_text(dialect: Dialect, row: EventRow, call: ShellCall, hooks: str, guards: tuple[Guard, ...]) -> str:
    """The tests of the guards, with the path of the hook file `hooks` relative to the test."""
    tests: list[str] = []
    for it in guards:
        tests += (_one(row, call, f"{it.name} refuses", command, "blocked: true") for command in it.refused)
        tests += (_one(row, call, f"{it.name} passes", command, "blocked: false, fires: true") for command in it.passed)
    return _HEAD.format(dialect=dialect.id, hooks=hooks) + "\n".join(tests)


def sample_file(dialect: Dialect, row: EventRow, call: ShellCall) -> tuple[str, str]:
    """The path and the text of a sample that replaces the dialect's own of the tool, so that a fire shows a refusal."""
    name = dialect.calls.input_in(call.payload)
    given = {**call.payload[name], call.key: REFUSED}
    if "description" in given:
        given["description"] = "Delete the home folder"
    text = json.dumps({**call.payload, name: given}, ensure_ascii=False, indent=2) + "\n"
    return f"{FOLDER}/{dialect.id}/{row.name}/{call.tool}{SUFFIX}", text


def _one(row: EventRow, call: ShellCall, doing: str, command: str, expected: str) -> str:
    return _TEST.format(
        name=json.dumps(f"{doing}: {command}", ensure_ascii=False),
        event=row.name,
        tool=call.tool,
        key=call.key,
        command=json.dumps(command, ensure_ascii=False),
        expected=expected,
    )
