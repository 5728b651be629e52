"""A guard that refuses each commit on `main` is attacked on another branch, too, so that this hides nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard

from hookwright.attacking.asking.guard import Guard as Attackable
from hookwright.attacking.asking.guard import guard_at, meant_by
from hookwright.attacking.asking.other_branch import Branches
from hookwright.attacking.asking.results import Attacked, Tried, Verdict
from hookwright.attacking.attack import attack_guard
from hookwright.attacking.forms.model import Label, Variant
from hookwright.attacking.hook_tests import has_test, is_elsewhere
from hookwright.attacking.report_json import attack_json
from hookwright.cli.finishing import finished
from hookwright.host import Host
from hookwright.workflows.hook_files import hook_file

_TEXT = """#!/bin/bash
command=$(jq -r .tool_input.command)
[[ $command == *"git commit --no-verify"* ]] && exit 2
# No commit on main.
if [[ $command == *"git commit"* && $(git branch --show-current) == WHERE ]]; then
  echo "Do not commit to main" >&2
  exit 2
fi
exit 0
"""


_FORCED_THERE = """#!/bin/bash
command=$(jq -r .tool_input.command)
if grep -qE 'push .*(--force|-f)' <<< "$command"; then
  [[ $command == *WHERE* || $(git branch --show-current) == WHERE ]] && exit 2
fi
exit 0
"""


def _attacked(
    project: Path, where: str, branch: str = "main", text: str = _TEXT, count: int = 140
) -> tuple[Attackable, Attacked]:
    host = Host.real(str(project.parent / "home"))
    file = Guard("guard.sh", text.replace("WHERE", where), "bash {script}").written(project)
    for words in (f"init -q -b {branch}", "-c user.name=a -c user.email=a@b.c commit -q --allow-empty -m one"):
        subprocess.run(["git", "-C", str(project), *words.split()], check=True)
    found = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    return found, finished(attack_guard(found, meant_by(found, ()), host, count=count))


def test_what_the_rule_about_main_hides_is_a_hole(tmp_path: Path) -> None:
    guard, found = _attacked(tmp_path / "shop", "main")
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert passed & {"git commit -n -am wip", "git commit -am wip -n", "git commit -anm wip", "git commit -na -m wip"}
    assert any(it.startswith(("git switch -q main", "git checkout -q main;")) for it in passed)
    assert any("another branch checked out" in it for it in found.notes)
    elsewhere = [it for it in found.faults if is_elsewhere(it)]
    assert elsewhere
    assert not any(map(has_test, elsewhere))
    numbers = {it["text"]: it["number"] for it in attack_json(guard, found)["holes"]}
    assert {numbers[it.smallest.variant.text] for it in elsewhere if it in found.holes} == {-1}
    # The guard asks git for the branch; git is wherever an agent works, so that this is no fault.
    assert {it.name: it.is_fault for it in found.circumstances}["`git` is not installed"] is False


def test_a_guard_that_makes_no_difference_is_asked_on_the_branch_of_the_project(tmp_path: Path) -> None:
    _, found = _attacked(tmp_path / "shop", "release")
    assert not any("another branch checked out" in it for it in found.notes)


_FORCED = """#!/bin/bash
command=$(jq -r .tool_input.command)
if [[ $command == *"git push"* && $(git rev-parse --abbrev-ref HEAD) == main ]]; then
  echo "Do not push from main" >&2
  exit 2
fi
[[ $command == *"git push --force"* ]] && exit 2
exit 0
"""


def test_a_rule_that_holds_on_each_branch_is_attacked_where_the_one_of_main_does_not_hide_it(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    host = Host.real(str(tmp_path / "home"))
    file = Guard("guard.sh", _FORCED, "bash {script}").written(project)
    for words in ("init -q -b main", "-c user.name=a -c user.email=a@b.c commit -q --allow-empty -m one"):
        subprocess.run(["git", "-C", str(project), *words.split()], check=True)
    found = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    attacked = finished(attack_guard(found, meant_by(found, ()), host, count=150))
    passed = {it.variant.text: it.on for it in attacked.tried if it.verdict is Verdict.PASSED}
    assert any(it.startswith(("git push -f", "git push origin main -f", "git push origin +")) for it in passed)
    assert {on for text, on in passed.items() if text.startswith("git push -f")} <= {"feature/hookwright-note"}


def test_in_a_project_with_another_branch_the_rule_about_main_is_attacked_on_main(tmp_path: Path) -> None:
    _, found = _attacked(tmp_path / "shop", "main", "topic")
    assert ("protected", "commit") in {(it.name, seed.name) for it in found.meant.aims for seed in it.seeds}
    assert "main" in {it.on for it in found.tried if it.verdict is Verdict.STOPPED}
    passed = {it.variant.text: it.on for it in found.tried if it.verdict is Verdict.PASSED}
    assert any(on == "" and it.startswith(("git switch -q main", "git checkout -q main;")) for it, on in passed.items())
    assert any("`main` is checked out: some calls" in it for it in found.notes)


def test_what_the_guard_allows_on_another_branch_is_no_form_of_what_it_stops_on_main(tmp_path: Path) -> None:
    def forms(project: Path, where: str) -> set[str]:
        _, found = _attacked(project, where, "topic", _FORCED_THERE, 20)
        return {form.command for aim in found.meant.aims for seed in aim.seeds for form in seed.same}

    call = "git push origin :feature; git push origin feature"
    assert call in forms(tmp_path / "every", "git")
    assert call not in forms(tmp_path / "shop", "main")


_BY_NAME = """#!/bin/bash
command=$(jq -r .tool_input.command)
if grep -qE 'git push .*(origin|upstream) +main' <<< "$command"; then
  echo "Do not push to main" >&2
  exit 2
fi
exit 0
"""


def test_a_guard_that_does_not_look_at_the_branch_is_attacked_with_main_checked_out(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    file = Guard("guard.sh", _BY_NAME, "bash {script}").written(project)
    for words in ("init -q -b topic", "-c user.name=a -c user.email=a@b.c commit -q --allow-empty -m one"):
        subprocess.run(["git", "-C", str(project), *words.split()], check=True)
    host = Host.real(str(tmp_path / "home"))
    found = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    attacked = finished(attack_guard(found, meant_by(found, ()), host, count=300))
    on = {it.variant.text: it.on for it in attacked.tried if it.verdict is Verdict.PASSED}
    assert on["git push"] == on["git push origin HEAD"] == "main"
    assert {it for text, it in on.items() if " main" in text} == {""}


@every(
    ("text", "branch"),
    [
        ("git push origin feature # not git push", "feature/a"),
        ("git commit -m 'Refuse it' -m 'git commit'", "feature/a"),
        ("cd src && git merge feature", "feature/a"),
        ("git push --dry-run", "main"),
        ("git push -n", "main"),
        ("git commit --help", "main"),
        ("echo 'git push'", "main"),
        ("git log --grep commit", "main"),
    ],
)
def test_a_harmless_call_that_pushes_is_sent_on_another_branch(text: str, branch: str) -> None:
    on = Branches("main", "main", "feature/a", stopped=frozenset({"git push"}))
    call = Variant("protected", "branch", Label.HARMLESS, text, "It only mentions it.")
    tried = Tried(variant=call, verdict=Verdict.FALSE_ALARM, payload={})
    assert on.marked([tried])[0].on == ("" if branch == "main" else branch)
