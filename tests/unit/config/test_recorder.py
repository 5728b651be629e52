"""How the command of a hook that records is known again, and what it is hidden from."""

from __future__ import annotations

import json
import re

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.recorder import RecorderCommand, recorder_in, recorders
from hookwright.config.runnable import runnable_hooks
from hookwright.dialects import by_id
from hookwright.model.hook import Scope

_OURS = RecorderCommand(
    "/opt/it's here/python3.12", "/opt/lib/hookwright/recording/recorder.py", "claude-code", "PreToolUse"
)
_PLAIN = RecorderCommand("/usr/bin/python3", "/lib/hookwright/recording/recorder.py", "codex", "Stop")


@pytest.mark.parametrize("it", [_OURS, _PLAIN])
@pytest.mark.parametrize("answers", [False, True])
def test_a_command_is_known_again(it: RecorderCommand, answers: bool) -> None:
    assert recorder_in(it.written(answers=answers)) == it


def test_the_form_for_windows_is_known_again() -> None:
    it = RecorderCommand(
        "C:/Program Files/Python/python.exe", "D:/hookwright/recording/recorder.py", "cursor", "preToolUse"
    )
    assert recorder_in(it.written(on_windows=True)) == it


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it + "; rm -rf ~",
        lambda it: "rm -rf ~; " + it,
        lambda it: it.replace(" || exit 0", " || rm -rf ~"),
        lambda it: it.replace("/usr/bin/python3", "python3"),
        lambda it: it.replace("/usr/bin/python3", "/tmp/evil"),
        lambda it: it.replace("/usr/bin/python3", '"$(evil)/python3"'),
        lambda it: it.replace("/lib/hookwright", "hookwright"),
        lambda it: it.replace(" codex", " 'codex; evil'"),
        lambda it: it.replace("recorder.py", "recorder.py.txt"),
        lambda it: it.replace(" -S", ""),
        lambda it: it.replace("Stop", "'"),
        lambda it: it + "\n",
        lambda it: it + " " * 5000,
    ],
)
def test_what_does_anything_else_is_another_hook(change: object) -> None:
    assert callable(change)
    assert recorder_in(change(_PLAIN.written())) is None


def test_windows_paths_are_not_quoted_out_of() -> None:
    text = '"C:/a$(evil)/python.exe" -I -S "C:/hookwright/recording/recorder.py" codex Stop || exit 0'
    assert recorder_in(text) is None


def test_hooks_that_record_are_no_part_of_the_view_and_the_others_are() -> None:
    ours, other = {"type": "command", "command": _OURS.written()}, {"type": "command", "command": "echo"}
    groups = [{"hooks": [ours, other]}, {"hooks": [ours]}]
    text = json.dumps({"hooks": {"PreToolUse": groups, "Stop": [{"hooks": [ours]}]}})
    file = read_hook_file("/p/.claude/settings.local.json", text, by_id("claude-code"), Scope.LOCAL)
    assert [it.name for it in file.events] == ["PreToolUse"]
    assert [it.body for it in runnable_hooks(file)[0]] == ["echo"]
    assert [re.sub(r"\D", "", str(route)) for route, _ in recorders(file.tree)] == ["00", "10", "00"]


def test_an_empty_group_beside_stays_for_the_rule_that_is_about_it() -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": []}, {"hooks": [{"command": _OURS.written()}]}], "Setup": []}})
    file = read_hook_file("/p/.claude/settings.local.json", text, by_id("claude-code"), Scope.LOCAL)
    assert [(it.name, len(it.groups)) for it in file.events] == [("Stop", 1), ("Setup", 0)]
