"""Axes of the model that few dialects use, each held with a made-up dialect."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.config.faults import fault_of_node
from hookwright.config.models import hook_model
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.dialects.fields import on_constant
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Request, make_plan
from hookwright.engine.side_by_side import does_any
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject, Stop
from hookwright.model.field import ANY_VALUE, NULLABLE, Field, JsonType
from hookwright.model.hook_type import KeyRoles
from hookwright.model.outcome import Outcome, Reading, Result
from hookwright.model.reaction import Choice, Decision, Reaction, Status, Words
from hookwright.policies.reading import read_result
from hookwright.syntax.parser import parse

_TABLE = by_id("agent-spec")
_TYPE = _TABLE.grammar.types[0]
_FAILED = Reaction(status=Status.FAILED)
_DENIED = Reaction(status=Status.BLOCKED, decision=Decision.DENY, blocks=True, reason=Words.STDERR_OR_STDOUT)


def _row(name: str) -> EventRow:
    row = _TABLE.event(name)
    assert row is not None
    return row


async def _fire(table: Dialect, project: Path, entry: dict[str, Any], event: str, **payload: Any) -> Outcome:
    file = project / ".agent" / "settings.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"hooks": {event: [entry]}}), encoding="utf-8")
    return await dispatch(
        make_plan(Request(table, event, payload, str(project)), load(table, str(project))), Host.real()
    )


@pytest.mark.parametrize(("matcher", "runs"), [("Stop", 1), ("St.p", 1), ("Bash", 0), (None, 1)])
async def test_matchers_can_be_held_against_a_constant(tmp_path: Path, matcher: str | None, runs: int) -> None:
    row = replace(_row("SessionEnd"), subject=on_constant(MatchSubject.VALUE, "Stop"))
    table = replace(_TABLE, matchers=by_id("open-plugin").matchers, events=(row,))
    entry = {"command": "true"} if matcher is None else {"command": "true", "matcher": matcher}

    assert len((await _fire(table, tmp_path, entry, "SessionEnd")).runs) == runs


@pytest.mark.parametrize(
    ("stdout", "values", "status"),
    [
        ("{}", {}, "succeeded"),
        ("words", {}, "failed"),
        ('{"a"', {}, "failed"),
        ("words", {"failClosed": True}, "blocked"),
        (" \n", {}, "failed"),
        ("", {"failClosed": True}, "failed"),
    ],
)
def test_output_that_is_not_an_object_can_be_a_failure(stdout: str, values: dict[str, Any], status: str) -> None:
    row = _row("PreToolUse")
    exits = replace(
        row.exits,
        codes={0: Reaction(reads_output=True)},
        unreadable=Choice("failClosed", {"true": _DENIED, "false": _FAILED}, _FAILED),
        silent=_FAILED,
    )
    result = Result(exit_code=0, stdout=stdout, started_at=datetime.now(UTC), duration=0)
    reading = read_result(result, replace(row, exits=exits), values)

    assert reading.status.value == status
    assert [it.code for it in reading.problems] == (["HW801"] if stdout in ("words", '{"a"') else [])
    assert {_FAILED, _DENIED} <= set(exits.all())


def test_a_key_can_be_null() -> None:
    limit = Field(name="limit", kind=JsonType.INTEGER, doc="How often", default=5, takes=NULLABLE)
    kind = replace(_TYPE, fields=(*_TYPE.fields, limit))
    node = parse("null").root

    assert fault_of_node(limit, node, None) is None
    assert fault_of_node(replace(limit, takes=ANY_VALUE), node, None) == "must be an integer"
    hook_model(_TABLE, kind).model_validate({"command": "x", "limit": None})


def test_a_hook_that_stops_the_agent_can_end_the_chain() -> None:
    stopped = Reading(status=Status.SUCCEEDED, stop_agent=True)

    assert does_any((Stop.STOPPED,), stopped)
    assert not does_any(_row("PreToolUse").running.stops_at, stopped)


async def test_a_hook_can_name_its_folder_and_variables(tmp_path: Path) -> None:
    keys = (
        Field(name="cwd", kind=JsonType.STRING, doc="Where it runs"),
        Field(name="env", kind=JsonType.OBJECT, doc="Its variables"),
    )
    kind = replace(_TYPE, fields=(*_TYPE.fields, *keys), keys=KeyRoles(folder="cwd", environment="env"))
    table = replace(_TABLE, grammar=replace(_TABLE.grammar, types=(kind,)))
    (tmp_path / "below").mkdir()
    entry = {"command": 'echo "$PWD $A"', "cwd": "below", "env": {"A": "b", "": "c", "d=": "e", "n": 1, "z": "\0"}}

    outcome = await _fire(table, tmp_path, entry, "SessionStart")
    assert outcome.folded.additional_context == f"{tmp_path}/below b"


def test_the_session_is_named_by_the_dialects_own_field(tmp_path: Path) -> None:
    fields = tuple(replace(it, name="conversation_id") if it.name == "session_id" else it for it in _TABLE.payload)
    table = replace(_TABLE, payload=fields)
    for payload, expected in (({"conversation_id": "c", "session_id": "s"}, "c"), ({"session_id": "s"}, "s")):
        plan = make_plan(Request(table, "SessionEnd", payload, str(tmp_path)), load(table, str(tmp_path)))
        assert plan.facts.session_id == expected
