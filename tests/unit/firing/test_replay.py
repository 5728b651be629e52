"""Recorded dispatches are fired again for real, and held against what was recorded."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.config.read import read_hook_file
from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.journal.history import recorded_run
from hookwright.engine.journal.writer import Journal, recorded
from hookwright.engine.plan import Request, make_plan
from hookwright.errors import UsageError
from hookwright.firing.fire import fire, fire_on_copy, fire_request
from hookwright.firing.replay import Replayed, prepare_replay, replay
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.reports.history_page import plain_replay, replay_page

CLAUDE = by_id("claude-code")
GUARD = 'grep -q push && { echo "no pushing" >&2; exit 2; } || exit 0'
PAYLOAD = {"tool_name": "Bash", "tool_input": {"command": "git push"}}
TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"


class Project:
    """A project with its journal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self.folder.mkdir()
        self.home = str(folder / "home")
        self.host = Host({**Host.real().environ, "HOME": self.home}, self.home)
        self.journal = str(folder / "state" / "journal.sqlite3")
        self.file = self.folder / ".claude" / "settings.json"

    def hooks(self, *commands: str, matcher: str = "Bash") -> None:
        self.file.parent.mkdir(exist_ok=True)
        entries = [{"type": "command", "command": it} for it in commands]
        self.file.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": matcher, "hooks": entries}]}}))

    def dispatched(self, payload: dict[str, Any] | None = None) -> str:
        snapshot = load(CLAUDE, str(self.folder), Host({}, self.home))
        plan = make_plan(Request(CLAUDE, "PreToolUse", payload or PAYLOAD, str(self.folder), "s", self.home), snapshot)
        journal = Journal(self.journal)
        outcome = asyncio.run(recorded(dispatch(plan, self.host), plan, journal))
        journal.close()
        return outcome.dispatch_id

    def fired(self, pointer: str) -> str:
        file = read_hook_file(str(self.file), self.file.read_text(), CLAUDE, Scope.PROJECT)
        shot = fire_request(file, pointer, project_dir=str(self.folder), payload=PAYLOAD, host=Host({}, self.home))
        journal = Journal(self.journal)
        number = asyncio.run(fire(shot, self.host, journal=journal)).outcome.dispatch_id
        journal.close()
        return number

    def replayed(self, named: str, *, scratch: bool = False) -> Replayed:
        ready = prepare_replay(recorded_run(self.journal, named), self.host)
        return asyncio.run(replay(ready, self.host, scratch=scratch))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def told(replayed: Replayed) -> list[tuple[str, Any, Any]]:
    return [(it.what, it.then, it.now) for it in replayed.differences]


def test_the_same_hooks_do_the_same(project: Project) -> None:
    project.hooks(GUARD, "echo $RANDOM; exit 0")
    found = project.replayed(project.dispatched())
    assert told(found) == []
    assert found.then["decision"] == found.now["decision"] == "deny"
    assert found.then["dispatchId"] != found.now["dispatchId"]
    assert found.then.keys() == found.now.keys()
    assert found.then["payload"] == found.now["payload"]
    assert plain_replay(found).startswith("PreToolUse  no differences  (recorded ")
    assert "Nothing differs." in replay_page(found)


def test_what_an_edit_changes(project: Project) -> None:
    project.hooks(GUARD)
    number = project.dispatched()
    project.hooks(GUARD.replace("push", "pull"))
    found = project.replayed(number)
    assert told(found) == [
        ("decision", "deny", None),
        ("blocked", True, False),
        ("reason", "no pushing", None),
        ("status", "blocked", "succeeded"),
        ("exitCode", 2, 0),
    ]
    assert any("has a different command now" in it for it in found.fired.notes)
    text = plain_replay(found)
    assert "  decision: deny → none\n" in text
    assert "5 differences" in text
    assert "| decision | `deny` | `none` |" in replay_page(found)


def test_context_and_changed_input_are_compared(project: Project) -> None:
    def answer(context: str, command: str) -> str:
        output = {"hookEventName": "PreToolUse", "additionalContext": context, "updatedInput": {"command": command}}
        return f"echo '{json.dumps({'hookSpecificOutput': {**output, 'permissionDecision': 'allow'}})}'"

    project.hooks(answer("one", "ls"))
    number = project.dispatched()
    assert told(project.replayed(number)) == []
    project.hooks(answer("two", "ls -l"))
    assert told(project.replayed(number)) == [
        ("updatedInput", {"command": "ls"}, {"command": "ls -l"}),
        ("additionalContext", "one", "two"),
    ]


def test_hooks_that_are_new_or_gone(project: Project) -> None:
    project.hooks("exit 0")
    number = project.dispatched()
    project.hooks("exit 0", "exit 00")
    assert told(project.replayed(number)) == [("hook", None, "succeeded")]
    project.hooks("exit 0", matcher="Write")
    found = project.replayed(number)
    assert told(found) == [("hook", "succeeded", None)]
    assert "  exit 0 ran only in the recorded dispatch: succeeded → none\n" in plain_replay(found)


def test_a_test_fire_is_fired_at_the_same_hooks(project: Project) -> None:
    project.hooks("exit 0", GUARD, matcher="Write")
    number = project.fired("/hooks/PreToolUse/0/hooks/1")
    found = project.replayed(number)
    assert told(found) == []
    assert [it["status"] for it in found.now["runs"]] == ["blocked"]
    group = project.replayed(project.fired("/hooks/PreToolUse/0"))
    assert (told(group), len(group.now["runs"])) == ([], 2)


def test_a_test_fire_of_a_hook_that_is_gone(project: Project) -> None:
    project.hooks("exit 0")
    number = project.fired("/hooks/PreToolUse/0/hooks/0")
    project.file.unlink()
    with pytest.raises(UsageError, match="no longer has hooks"):
        project.replayed(number)


def test_on_a_copy_the_workspace_stays_as_it_is(project: Project) -> None:
    project.hooks("pwd >&2; echo x > made.txt; exit 2", matcher="*")
    number = project.dispatched()
    (project.folder / "made.txt").unlink()
    found = project.replayed(number, scratch=True)
    assert told(found) == []
    assert not (project.folder / "made.txt").exists()
    assert [it["path"] for it in found.to_json()["changes"]] == ["made.txt"]


def test_what_was_fired_on_a_copy_is_fired_in_the_workspace_again(project: Project) -> None:
    project.hooks(GUARD)
    file = read_hook_file(str(project.file), project.file.read_text(), CLAUDE, Scope.PROJECT)
    payload = {**PAYLOAD, "cwd": str(project.folder)}
    shot = fire_request(file, "/hooks", project_dir=str(project.folder), payload=payload, host=Host({}, project.home))
    uncaged = replace(project.host, environ={**project.host.environ, "PATH": "/nowhere"})
    journal = Journal(project.journal)
    number = asyncio.run(fire_on_copy(shot, file, uncaged, journal=journal)).outcome.dispatch_id
    journal.close()
    record = recorded_run(project.journal, number)
    assert (record["project"], record["payload"]) == (str(project.folder), payload)
    project.replayed(number)


def test_redacted_secrets_are_told(project: Project) -> None:
    project.hooks(GUARD)
    number = project.dispatched({"tool_name": "Bash", "tool_input": {"command": f"git push {TOKEN}"}})
    found = project.replayed(number)
    assert told(found) == []
    assert found.fired.notes[0].startswith("Secrets in the payload were not recorded")
    assert TOKEN not in json.dumps(found.to_json())


def test_a_payload_that_was_cut_is_refused(project: Project) -> None:
    project.hooks(f"touch {project.folder}/ran")
    number = project.dispatched({"tool_name": "Bash", "tool_input": {"command": "x" * 300_000}})
    (project.folder / "ran").unlink()
    with pytest.raises(UsageError, match="Not all of this payload was recorded"):
        project.replayed(number)
    assert not (project.folder / "ran").exists()


def test_a_project_that_is_gone_is_refused(project: Project) -> None:
    project.hooks("exit 0")
    number = project.dispatched()
    project.folder.rename(project.folder.with_name("moved"))
    with pytest.raises(UsageError, match="no longer exists"):
        project.replayed(number)


def test_files_that_were_named_are_read_again(project: Project, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    entries = [{"hooks": [{"type": "command", "command": "exit 0"}]}]
    other.write_text(json.dumps({"hooks": {"PreToolUse": entries}}))
    project.hooks(GUARD)
    snapshot = load(CLAUDE, str(project.folder), named=NamedFiles(config_files=[str(other)]))
    plan = make_plan(Request(CLAUDE, "PreToolUse", PAYLOAD, str(project.folder), "s"), snapshot)
    journal = Journal(project.journal)
    number = asyncio.run(recorded(dispatch(plan, project.host), plan, journal)).dispatch_id
    journal.close()
    found = project.replayed(number)
    assert (told(found), found.now["decision"]) == ([], None)
