"""The same tool use never fires an event twice."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.explain import explanation
from hookwright.engine.guard import Guard, Once, admitted, once_of
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.engine.process import Command, Finished
from hookwright.host import Host
from hookwright.model.outcome import Outcome


def _once(number: int, session: str = "s", event: str = "PreToolUse") -> Once:
    return Once("clawdcode", session, event, "tool_use_id", f"t{number}")


def _plan(
    project: Path, event: str, tool_use_id: str | None = "t", session: str = "s", dialect: str = "clawdcode"
) -> Plan:
    table = by_id(dialect)
    path = project / "hooks.json"
    hooks = {it.name: [{"hooks": [{"type": "command", "command": "true"}]}] for it in table.events}
    path.write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
    payload: dict[str, Any] = {"tool_name": "Bash", "tool_use_id": tool_use_id, "tool_input": {"file_path": "x"}}
    snapshot = load(table, str(project), named=NamedFiles(config_files=[str(path)]))
    return make_plan(Request(table, event, payload, str(project), session), snapshot)


async def _fire(plan: Plan, guard: Guard) -> Outcome:
    return await dispatch(plan, Host({"PATH": os.defpath}, "/"), guard=guard)


def test_a15_the_second_time_is_not_admitted() -> None:
    guard = Guard()
    assert guard.admit(_once(1))
    assert not guard.admit(_once(1))
    assert guard.admit(_once(2))
    assert guard.admit(_once(1, event="PostToolUse"))
    assert guard.admit(_once(1, session="other"))


def test_a15_only_the_newest_10000_of_a_session_are_remembered() -> None:
    guard = Guard()
    for number in range(10_001):
        assert guard.admit(_once(number))
    assert _once(0) not in guard
    assert _once(1) in guard
    assert _once(10_000) in guard


def test_a15_sessions_that_never_end_are_forgotten_in_the_end() -> None:
    guard = Guard()
    for number in range(1_001):
        guard.admit(_once(1, session=f"s{number}"))
        guard.admit(_once(2, session="kept"))
    assert _once(1, session="s0") not in guard
    assert _once(1, session="s1000") in guard
    assert _once(2, session="kept") in guard


def test_a15_the_session_that_fired_longest_ago_is_forgotten_first() -> None:
    guard = Guard()
    for number in range(1_000):
        guard.admit(_once(1, session=f"s{number}"))
    assert not guard.admit(_once(1, session="s0"))
    guard.admit(_once(1, session="new"))
    assert _once(1, session="s0") in guard
    assert _once(1, session="s1") not in guard
    assert _once(1, session="s2") in guard


async def test_a15_a_duplicate_runs_nothing_and_says_so(tmp_path: Path) -> None:
    guard = Guard()
    first = (await _fire(_plan(tmp_path, "PreToolUse"), guard)).to_json()
    second = (await _fire(_plan(tmp_path, "PreToolUse"), guard)).to_json()
    assert (first["duplicate"], len(first["runs"])) == (False, 1)
    assert (second["duplicate"], second["runs"], second["decision"], second["blocked"]) == (True, [], None, False)


async def test_a15_every_tool_event_is_guarded_and_no_other(tmp_path: Path) -> None:
    guard, twice = Guard(), []
    for row in by_id("clawdcode").events:
        await _fire(_plan(tmp_path, row.name), guard)
        if (await _fire(_plan(tmp_path, row.name), guard)).duplicate:
            twice.append(row.name)
    assert twice == ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"]


@pytest.mark.parametrize("tool_use_id", [None, ""])
def test_a15_what_has_no_id_may_fire_again(tmp_path: Path, tool_use_id: str | None) -> None:
    assert once_of(_plan(tmp_path, "PreToolUse", tool_use_id)) is None


async def test_a15_the_end_of_a_session_drops_what_is_known_of_it(tmp_path: Path) -> None:
    guard = Guard()
    await _fire(_plan(tmp_path, "PreToolUse"), guard)
    await _fire(_plan(tmp_path, "PreToolUse", session="other"), guard)
    await _fire(_plan(tmp_path, "SessionEnd"), guard)
    assert not (await _fire(_plan(tmp_path, "PreToolUse"), guard)).duplicate
    assert (await _fire(_plan(tmp_path, "PreToolUse", session="other"), guard)).duplicate


async def test_a15_what_was_cancelled_may_fire_again(tmp_path: Path) -> None:
    """Else a second try would be let through without the hooks having had their say."""
    guard, began = Guard(), asyncio.Event()

    async def run(_: Command, __: object = None) -> Finished:
        began.set()
        await asyncio.Event().wait()
        raise AssertionError

    with patch("hookwright.engine.performing.run", run):
        task = asyncio.create_task(_fire(_plan(tmp_path, "PreToolUse"), guard))
        await began.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert not (await _fire(_plan(tmp_path, "PreToolUse"), guard)).duplicate


async def test_a15_explaining_says_what_would_be_a_duplicate_and_fires_nothing(tmp_path: Path) -> None:
    guard = Guard()
    assert explanation(_plan(tmp_path, "PreToolUse"), guard)["matched"]
    await _fire(_plan(tmp_path, "PreToolUse"), guard)
    told = explanation(_plan(tmp_path, "PreToolUse"), guard)
    assert told["matched"] == []
    [skipped] = told["skipped"]
    assert "would be a duplicate" in skipped["because"][-1]
    assert "`t`" in skipped["because"][-1]


async def test_other_dialects_fire_as_often_as_they_are_told(tmp_path: Path) -> None:
    guard = Guard()
    for _ in range(2):
        assert not (await _fire(_plan(tmp_path, "PreToolUse", dialect="ai-agents"), guard)).duplicate


async def test_a_hook_of_a_skill_with_once_runs_once_a_session(tmp_path: Path) -> None:
    (tmp_path / ".claude/skills/ship").mkdir(parents=True)
    lines = ["---", "hooks:", "  Stop:", "    - hooks:"]
    for name, key in (("once", "true"), ("always", "false")):
        lines += ["        - type: command", f"          command: echo {name}", f"          once: {key}"]
    (tmp_path / ".claude/skills/ship/SKILL.md").write_text("\n".join([*lines, "---", ""]), encoding="utf-8")
    table, guard = by_id("claude-code"), Guard()
    snapshot = load(table, str(tmp_path))

    async def ran(session: str) -> list[str]:
        request = Request(table, "Stop", {}, str(tmp_path), session, skills=("ship",))
        outcome = await _fire(make_plan(request, snapshot), guard)
        return [it.result.stdout.strip() for it in outcome.runs if it.result]

    assert [await ran(it) for it in ("s", "s", "other")] == [["once", "always"], ["always"], ["once", "always"]]


async def test_once_means_nothing_where_no_skill_has_it(tmp_path: Path) -> None:
    path = tmp_path / ".claude" / "settings.json"
    path.parent.mkdir()
    hooks = [{"type": "command", "command": "echo ran", "once": True}]
    path.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}}), encoding="utf-8")
    table, guard = by_id("claude-code"), Guard()
    request = Request(table, "PreToolUse", {"tool_name": "Bash"}, str(tmp_path), "s")
    plans = [make_plan(request, load(table, str(tmp_path))) for _ in range(2)]
    assert [len((await _fire(it, guard)).runs) for it in plans] == [1, 1]


async def test_a15_a_duplicate_that_fails_gives_no_second_chance(tmp_path: Path) -> None:
    guard, seen = Guard(), list[bool]()

    def fire(plan: Plan, *, fails: bool) -> None:
        with admitted(guard, plan) as fresh:
            seen.append(fresh)
            assert not fails, "it fails"

    fire(_plan(tmp_path, "PreToolUse"), fails=False)
    with pytest.raises(AssertionError, match="it fails"):
        fire(_plan(tmp_path, "PreToolUse"), fails=True)
    fire(_plan(tmp_path, "PreToolUse"), fails=False)
    assert seen == [True, False, False]
