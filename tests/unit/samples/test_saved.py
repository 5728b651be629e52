"""Samples that are kept in the project: read beside the others, in their places, whatever else lies there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.errors import UsageError
from hookwright.firing.fire import fire_request, samples_at
from hookwright.host import NOBODY
from hookwright.model.hook import Scope
from hookwright.samples.built_in import samples
from hookwright.samples.saved import every_sample
from hookwright.workflows.target import target_at

CLAUDE = by_id("claude-code")
PUSH = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "git push"}}


def keep(project: Path, name: str, content: Any, event: str = "PreToolUse") -> Path:
    file = project / ".hookwright" / "samples" / "claude-code" / event / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


def hooks(project: Path) -> HookFile:
    text = json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "a"}]}]}})
    return read_hook_file(str(project / ".claude" / "settings.json"), text, CLAUDE, Scope.PROJECT)


def test_they_come_last_in_the_order_of_their_names(tmp_path: Path) -> None:
    built_in = samples(CLAUDE, "PreToolUse", "Bash", project_dir=str(tmp_path))
    keep(tmp_path, "push", PUSH)
    keep(tmp_path, "empty", {})
    keep(tmp_path, "elsewhere", PUSH, event="PostToolUse")
    found = samples_at(target_at(hooks(tmp_path), "/hooks"), str(tmp_path), NOBODY)
    assert found.samples[: len(built_in)] == built_in
    assert [(it.name, it.payload) for it in found.samples[len(built_in) :]] == [("empty", {}), ("push", PUSH)]


def test_one_overrules_the_other_of_its_name_in_its_place(tmp_path: Path) -> None:
    before = [it.name for it in samples(CLAUDE, "PreToolUse", project_dir=str(tmp_path))]
    keep(tmp_path, "bash", PUSH)
    found = every_sample(CLAUDE, "PreToolUse", project_dir=str(tmp_path)).samples
    assert [it.name.casefold() for it in found] == [it.casefold() for it in before]
    assert [it.payload for it in found if it.name == "bash"] == [PUSH]


def test_paths_of_the_tables_project_are_moved_to_the_real_one(tmp_path: Path) -> None:
    root = "/home/sam/weather"
    command = f"cd {root} && ls {root}/src {root}-old /srv{root}"
    keep(tmp_path, "moved", {"cwd": root, "tool_input": {"command": command, "paths": [f"{root}/a"]}})
    payload = every_sample(CLAUDE, "PreToolUse", project_dir=str(tmp_path)).samples[-1].payload
    moved = f"cd {tmp_path} && ls {tmp_path}/src {root}-old /srv{root}"
    assert payload == {"cwd": str(tmp_path), "tool_input": {"command": moved, "paths": [f"{tmp_path}/a"]}}


@pytest.mark.parametrize(
    ("content", "why"),
    [("{", "it is not JSON"), ("[]", "it is not a JSON object"), ("[" * 100_000, "it is not JSON")],
)
def test_a_broken_one_is_told_and_takes_no_other_with_it(tmp_path: Path, content: str, why: str) -> None:
    keep(tmp_path, "broken", content)
    keep(tmp_path, "push", PUSH)
    found = every_sample(CLAUDE, "PreToolUse", project_dir=str(tmp_path))
    assert found.samples[-1].name == "push"
    (problem,) = found.problems
    assert problem.startswith(
        f"The sample .hookwright/samples/claude-code/PreToolUse/broken.json cannot be used: {why}"
    )


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    file = keep(tmp_path, "bytes", "")
    file.write_bytes(b"\xff")
    (file.parent / "folder.json").mkdir()
    problems = every_sample(CLAUDE, "PreToolUse", project_dir=str(tmp_path)).problems
    assert [it.partition(": ")[2] for it in problems] == ["it is not UTF-8", "is a directory"]


def test_a_hook_is_fired_with_one_by_its_name(tmp_path: Path) -> None:
    keep(tmp_path, "push", PUSH)
    shot = fire_request(hooks(tmp_path), "/hooks", project_dir=str(tmp_path), sample="Push")
    assert (shot.sample, shot.plan.facts.payload) == ("push", PUSH)
    assert fire_request(hooks(tmp_path), "/hooks", project_dir=str(tmp_path)).sample == "Bash"


def test_firing_with_a_broken_one_says_so(tmp_path: Path) -> None:
    keep(tmp_path, "push", "{")
    with pytest.raises(UsageError, match=r"PreToolUse/push.json cannot be used: it is not JSON"):
        fire_request(hooks(tmp_path), "/hooks", project_dir=str(tmp_path), sample="push")
