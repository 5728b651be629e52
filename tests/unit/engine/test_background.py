"""What goes on behind an answer (B6), with real processes."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

from tests.unit.engine.commands import is_gone

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.background import Background
from hookwright.engine.dispatch import dispatch
from hookwright.engine.events import RunEvent
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.host import Host
from hookwright.model.outcome import Outcome, Run


class Told:
    """A listener that keeps what it is told."""

    def __init__(self) -> None:
        self.runs: list[tuple[str, Run]] = []

    def __call__(self, dispatch_id: str, run: Run) -> None:
        self.runs.append((dispatch_id, run))

    @property
    def statuses(self) -> list[str]:
        return sorted(run.reading.status.value for _, run in self.runs)


def _plan(project: Path, *entries: dict[str, Any], payload: dict[str, Any] | None = None) -> Plan:
    table = by_id("agent-spec")
    file = project / ".agent" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"hooks": {"PostToolUse": list(entries)}}), encoding="utf-8")
    given = {"tool_name": "Bash", "tool_input": {}, "tool_response": {"result": "fine"}, **(payload or {})}
    return make_plan(Request(table, "PostToolUse", given, str(project), "s"), load(table, str(project)))


async def _answer(plan: Plan, background: Background) -> Outcome:
    return await dispatch(plan, Host.real(), background=background)


def _pid(path: Path) -> int:
    return int(path.read_text(encoding="utf-8"))


async def test_b6_the_answer_does_not_wait_and_the_run_is_told_of_when_it_ends(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "go")
    told = Told()
    background = Background(told)
    plan = _plan(tmp_path, {"command": 'read -r word < go; echo "$word $OUTPUT"'})
    outcome = await _answer(plan, background)

    assert [(it.reading.status.value, it.result) for it in outcome.runs] == [("running", None)]
    assert (outcome.folded.blocked, outcome.folded.decision, outcome.messages) == (False, None, ())
    assert told.runs == []

    await asyncio.to_thread((tmp_path / "go").write_text, "gone\n")
    await background.finish()
    assert background.is_idle
    (number, run), *others = told.runs
    assert others == []
    assert number == outcome.dispatch_id
    assert run.hook == outcome.runs[0].hook
    assert run.reading.status.value == "succeeded"
    assert run.result is not None
    assert run.result.stdout == 'gone {"result":"fine"}\n'


async def test_b6_a_failure_behind_the_answer_blocks_nothing(tmp_path: Path) -> None:
    told = Told()
    background = Background(told)
    outcome = await _answer(_plan(tmp_path, {"command": "exit 2", "continueOnFailure": False}), background)
    await background.finish()
    assert not outcome.folded.blocked
    assert [(it.reading.status.value, it.reading.blocks) for _, it in told.runs] == [("failed", False)]


async def test_b6_its_time_out_ends_it_with_everything_it_started(tmp_path: Path) -> None:
    told = Told()
    background = Background(told)
    plan = _plan(tmp_path, {"command": "sleep 60 & echo $! > pid; wait", "timeout": 200})
    await _answer(plan, background)
    await background.finish()
    assert told.statuses == ["timed-out"]
    assert is_gone(_pid(tmp_path / "pid"))


async def test_b6_the_end_waits_no_longer_than_it_is_told_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pid")
    told = Told()
    background = Background(told)
    await _answer(_plan(tmp_path, {"command": "echo $$ > pid; exec sleep 60", "timeout": 60_000}), background)
    process = await asyncio.to_thread(_pid, tmp_path / "pid")
    await asyncio.wait_for(background.finish(0.01), 120)
    assert is_gone(process)
    assert background.is_idle
    assert told.runs == []


async def test_b6_nothing_to_wait_for_costs_nothing() -> None:
    background = Background()
    await background.finish(0)
    assert background.is_idle


async def test_b6_several_hooks_run_at_the_same_time(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    told = Told()
    background = Background(told)
    await _answer(_plan(tmp_path, {"command": "read -r _ < fifo"}, {"command": "echo > fifo"}), background)
    await background.finish()
    assert told.statuses == ["succeeded", "succeeded"]


async def test_b8_a_condition_is_asked_behind_the_answer(tmp_path: Path) -> None:
    told = Told()
    background = Background(told)
    outcome = await _answer(_plan(tmp_path, {"command": "touch ran", "condition": "false"}), background)
    await background.finish()
    assert [it.reading.status.value for it in outcome.runs] == ["running"]
    assert [(it.reading.status.value, it.skipped_because) for _, it in told.runs] == [
        ("skipped", "its condition `false` exited 1")
    ]
    assert not (tmp_path / "ran").exists()


async def test_a_listener_that_fails_stops_no_run(tmp_path: Path) -> None:
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    told = Told()

    def listener(dispatch_id: str, run: Run) -> None:
        told(dispatch_id, run)
        raise OSError("no room")

    background = Background(listener)
    await _answer(_plan(tmp_path, {"command": "true"}, {"command": "exit 3"}), background)
    await background.finish()
    assert told.statuses == ["failed", "succeeded"]
    assert [str(it["exception"]) for it in faults] == ["no room", "no room"]


async def test_b4_the_file_of_a_large_value_outlives_the_answer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "go")
    told = Told()
    background = Background(told)
    text = "x" * (200 * 1024)
    command = {"command": 'read -r _ < go; printf %s "$OUTPUT_FILE"; wc -c < "$OUTPUT_FILE" > size'}
    await _answer(_plan(tmp_path, command, payload={"tool_response": text}), background)
    await asyncio.to_thread((tmp_path / "go").write_text, "\n")
    await background.finish()
    run = told.runs[0][1]
    assert run.result is not None
    assert int((tmp_path / "size").read_text(encoding="utf-8")) == len(json.dumps(text))
    assert run.result.stdout
    assert not Path(run.result.stdout).exists()


async def test_whoever_watches_sees_what_goes_on_behind_the_answer(tmp_path: Path) -> None:
    seen: list[RunEvent] = []
    background = Background()
    plan = _plan(tmp_path, {"command": "echo out"})
    await dispatch(plan, Host.real(), watch=seen.append, background=background)
    await background.finish()
    assert [it.phase.value for it in seen] == ["started", "output", "finished"]


async def test_without_a_place_behind_the_answer_it_is_waited_for(tmp_path: Path) -> None:
    outcome = await dispatch(_plan(tmp_path, {"command": "echo done"}), Host.real())
    assert [it.result.stdout for it in outcome.runs if it.result] == ["done\n"]
