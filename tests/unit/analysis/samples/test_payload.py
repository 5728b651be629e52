"""The schemas of payloads take the samples of the tables, and refuse what the analyser warns of."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest
from click.testing import CliRunner
from tests.every import every

from hookwright.analysis.samples.payload import payload_schema
from hookwright.cli import hookwright
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.samples.built_in import samples


@every(("dialect", "row"), [pytest.param(it, row, id=f"{it.id}-{row.name}") for it in DIALECTS for row in it.events])
def test_samples_fit(dialect: Dialect, row: EventRow) -> None:
    validator = jsonschema_rs.validator_for(json.loads(json.dumps(payload_schema(dialect, row))))
    for it in samples(dialect, row.name):
        assert [str(fault) for fault in validator.iter_errors(dict(it.payload))] == []


@pytest.mark.parametrize("change", [{"permission_mode": "plam"}, {"tool_input": "ls"}, {"hook_event_name": "Stop"}])
def test_what_is_wrong_does_not(change: dict[str, str]) -> None:
    dialect = by_id("claude-code")
    row = dialect.event("PreToolUse")
    assert row is not None
    validator = jsonschema_rs.validator_for(json.loads(json.dumps(payload_schema(dialect, row))))
    payload = dict(samples(dialect, row.name)[0].payload)
    assert validator.is_valid({**payload, "more": 1})
    assert not validator.is_valid({**payload, **change})
    assert not validator.is_valid({key: it for key, it in payload.items() if key != "tool_name"})


def test_the_command_line_prints_one() -> None:
    printed = CliRunner().invoke(hookwright, ["schema", "payload:claude-code/Stop"])
    assert json.loads(printed.stdout)["title"] == "Payload of Stop in Claude Code"
    for wrong in ("payload:claude-code/Stopp", "payload:nothing/Stop", "payload:Stop"):
        assert CliRunner().invoke(hookwright, ["schema", wrong]).exit_code != 0


@pytest.mark.parametrize(
    ("event", "fitting", "wrong"),
    [
        ("PreCompact", {"custom_instructions": None}, {"custom_instructions": 1}),
        ("PreModelSwitch", {"requested_model": None}, {"requested_model": []}),
        ("PreToolUse", {"mcp_server": {"name": "db", "source": "plugin"}}, {"mcp_server": "db"}),
        ("PreToolUse", {}, {"tool_name": None}),
    ],
)
def test_nulls_and_objects_where_the_agent_sends_them(
    event: str, fitting: dict[str, object], wrong: dict[str, object]
) -> None:
    dialect = by_id("claude-code")
    row = dialect.event(event)
    assert row is not None
    validator = jsonschema_rs.validator_for(json.loads(json.dumps(payload_schema(dialect, row))))
    payload = dict(samples(dialect, event)[0].payload)
    assert validator.is_valid({**payload, **fitting})
    assert not validator.is_valid({**payload, **wrong})
