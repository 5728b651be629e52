"""Recorded payloads come before all other samples, where the matcher matches them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from hookwright.attacking.asking.guard import guard_at
from hookwright.attacking.asking.payloads import askers
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.engine.journal.payloads import NewPayload, add_payload
from hookwright.errors import UsageError
from hookwright.firing.fire import fire_request
from hookwright.host import NOBODY, Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.samples.built_in import Sample, samples
from hookwright.samples.recorded import listed_samples, record_named, recorded_samples
from hookwright.samples.save_sample import keep_sample
from hookwright.testing.read import read_tests
from hookwright.testing.run import prepare_case

_CLAUDE = by_id("claude-code")
_NOW = 1_000_000_000.0


class Recorded:
    """A journal with payloads, and the project that they are of."""

    def __init__(self, folder: Path) -> None:
        self.project = str(folder / "project")
        self.host = Host({"HOOKWRIGHT_STATE_DIR": str(folder / "state")}, str(folder / "home"))
        self.journal = str(folder / "state" / "journal.sqlite3")

    def add(self, tool: str, *, ago: float = 0, now: float = _NOW, cut: bool = False, **tool_input: Any) -> None:
        payload = {"tool_name": tool, "tool_input": tool_input, "cwd": self.project}
        new = NewPayload(now - ago, "claude-code", "", "PreToolUse", tool, self.project, "", payload, cut)
        add_payload(self.journal, new)

    def samples(self, event: str = "PreToolUse", dialect: Dialect = _CLAUDE) -> tuple[Sample, ...]:
        row = dialect.event(event)
        assert row is not None
        return recorded_samples(dialect, row, self.project, self.host, _NOW)

    def names(self, matcher: object = None) -> list[str]:
        found = listed_samples(_CLAUDE, "PreToolUse", matcher, project_dir=self.project, host=self.host)
        assert found.problems == ()
        return [it.name for it in found.samples]


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    return Recorded(tmp_path)


def test_they_say_what_and_when_it_was(recorded: Recorded) -> None:
    recorded.add("Bash", ago=190, command="npm test", description="Runs the tests")
    recorded.add("Read", ago=7300, file_path="/p/a.py")
    recorded.add("mcp__x__y", ago=1, n=1)
    recorded.add("Bash", ago=90_000, command="echo `date`\n" + "x" * 100)
    assert [(it.name, it.description) for it in recorded.samples()] == [
        ("recorded-4", f"Bash, 1 day ago: `echo 'date'{chr(0x240A)}{'x' * 47}…`"),
        ("recorded-3", "mcp__x__y, just now"),
        ("recorded-2", "Read, 2 hours ago: `/p/a.py`"),
        ("recorded-1", "Bash, 3 minutes ago: `npm test`"),
    ]
    assert all(it.recorded for it in recorded.samples())


def test_of_those_that_look_alike_there_is_the_last(recorded: Recorded) -> None:
    for ago in (50, 40, 30):
        recorded.add("Bash", ago=ago, command="npm test")
    assert [it.name for it in recorded.samples()] == ["recorded-3"]


def test_those_that_the_matcher_matches_come_first_and_the_others_last(recorded: Recorded) -> None:
    recorded.add("Bash", command="ls")
    recorded.add("Edit", file_path="/p/a.py")
    built_in = [it.name for it in samples(_CLAUDE, "PreToolUse", "Edit|Write", project_dir=recorded.project)]
    assert recorded.names("Edit|Write") == ["recorded-2", *built_in, "recorded-1"]
    assert recorded.names()[:2] == ["recorded-2", "recorded-1"]
    assert recorded.names("*")[:2] == ["recorded-2", "recorded-1"]


def test_what_is_no_whole_payload_is_no_sample(recorded: Recorded) -> None:
    recorded.add("Bash", command="ls", cut=True)
    assert recorded.samples() == ()


def test_those_of_other_events_agents_and_projects_are_not_listed(recorded: Recorded) -> None:
    recorded.add("Bash", command="ls")
    assert recorded.samples("PostToolUse") == ()
    assert recorded.samples("PreToolUse", by_id("codex")) == ()
    recorded.project = "/elsewhere"
    assert recorded.samples() == ()


def test_a_broken_journal_takes_no_other_sample_with_it(recorded: Recorded) -> None:
    Path(recorded.journal).parent.mkdir()
    Path(recorded.journal).write_bytes(b"no database" * 100)
    found = listed_samples(_CLAUDE, "PreToolUse", project_dir=recorded.project, host=recorded.host)
    assert found.samples == samples(_CLAUDE, "PreToolUse", project_dir=recorded.project)
    assert "cannot be read" in found.problems[0]


def test_without_a_user_there_is_no_journal(recorded: Recorded) -> None:
    recorded.add("Bash", command="ls")
    found = listed_samples(_CLAUDE, "PreToolUse", project_dir=recorded.project, host=NOBODY)
    assert not any(it.recorded for it in found.samples)


def test_a_hook_is_fired_with_the_newest_that_fits_or_with_the_one_that_is_named(recorded: Recorded) -> None:
    recorded.add("Bash", now=time.time(), command="npm test")
    recorded.add("Edit", now=time.time(), file_path="/p/a.py")
    groups = [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]
    path = f"{recorded.project}/.claude/settings.json"
    file = read_hook_file(path, json.dumps({"hooks": {"PreToolUse": groups}}), _CLAUDE, Scope.PROJECT)
    request = fire_request(file, "/hooks", project_dir=recorded.project, host=recorded.host)
    assert (request.sample, request.about_sample) == ("recorded-1", "Bash, just now: `npm test`")
    assert request.plan.facts.payload["tool_input"] == {"command": "npm test"}
    assert request.labels["recorded-2"] == "Edit, just now: `/p/a.py`"
    named = fire_request(file, "/hooks", project_dir=recorded.project, host=recorded.host, sample="recorded-2")
    assert named.unmatched
    with pytest.raises(UsageError, match="no sample `recorded-9`"):
        fire_request(file, "/hooks", project_dir=recorded.project, host=recorded.host, sample="recorded-9")


def test_no_payload_of_a_session_is_chosen_for_an_agent(recorded: Recorded) -> None:
    recorded.add("Bash", now=time.time(), command="npm test")
    groups = [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]
    path = f"{recorded.project}/.claude/settings.json"
    file = read_hook_file(path, json.dumps({"hooks": {"PreToolUse": groups}}), _CLAUDE, Scope.PROJECT)
    where: dict[str, Any] = {"project_dir": recorded.project, "host": recorded.host, "recorded": False}
    assert fire_request(file, "/hooks", **where).sample == "Bash"
    assert fire_request(file, "/hooks", **where, sample="recorded-1").sample == "recorded-1"
    guard = guard_at(file, "", recorded.project, recorded.host, recorded=False)
    assert [it.name for it in guard.askers.shells if it.recorded] == []
    guard = guard_at(file, "", recorded.project, recorded.host)
    assert [it.name for it in guard.askers.shells if it.recorded] == ["recorded-1"]


def test_a_hook_test_means_the_same_on_every_machine(recorded: Recorded) -> None:
    Path(recorded.project, ".claude").mkdir(parents=True)
    hooks = {"PreToolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}
    Path(recorded.project, ".claude", "settings.json").write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
    recorded.add("Edit", file_path="/p/a.py")
    text = "tests:\n- {name: a, event: PreToolUse, expect: {decision: none}}\n"
    (case,) = read_tests(f"{recorded.project}/a.hooktest.yaml", text).cases
    payload = prepare_case(case, recorded.host).request.plan.facts.payload
    assert payload["tool_name"] == samples(_CLAUDE, "PreToolUse")[0].payload["tool_name"]
    assert payload["tool_input"] != {"file_path": "/p/a.py"}


def test_a_hook_test_cannot_name_one_and_says_what_to_do(recorded: Recorded) -> None:
    text = "tests:\n- {name: a, event: PreToolUse, sample: recorded-1, expect: {decision: none}}\n"
    (case,) = read_tests(f"{recorded.project}/a.hooktest.yaml", text).cases
    recorded.add("Edit", file_path="/p/a.py")
    Path(recorded.project, ".claude").mkdir(parents=True)
    Path(recorded.project, ".claude", "settings.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="`hookwright keep recorded-1` makes a sample of it"):
        prepare_case(case, recorded.host)


def test_one_is_kept_as_a_sample_of_the_project_without_its_user(recorded: Recorded) -> None:
    Path(recorded.project).mkdir()
    recorded.add("Bash", command=f"cat {recorded.host.home}/x {recorded.project}/a.py")
    record = record_named("recorded-1", recorded.host)
    assert record is not None
    path = keep_sample(record, recorded.host.home)
    kept = json.loads(Path(path).read_text(encoding="utf-8"))
    assert kept["tool_input"] == {"command": "cat /home/user/x /home/sam/weather/a.py"}
    assert Path(path).name == "Bash-2.json"
    assert record_named("Bash", recorded.host) is None
    with pytest.raises(UsageError, match="no recorded payload `recorded-9`"):
        record_named("recorded-9", recorded.host)


def test_an_attack_puts_its_calls_into_what_the_agent_really_sends(recorded: Recorded) -> None:
    recorded.add("Bash", ago=9, command="ls", timeout=5)
    recorded.add("Bash", command="npm test", description="x")
    row = _CLAUDE.event("PreToolUse")
    assert row is not None
    found = askers(_CLAUDE, row, recorded.project, recorded.samples())
    assert [it.name for it in found.shells][:1] == ["recorded-2"]
    assert len(found.shells) == len(askers(_CLAUDE, row, recorded.project).shells)
