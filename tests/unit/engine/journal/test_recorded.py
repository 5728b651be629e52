"""What the journal gets of real dispatches."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.background import Background
from hookwright.engine.dispatch import dispatch
from hookwright.engine.journal.history import history
from hookwright.engine.journal.records import Origin
from hookwright.engine.journal.writer import Journal, late_recorder, recorded
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.host import Host
from hookwright.model.event import Order
from hookwright.model.outcome import identity


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    it = Journal(str(tmp_path / "state" / "journal.sqlite3"))
    yield it
    it.close()


def _plan(project: Path, *commands: str, payload: dict[str, Any] | None = None) -> Plan:
    dialect = by_id("ai-agents")
    file = project / "hooks.json"
    entries = [{"type": "command", "command": it} for it in commands]
    file.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": entries}]}}), encoding="utf-8")
    snapshot = load(dialect, str(project), named=NamedFiles(config_files=[str(file)]))
    return make_plan(Request(dialect, "PreToolUse", payload or {}, str(project), "s"), snapshot)


def _kept(journal: Journal) -> list[dict[str, Any]]:
    assert journal.flush(10)
    return history(journal.path)


async def test_a_dispatch_is_kept_as_it_was_answered(tmp_path: Path, journal: Journal) -> None:
    payload = {"tool_name": "Bash", "tool_input": {"command": "ls"}}
    plan = _plan(tmp_path, "echo out; echo err >&2; exit 1", "echo no >&2; exit 2", payload=payload)
    answer = (await recorded(dispatch(plan, Host.real()), plan, journal)).to_json()
    (kept,) = _kept(journal)
    for name in ("dispatchId", "event", "dialect", "decision", "blocked", "reason", "duplicate", "stopAgent"):
        assert kept[name] == answer[name], name
    assert (kept["origin"], kept["project"], kept["sessionId"]) == ("dispatch", str(tmp_path), "s")
    assert (kept["payload"], kept["payloadTruncated"], kept["cancelled"]) == (payload, False, False)
    assert kept["durationMs"] >= max(it["durationMs"] for it in kept["runs"])
    for ran, run in zip(kept["runs"], answer["runs"], strict=True):
        told: dict[str, Any] = {**run}
        assert {name: ran[name] for name in ran if name in told} == {name: told[name] for name in told if name in ran}
    assert [it["stdout"] for it in kept["runs"]] == ["out\n", ""]


async def test_a_test_fire_is_marked(tmp_path: Path, journal: Journal) -> None:
    plan = _plan(tmp_path, "true")
    await recorded(dispatch(plan, Host.real()), plan, journal, Origin.FIRE)
    assert [it["origin"] for it in _kept(journal)] == ["fire"]


async def test_without_a_journal_it_only_dispatches(tmp_path: Path) -> None:
    plan = _plan(tmp_path, "true")
    assert len((await recorded(dispatch(plan, Host.real()), plan, None)).runs) == 1


async def test_a_cancelled_dispatch_is_kept_too(tmp_path: Path, journal: Journal) -> None:
    began = asyncio.Event()
    plan = _plan(tmp_path, "sleep 600")
    dispatched = dispatch(plan, Host.real(), watch=lambda _: began.set())
    task = asyncio.create_task(recorded(dispatched, plan, journal))
    await began.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [(it["cancelled"], it["runs"]) for it in _kept(journal)] == [(True, [])]


async def test_a_run_behind_the_answer_is_kept_when_it_ends(tmp_path: Path, journal: Journal) -> None:
    background = Background(late_recorder(journal))
    dialect = by_id("agent-spec")
    assert dialect.event("PostToolUse") is not None
    file = tmp_path / "hooks.json"
    file.write_text(json.dumps({"hooks": {"PostToolUse": [{"matcher": "*", "command": "read it; echo late; exit 3"}]}}))
    snapshot = load(dialect, str(tmp_path), named=NamedFiles(config_files=[str(file)]))
    plan = make_plan(Request(dialect, "PostToolUse", {"tool_name": "Bash"}, str(tmp_path), "s"), snapshot)
    assert plan.row.running.order is Order.BACKGROUND
    await recorded(dispatch(plan, Host.real(), background=background), plan, journal)
    assert [it["status"] for it in _kept(journal)[0]["runs"]] == ["running"]
    await background.finish()
    await asyncio.sleep(0)
    (run,) = _kept(journal)[0]["runs"]
    assert (run["status"], run["exitCode"], run["stdout"]) == ("failed", 3, "late\n")
    assert run["startedAt"] is not None


async def test_long_output_and_payload_are_cut(tmp_path: Path, journal: Journal) -> None:
    payload = {"tool_input": {"content": "word " * 100_000}}
    plan = _plan(tmp_path, "yes 'some words' | head -c 100000", payload=payload)
    await recorded(dispatch(plan, Host.real()), plan, journal)
    (kept,) = _kept(journal)
    assert len(kept["payload"]["tool_input"]["content"]) <= 256 * 1024
    assert kept["payloadTruncated"]
    (run,) = kept["runs"]
    assert 16_000 < len(run["stdout"]) <= 16 * 1024
    assert run["stdoutTruncated"]


async def test_the_client_may_change_its_payload_at_once(tmp_path: Path, journal: Journal) -> None:
    payload: dict[str, Any] = {"tool_input": {"command": "ls"}}
    plan = _plan(tmp_path, "true", payload=payload)
    await recorded(dispatch(plan, Host.real()), plan, journal)
    payload["tool_input"]["command"] = "changed"
    assert _kept(journal)[0]["payload"] == {"tool_input": {"command": "ls"}}


async def test_the_hook_is_known_by_the_same_id(tmp_path: Path, journal: Journal) -> None:
    plan = _plan(tmp_path, "true")
    await recorded(dispatch(plan, Host.real()), plan, journal)
    assert _kept(journal)[0]["runs"][0]["hook"] == identity(plan.steps[0].hook).to_json()
