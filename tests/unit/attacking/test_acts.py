"""A guard that stops every commit, as no check has passed, is attacked with other ways to commit."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.forms.dangers import dangers

_GATE = """#!/bin/bash
command=$(jq -r .tool_input.command)
grep -qE '\\bgit commit\\b' <<< "$command" || exit 0
CONDITION && exit 0
echo "BLOCKED: the tests of main must pass, and be newer than the commit message" >&2
exit 2
"""


def _meant(condition: str, project: Path) -> tuple[set[tuple[str, str]], set[str]]:
    """The seeds of an attack on a gate that is open under this condition, and its holes."""
    text = _GATE.replace("CONDITION", condition)
    found = attacked(Guard("gate.sh", text, "bash {script}"), project, count=60)
    seeds = {(it.name, seed.name) for it in found.meant.aims for seed in it.seeds}
    return seeds, {it.smallest.variant.text for it in found.holes}


def test_a_gate_that_is_shut_is_meant_to_stop_every_commit(tmp_path: Path) -> None:
    seeds, holes = _meant('[ -e "$CLAUDE_PROJECT_DIR/.state/passed" ]', tmp_path / "shop")
    assert seeds == {("protected", "every commit")}
    assert any(it.startswith(("git revert ", "git cherry-pick ", "git merge ", "git update-ref ")) for it in holes)


def test_a_guard_of_messages_is_not_meant_to_stop_every_commit(tmp_path: Path) -> None:
    seeds, _ = _meant("""grep -qE 'commit$|--amend|SHOP-[0-9]+' <<< "$command\"""", tmp_path / "shop")
    assert ("protected", "every commit") not in seeds


def test_acts_begin_with_a_program_and_a_subcommand() -> None:
    acts = [seed for danger in dangers().values() for seed in danger.seeds if seed.whole]
    assert acts
    assert {tuple(it.split()[:2]) for seed in acts for it in seed.whole} == {("git", "commit"), ("git", "push")}
    assert all(seed.command in seed.whole for seed in acts)
