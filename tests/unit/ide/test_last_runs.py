from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.files import command, group, hook_file

from hookwright.engine.journal.statistics import LastRun, key_of
from hookwright.firing.fire import fire, fire_request
from hookwright.host import Host
from hookwright.ide.code_lens import LAST_REPORT, code_lenses
from hookwright.ide.last_runs import identities, last_run_label, last_run_labels, last_runs, slow_hooks

FILE = hook_file({"PreToolUse": [group(command("true"), command("make", timeout=4))]})


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (LastRun("d", "blocked", "deny", 0.012), "deny · 12 ms"),
        (LastRun("d", "blocked", None, 0.012), "blocked · 12 ms"),
        (LastRun("d", "succeeded", None, 1.5), "ok · 1.5 s"),
        (LastRun("d", "timed-out", None, 60), "timed-out · 60 s"),
    ],
)
def test_a_result_in_a_few_words(last: LastRun, words: str) -> None:
    assert last_run_label(last) == words


async def test_results_stand_on_the_hooks_that_ran(tmp_path: Path) -> None:
    file = hook_file({"PreToolUse": [group(command("true"), command("exit 2"))]})
    fired = await fire(fire_request(file, "/hooks/PreToolUse/0/hooks/1", project_dir=str(tmp_path)), Host.real())
    known = last_run_labels(file, dict(last_runs(fired.outcome)))
    assert list(known) == ["/hooks/PreToolUse/0/hooks/1"]
    (lens,) = (it for it in code_lenses(file, known) if it.command == LAST_REPORT)
    assert lens.title.startswith("deny · ")
    edited = hook_file({"PreToolUse": [group(command("true"), command("exit 0"))]})
    assert last_run_labels(edited, dict(last_runs(fired.outcome))) == {}


@pytest.mark.parametrize(
    ("number", "usual", "words"),
    [
        (0, None, None),
        (0, 0.9, None),
        (0, 1.1, "the agent waits for it on every `PreToolUse`"),
        (1, 2.5, "this takes up to 2.5 s of the 4 s it may take"),
    ],
)
def test_hooks_that_are_usually_slow(number: int, usual: float | None, words: str | None) -> None:
    known = {key_of(identities(FILE)[number]): LastRun("d", "succeeded", None, 0.01, usual)}
    found = [it.finding.message for _, it in slow_hooks(FILE, known)]
    assert len(found) == (words is not None)
    assert all(words is not None and words in it for it in found)
