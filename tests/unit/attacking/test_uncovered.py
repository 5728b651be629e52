"""A note names known commands of the same danger that a guard has no rule about."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import DELETION_IN_SHELL, Guard, attacked

from hookwright.attacking.asking.results import Tried, Verdict
from hookwright.attacking.asking.uncovered import _others
from hookwright.attacking.forms.dangers import Danger, Seed
from hookwright.attacking.forms.model import Label, Variant

_HISTORY = Guard(
    "history.sh",
    """#!/bin/bash
# Never lose commits: no `git push --force`, no `git reset --hard`.
command=$(jq -r '.tool_input.command')
if grep -qE 'git (push .*--force|reset .*--hard)' <<< "$command"; then
  echo "Ask before you lose commits" >&2
  exit 2
fi
""",
    "bash {script}",
)


def test_what_a_guard_has_no_rule_about_is_named_if_it_stops_others_of_the_danger(tmp_path: Path) -> None:
    found = attacked(_HISTORY, tmp_path / "shop", count=60)
    (note,) = (it for it in found.notes if "of the danger `history`" in it)
    assert "`git clean" in note
    assert "`git push --force" not in note
    assert "`--danger history`" in note


def test_what_was_sent_as_a_form_of_another_command_is_in_no_note() -> None:
    known = {"x": Danger(does="x", seeds=tuple(Seed(name=it, command=f"rm {it}", why="x") for it in "abcd"))}
    sent = [
        Tried(variant=Variant("x", name, Label.DESTRUCTIVE, text, ""), verdict=Verdict.STOPPED, payload={})
        for name, text in (("a", "rm a"), ("b", "rm b"), ("b", "rm c"))
    ]
    assert [it.name for _, every in _others(known, sent) for it in every] == ["d"]


def test_a_guard_of_one_command_may_only_be_about_that(tmp_path: Path) -> None:
    found = attacked(DELETION_IN_SHELL, tmp_path / "shop", count=40)
    assert not [it for it in found.notes if "of the danger" in it]
