"""Recording is switched on in an agent's own form, and off without a trace."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.every import every

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.dialects import DIALECTS, by_id
from hookwright.errors import UnknownEvent, UsageError
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.recording.places import RecordingPlace, recording_place, recording_places
from hookwright.recording.recording_hooks import recorded_events
from hookwright.recording.records import recorded_files
from hookwright.recording.switch import is_exposed, recorded_now, switch_off, switch_on

_CLAUDE = by_id("claude-code")
_SOMEBODY = Host({}, "/home/somebody")
_CASES = [(it, place.scope) for it in DIALECTS for place in recording_places(it, "/project", _SOMEBODY)]
# Without the folder that gives them away, hooks that record are like all others.
_OURS, _ANY = "hookwright/recording/recorder.py", "hookwright/recorder.py"


def _host(folder: Path) -> Host:
    return Host({"HOOKWRIGHT_STATE_DIR": str(folder / "state")}, str(folder / "home"))


def _place(folder: Path, dialect: Dialect = _CLAUDE, scope: Scope | None = None) -> RecordingPlace:
    (folder / "project").mkdir(parents=True, exist_ok=True)
    return recording_place(dialect, str(folder / "project"), _host(folder), scope)


@every(("dialect", "scope"), _CASES)
def test_each_agent_would_run_a_hook_for_every_event(dialect: Dialect, scope: Scope, tmp_path: Path) -> None:
    folder = tmp_path / f"{dialect.id}-{scope}"
    place, host = _place(folder, dialect, scope), _host(folder)
    rows = recorded_events(place)
    assert switch_on(place, rows, host).changed
    text = Path(place.path).read_text(encoding="utf-8")
    file = read_hook_file(place.path, text.replace(_OURS, _ANY), dialect, scope)
    hooks, left_out = runnable_hooks(file)
    assert ([it.event for it in hooks], left_out, file.void) == ([it.name for it in rows], (), None)
    assert [it.event for it in recorded_now(place)] == [it.name for it in rows]


@every(("dialect", "scope"), _CASES)
def test_no_rule_says_anything_about_hooks_that_record(dialect: Dialect, scope: Scope, tmp_path: Path) -> None:
    folder = tmp_path / f"{dialect.id}-{scope}"
    place = _place(folder, dialect, scope)
    switch_on(place, recorded_events(place), _host(folder))
    file = read_hook_file(place.path, Path(place.path).read_text(encoding="utf-8"), dialect, scope)
    assert check_file(Subject(file, str(folder / "project"), RealDisk(str(folder / "home")))) == ()


@every(("dialect", "scope"), _CASES)
def test_off_leaves_the_file_as_it_was_to_the_byte(dialect: Dialect, scope: Scope, tmp_path: Path) -> None:
    folder = tmp_path / f"{dialect.id}-{scope}"
    place, host = _place(folder, dialect, scope), _host(folder)
    rows = recorded_events(place)
    file = Path(place.path)
    switch_on(place, rows, host)
    assert switch_off(place, host).removed
    assert not file.parent.exists() or place.scope is Scope.USER or file.parent == folder / "project"
    file.parent.mkdir(parents=True, exist_ok=True)
    for text in ("", "{}", '{"hooks": %s}\r\n' % ("[]" if place.shape.grammar.nesting.event_key else "{ }")):
        file.write_bytes(text.encode())
        switch_on(place, rows[:1], host)
        switch_on(place, rows, host)
        assert len(recorded_now(place)) == len(rows)
        switch_off(place, host)
        assert file.read_bytes().decode() == text


_SETTINGS = """{
\t"permissions": {"allow": ["Bash(npm test)"] },
\t"hooks": {
\t\t"PreToolUse": [ { "matcher": "Bash", "hooks": [
\t\t\t{"type": "command", "command": "echo é"} ] } ],
\t\t"Stop": []
\t}, "model": "x"}"""


def test_a_written_file_keeps_its_layout_and_every_other_byte(tmp_path: Path) -> None:
    place, host = _place(tmp_path), _host(tmp_path)
    file = Path(place.path)
    file.parent.mkdir()
    file.write_text(_SETTINGS, encoding="utf-8")
    switch_on(place, recorded_events(place), host)
    on = file.read_text(encoding="utf-8")
    assert all(it in on for it in _SETTINGS.split("\n")[:3])
    switch_off(place, host)
    assert file.read_text(encoding="utf-8") == _SETTINGS


def test_comments_stay_where_the_agent_reads_them(tmp_path: Path) -> None:
    text = '{\n  // mine\n  "hooks": { /* none */ },\n  "ui": {}\n}\n'
    place, host = _place(tmp_path, by_id("gemini-cli")), _host(tmp_path)
    file = Path(place.path)
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    switch_on(place, recorded_events(place), host)
    on = file.read_text(encoding="utf-8")
    assert "// mine" in on
    assert "/* none */" in on
    assert len(recorded_now(place)) == len(recorded_events(place))
    switch_off(place, host)
    assert file.read_text(encoding="utf-8") == text


def test_what_was_changed_meanwhile_stays(tmp_path: Path) -> None:
    place, host = _place(tmp_path), _host(tmp_path)
    file = Path(place.path)
    switch_on(place, recorded_events(place), host)
    data = json.loads(file.read_text(encoding="utf-8"))
    data["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "mine"}]})
    data["hooks"]["PreToolUse"][0]["hooks"].insert(0, {"type": "command", "command": "also mine"})
    file.write_text(json.dumps(data), encoding="utf-8")
    switch_off(place, host)
    hooks = json.loads(file.read_text(encoding="utf-8"))["hooks"]
    assert hooks == {
        "PreToolUse": [{"hooks": [{"type": "command", "command": "also mine"}]}],
        "Stop": [{"hooks": [{"type": "command", "command": "mine"}]}],
    }
    assert recorded_files(host) == ()


def test_without_a_record_the_hooks_are_known_by_their_commands(tmp_path: Path) -> None:
    place, host = _place(tmp_path, by_id("kiro")), _host(tmp_path)
    Path(place.path).parent.mkdir(parents=True)
    Path(place.path).write_text('{"version": "v1", "hooks": []}', encoding="utf-8")
    switch_on(place, recorded_events(place), host)
    (tmp_path / "state" / "recording.json").unlink()
    switch_off(place, host)
    assert json.loads(Path(place.path).read_text(encoding="utf-8")) == {"version": "v1"}


def test_nothing_of_the_file_is_kept_elsewhere(tmp_path: Path) -> None:
    place, host = _place(tmp_path), _host(tmp_path)
    Path(place.path).parent.mkdir()
    Path(place.path).write_text('{"env": {"TOKEN": "hunter2"}}', encoding="utf-8")
    switch_on(place, recorded_events(place), host)
    kept = (tmp_path / "state" / "recording.json").read_text(encoding="utf-8")
    assert "hunter2" not in kept
    assert os.stat(tmp_path / "state" / "recording.json").st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "Hooks cannot be added"),
        ('{"hooks": {"Stop": 1}}', "Hooks cannot be added"),
        ('{"hooks": {"PreToolUse": [{"hooks": 1}]}}', "Nothing would be recorded: Claude Code skips this whole file"),
    ],
)
def test_a_file_that_the_agent_does_not_read_is_left_alone(text: str, said: str, tmp_path: Path) -> None:
    place, host = _place(tmp_path), _host(tmp_path)
    Path(place.path).parent.mkdir()
    Path(place.path).write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        switch_on(place, recorded_events(place), host)
    assert Path(place.path).read_text(encoding="utf-8") == text


def test_a_link_does_not_lead_out_of_the_project(tmp_path: Path) -> None:
    place, host = _place(tmp_path), _host(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "project" / ".claude").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="outside the project"):
        switch_on(place, recorded_events(place), host)
    assert not any((tmp_path / "elsewhere").iterdir())


def test_events_that_need_an_answer_are_not_recorded(tmp_path: Path) -> None:
    place = _place(tmp_path)
    assert "WorktreeCreate" not in [it.name for it in recorded_events(place)]
    with pytest.raises(UsageError, match="needs a hook that answers"):
        recorded_events(place, ["WorktreeCreate"])
    with pytest.raises(UnknownEvent):
        recorded_events(place, ["PreToolUsing"])
    assert [it.name for it in recorded_events(_place(tmp_path, by_id("gemini-cli")), ["PreToolUse"])] == ["BeforeTool"]


def test_an_agent_without_such_a_file_says_so(tmp_path: Path) -> None:
    for name in ("cline", "kimi-code", "open-plugin"):
        with pytest.raises(UsageError, match="no hook file for one machine"):
            _place(tmp_path, by_id(name))
    with pytest.raises(UsageError, match="use `--scope user`"):
        _place(tmp_path, by_id("codex"), Scope.LOCAL)


def test_a_file_in_a_repository_is_exposed_unless_it_is_ignored(tmp_path: Path) -> None:
    place, host = _place(tmp_path), _host(tmp_path)
    project = tmp_path / "project"
    assert not is_exposed(place.path, host)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    assert is_exposed(place.path, host)
    ignoring = tmp_path / "home" / ".config" / "git" / "ignore"
    ignoring.parent.mkdir(parents=True)
    ignoring.write_text("**/.claude/settings.local.json\n", encoding="utf-8")
    assert not is_exposed(place.path, host)
    ignoring.unlink()
    (project / ".gitignore").write_text(".claude/\n", encoding="utf-8")
    assert not is_exposed(place.path, host)
