"""What `hookwright doctor` says of guards."""

from __future__ import annotations

from typing import Any

from hookwright.workflows.checks import State, doctor_json
from hookwright.workflows.guard_report import guard_checks

_COMMAND = "echo Blocked >&2; exit 2"


async def test_a_dead_guard_is_broken_and_comes_before_other_hooks(guards: Any) -> None:
    found = await guards(["biome check", "uv run x && { echo Blocked >&2; exit 2; }"], has=("sh",))
    checks = [*guard_checks(found)]
    assert [(it.area, it.state) for it in checks] == [
        ("Guards", State.BROKEN),
        ("Hooks that do not run here", State.BROKEN),
    ]
    assert checks[0].says.startswith("dead: ")
    told = doctor_json(checks, found)
    assert told["broken"] == 2
    assert {it["state"] for it in told["guards"]} == {"dead"}


async def test_a_guard_that_looks_at_nothing_is_no_reason_to_worry(guards: Any) -> None:
    (check,) = guard_checks(await guards([_COMMAND]))
    assert check.state is not State.BROKEN
