"""A guard that wants messages in a form of its own is attacked with messages that have that form."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.model import Label

_TICKET = """#!/bin/bash
command=$(jq -r .tool_input.command)
[[ $command =~ git\\ commit ]] || exit 0
# Messages begin with a ticket, such as TM-281: Fix bug.  One can do without -m with --amend.
[[ $command =~ (^|[^a-zA-Z])[A-Z]{2,3}-[0-9]+: ]] && exit 0
echo "the message has no ticket" >&2
exit 2
"""


def test_a_message_that_the_guard_accepts_takes_the_place_of_the_usual_one(tmp_path: Path) -> None:
    found = attacked(Guard("gate.sh", _TICKET, "bash {script}"), tmp_path / "shop", count=150)
    # That the guard's text has the word `amend` does not mean that nobody may change the last commit.
    assert {(it.name, seed.name) for it in found.meant.aims for seed in it.seeds} == {("conventions", "message")}
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert 'git commit -q --allow-empty -m "updated some stuff\n\nTM-281: Fix bug"' in passed
    harmless = {it.variant.text: it.verdict for it in found.of(Label.HARMLESS)}
    assert harmless["git commit -q --allow-empty -m 'TM-281: Fix bug'"] is Verdict.LEFT_ALONE
    assert not any("feat: add a cart" in it.variant.text for it in found.tried)
