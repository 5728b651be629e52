"""What is foreseen of a test is what comes of it: whatever a dry run finds wrong, running it finds wrong too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookwright.host import Host
from hookwright.testing.case import Case
from hookwright.testing.dry import case_plan, dry_case
from hookwright.testing.read import read_tests
from hookwright.testing.run import run_case

RUNS = {"type": "command", "command": "touch ran"}
DENIES = {"type": "command", "command": "exit 2"}
ASKS = {"type": "agent", "prompt": "May it?"}
PROMPTS = {"type": "prompt", "prompt": "May it?"}
CLAUDE_CODE, CLAWDCODE = ".claude/settings.json", ".clawdcode/settings.json"


def case_of(folder: Path, expect: dict[str, Any], *hooks: dict[str, Any], path: str = CLAUDE_CODE, **more: Any) -> Case:
    event = more.get("event", "PreToolUse")
    file = folder / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"hooks": {event: [{"hooks": list(hooks), **more.pop("group", {})}]}}))
    test = {"name": "a test", "event": event, "expect": expect, **more}
    (case,) = read_tests(str(folder / "a.hooktest.yaml"), json.dumps({"tests": [test]})).cases
    return case


@pytest.mark.parametrize(
    ("expect", "hooks", "more", "found"),
    [
        ({"decision": "deny", "fires": 1}, [DENIES], {}, []),
        ({"fires": True}, [RUNS], {}, []),
        ({"fires": 2}, [RUNS], {}, ["fires: expected 2, got 1"]),
        ({"fires": False}, [RUNS], {}, ["fires: expected false, got 1"]),
        ({"fires": 1}, [RUNS, ASKS, PROMPTS], {}, []),
        ({"fires": 0}, [ASKS], {}, []),
        ({"fires": 0, "decision": "none"}, [RUNS], {"group": {"matcher": "Write"}, "tool": "Bash"}, []),
        (
            {"fires": True, "decision": "deny"},
            [DENIES],
            {"group": {"matcher": "Write"}, "tool": "Bash"},
            ['decision: expected "deny", got none', "fires: expected true, got 0"],
        ),
        ({"reason": "because"}, [ASKS], {}, ["reason: expected a text that contains 'because', got none"]),
        (
            {"decision": "deny"},
            [DENIES],
            {"event": "PostToolUse"},
            ['decision: expected "deny", got never: no hook of `PostToolUse` can do that'],
        ),
        (
            {"blocked": True, "mustContinue": True},
            [RUNS],
            {"event": "SessionStart"},
            [
                f"{it}: expected true, got never: no hook of `SessionStart` can do that"
                for it in ("blocked", "mustContinue")
            ],
        ),
        ({"fires": 1}, [DENIES, RUNS], {"path": CLAWDCODE}, []),
        ({"fires": 3}, [DENIES, RUNS], {"path": CLAWDCODE}, ["fires: expected 3, got 1 to 2"]),
    ],
)
async def test_what_is_foreseen_comes_so(
    tmp_path: Path, expect: dict[str, Any], hooks: list[dict[str, Any]], more: dict[str, Any], found: list[str]
) -> None:
    case = case_of(tmp_path, expect, *hooks, **more)

    dry = dry_case(case, Host.real())

    assert (dry.status, dry.problem, [str(it) for it in dry.mismatches]) == ("planned", None, found)
    assert not (tmp_path / "ran").exists()
    wrong = {it.key for it in (await run_case(case, Host.real())).mismatches}
    assert {it.key for it in dry.mismatches} == wrong


async def test_a_hook_with_a_condition_of_its_own_may_run_or_not(tmp_path: Path) -> None:
    entry = {"matcher": "*", "command": "true", "condition": "false"}
    (tmp_path / ".agent").mkdir()
    (tmp_path / ".agent/settings.json").write_text(json.dumps({"hooks": {"PreToolUse": [entry]}}))
    text = "tests: [{event: PreToolUse, expect: {fires: 0}}, {event: PreToolUse, expect: {fires: 2}}]"
    never, twice = read_tests(str(tmp_path / "a.hooktest.yaml"), text).cases

    assert dry_case(never, Host.real()).mismatches == ()
    assert [str(it) for it in dry_case(twice, Host.real()).mismatches] == ["fires: expected 2, got 0 to 1"]
    assert (await run_case(never, Host.real())).status == "passed"


def test_tests_that_cannot_be_planned(tmp_path: Path) -> None:
    skipped = dry_case(case_of(tmp_path, {"fires": 1}, RUNS, skip="not now"), Host.real())
    broken = dry_case(case_of(tmp_path, {"fires": 1}, RUNS, sample="nothing"), Host.real())

    assert (skipped.status, skipped.ready) == ("skipped", None)
    assert broken.status == "error"
    assert "has no sample `nothing`" in str(broken.problem)


def test_the_plan_points_at_the_hooks(tmp_path: Path) -> None:
    ready = dry_case(case_of(tmp_path, {"fires": 2}, RUNS, DENIES, tool="Bash"), Host.real()).ready
    assert ready is not None
    plan = case_plan(ready, str(tmp_path / "a.hooktest.yaml"))

    assert (plan["uri"], plan["pointer"]) == ((tmp_path / CLAUDE_CODE).as_uri(), "/hooks/PreToolUse/0/hooks")
    assert plan["payload"]["tool_name"] == "Bash"
    assert "Bash" in plan["samples"]
    assert [it["hook"]["command"] for it in plan["steps"]] == ["touch ran", "exit 2"]


def test_the_plan_of_nothing_names_the_test(tmp_path: Path) -> None:
    ready = dry_case(case_of(tmp_path, {"fires": 0}, RUNS, tool="Bash", group={"matcher": "Edit"}), Host.real()).ready
    assert ready is not None
    plan = case_plan(ready, str(tmp_path / "a.hooktest.yaml"))

    assert (plan["uri"], plan["pointer"], plan["steps"]) == ((tmp_path / "a.hooktest.yaml").as_uri(), "", [])
