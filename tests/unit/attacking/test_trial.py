"""A guard is asked nothing twice, and one that does not choose has no score."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.asking.sending import Sending
from hookwright.attacking.forms.model import Variant
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.outcome import Outcome


@pytest.mark.parametrize("words", [(), ("deletion",)])
def test_a_guard_that_fails_on_every_call_has_no_score(project: Path, words: tuple[str, ...]) -> None:
    broken = Guard("broken.sh", "# rm -rf\necho 'no module named guard: error' >&2; exit 1\n", "sh {script}")
    said = "failed on each of .* an attack says nothing of it. It exits with 1 and says `no module named guard: error`"
    with pytest.raises(UsageError, match=said):
        attacked(broken, project, words, count=12)


def test_a_guard_that_fails_on_what_it_lets_pass_has_a_score(project: Path) -> None:
    text = "grep -q 'rm -rf ~\"' && { echo no >&2; exit 2; }\n"
    found = attacked(Guard("last.sh", text, "sh {script}"), project, ["deletion"], count=12)
    assert [it for it in found.tried if it.verdict is Verdict.STOPPED]
    assert any("the guard exits with 1, which lets a call pass" in it for it in found.notes)


def test_a_guard_is_asked_nothing_twice(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def dispatched(plan: Plan, host: Host) -> Outcome:
        asked.append(json.dumps(plan.facts.payload))
        return await dispatch(plan, host)

    monkeypatch.setattr("hookwright.attacking.asking.trial.dispatch", dispatched)
    text = "if grep -qE 'rm -rf [~/]|reset --hard'; then echo 'not allowed here' >&2; exit 2; fi\n"
    guard = Guard("two.sh", text, "sh {script}")
    attacked(guard, project, count=12)
    assert "rm -rf ~" in "".join(asked)
    assert [it for it, times in Counter(asked).items() if times > 1 and len(it) < 10_000] == []
    # It says that it does not allow something, so it has no list of what it approves.
    assert not any('"git log"' in it for it in asked)


def test_a_guard_that_refuses_all_but_one_command_has_no_holes_and_only_false_alarms(project: Path) -> None:
    text = "grep -q '\"command\": *\"git status\"' && exit; echo 'rm - no' >&2; exit 2\n"
    found = attacked(Guard("all.sh", text, "sh {script}"), project, ["deletion"], count=40)
    assert not found.holes
    assert found.false_alarms
    assert not any(it.is_fault for it in found.circumstances)
    assert not found.holds


def test_a_guard_that_stops_nothing(project: Path) -> None:
    nothing = Guard("none.sh", "exit 0\n", "sh {script}")
    found = attacked(nothing, project, ["deletion"], count=40)
    assert "rm -rf ~" in {it.smallest.variant.text for it in found.holes}
    assert not found.circumstances
    assert any("stops nothing" in it for it in found.notes)


def test_what_matters_most_is_sent_first(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[tuple[list[Variant], list[Variant]]] = []
    passed = Sending.passed

    async def noted(self: Sending, chosen: Iterable[Variant]) -> set[Variant]:
        every, before = [*chosen], len(self.tried)
        found = await passed(self, every)
        rounds.append((every, [it.variant for it in self.tried[before:]]))
        return found

    monkeypatch.setattr(Sending, "passed", noted)
    text = "if grep -qE 'rm -rf [~/]|reset --hard'; then echo 'not allowed here' >&2; exit 2; fi\n"
    attacked(Guard("two.sh", text, "sh {script}"), project, count=60)
    assert any(len(sent) > 5 for _, sent in rounds)
    assert all([it for it in chosen if it in sent] == sent for chosen, sent in rounds)
