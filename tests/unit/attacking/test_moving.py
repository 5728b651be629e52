"""A guard that looks at the branch before a command runs is attacked with commands that go to another branch first."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.every import every
from tests.unit.attacking.people import Guard

from hookwright.attacking.asking.guard import guard_at, meant_by
from hookwright.attacking.asking.results import Attacked, Verdict
from hookwright.attacking.attack import attack_guard
from hookwright.attacking.forms.model import Label
from hookwright.cli.finishing import finished
from hookwright.host import Host
from hookwright.workflows.hook_files import hook_file

_TEXT = """#!/bin/bash
command=$(jq -r .tool_input.command)
branch=$(git branch --show-current)
if [[ $branch == main ]]; then
  # Commits, pushes and resets are for work/ branches.
  grep -qE 'git (.* )?(commit|push)|git reset --hard|git merge' <<< "$command" && exit 2
fi
[[ $branch == feature/* ]] && grep -qE 'git (commit|push)' <<< "$command" && exit 2
exit 0
"""
_TWO_STEPS = "git switch -q main && git fetch -q && git switch -q -c work/hookwright-other"
_BRANCHES = ("branch feature/cart", "branch work/cart")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Attacked:
    """An attack on a guard that forbids some commands on `main`."""
    project = tmp_path_factory.mktemp("moving") / "shop"
    host = Host.real(str(project.parent / "home"))
    file = Guard("guard.sh", _TEXT, "bash {script}").written(project)
    for words in ("init -q -b main", "-c user.name=a -c user.email=a@b.c commit -q --allow-empty -m one", *_BRANCHES):
        subprocess.run(["git", "-C", str(project), *words.split()], check=True)
    guard = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    return finished(attack_guard(guard, meant_by(guard, ()), host, count=300))


def _of(found: Attacked, verdict: Verdict) -> dict[str, str]:
    return {it.variant.text: it.on for it in found.tried if it.verdict is verdict}


def test_what_is_stopped_on_the_main_branch_passes_behind_a_command_that_goes_there(found: Attacked) -> None:
    """The guard is asked on a branch in a folder that its text names, as it forbids commits in the usual one."""
    passed = _of(found, Verdict.PASSED)
    there = {on for text, on in passed.items() if text.startswith("git checkout -q main && ")}
    assert there == {"work/hookwright-note"}
    assert [it for it in passed if it.startswith("git switch -q -c work/hookwright-other && git switch -q main && ")]


def test_what_does_harm_on_each_branch_is_not_harmless_behind_a_new_one(found: Attacked) -> None:
    every = [it.variant.text.removeprefix(_TWO_STEPS) for it in found.of(Label.HARMLESS)]
    made = [it for it in every if "hookwright-other &&" in it]
    assert made
    assert not [it for it in made if " main" in it or "--force" in it or "--hard" in it]


@every(
    "text",
    [
        "git switch -q -c work/hookwright-other && git commit -q --allow-empty -m x",
        "cd .worktrees/hookwright && git commit -q --allow-empty -m x",
        "git -C .worktrees/hookwright commit -q --allow-empty -m x",
        "git switch -q -c work/hookwright-other && git push -u origin work/hookwright-other",
        "git switch -q work/cart && git push",
        f"{_TWO_STEPS} && git commit -q --allow-empty -m x",
    ],
)
def test_what_leaves_the_branch_is_a_false_alarm(text: str, found: Attacked) -> None:
    assert _of(found, Verdict.FALSE_ALARM).get(text) == ""


_TYPED = """#!/bin/bash
command=$(jq -r .tool_input.command)
[[ $command == *"git commit"* ]] || exit 0
[[ $command =~ -m\\ .(feat|fix|docs): ]] || exit 2
[[ $(git branch --show-current) == main ]] && exit 2
exit 0
"""


def test_a_rule_about_messages_does_not_hide_one_about_the_branch(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    host = Host.real(str(tmp_path / "home"))
    file = Guard("guard.sh", _TYPED, "bash {script}").written(project)
    for words in ("init -q -b main", "-c user.name=a -c user.email=a@b.c commit -q --allow-empty -m one"):
        subprocess.run(["git", "-C", str(project), *words.split()], check=True)
    guard = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    attacked = finished(attack_guard(guard, meant_by(guard, ()), host, count=60))
    text = "cd .worktrees/hookwright && git commit -q --allow-empty -m 'docs: add a note'"
    assert text in _of(attacked, Verdict.FALSE_ALARM)
