"""What a recorded dispatch becomes as a sample: usable, and nobody's."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from hookwright.dialects import by_id
from hookwright.errors import UnknownEvent, UnreadableInput, UsageError
from hookwright.samples.save_sample import keep_sample
from hookwright.samples.saved import every_sample

HOME = "/home/mike"
TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
KEY = "AKIAIOSFODNN7EXAMPLE"


def record(project: str, payload: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "dialect": "claude-code",
        "event": "PreToolUse",
        "project": project,
        "payload": payload,
        "payloadTruncated": False,
        **changes,
    }


def kept(tmp_path: Path, project: str, payload: dict[str, Any], home: str = HOME, **changes: Any) -> tuple[str, Any]:
    path = keep_sample(record(project, payload, **changes), home, project=str(tmp_path))
    return os.path.relpath(path, tmp_path), json.loads(Path(path).read_text())


def test_planted_secrets_paths_and_names_are_gone(tmp_path: Path) -> None:
    project = "/home/mike/src/secret-project"
    payload = {
        "session_id": "2f1b9a0c-private",
        "transcript_path": "/home/mike/.claude/projects/-home-mike-src-secret-project/2f.jsonl",
        "cwd": project,
        "tool_name": "Bash",
        "tool_input": {
            "command": f"cd {project}/a && GITHUB_TOKEN={TOKEN} aws --key {KEY} -I{HOME}/inc ~mike /media/mike/x",
            "env": {"password": "hunter2-Zq8vT0pL"},
            f"{HOME}/key": ["/Users/Mike Smith/x", "C:\\Users\\mike\\y", "/home/anna/z", "file:///home/mike/w"],
        },
    }
    path, found = kept(tmp_path, project, payload)
    text = json.dumps(found)
    for secret in (TOKEN, KEY, "hunter2", "mike", "anna", "secret-project", "2f1b9a0c"):
        assert secret not in text, secret
    assert path == ".hookwright/samples/claude-code/PreToolUse/Bash-2.json"
    assert found["cwd"] == "/home/sam/weather"
    assert found["transcript_path"] == "/home/user/.claude/projects/-home-sam-weather/2f.jsonl"
    assert found["tool_input"]["command"].startswith("cd /home/sam/weather/a && GITHUB_TOKEN=[redacted: ")
    assert found["tool_input"]["command"].endswith("-I/home/user/inc ~user /media/user/x")
    assert found["tool_input"]["/home/user/key"][1:] == ["C:\\Users\\user\\y", "/home/user/z", "file:///home/user/w"]


def test_it_is_fired_in_the_project_again(tmp_path: Path) -> None:
    project = str(tmp_path)
    payload = {"tool_name": "Edit", "cwd": project, "tool_input": {"file_path": f"{project}/a.py"}}
    kept(tmp_path, project, payload)
    found = every_sample(by_id("claude-code"), "PreToolUse", project_dir=project).samples[-1]
    assert (found.name, found.payload) == ("Edit-2", payload)


@pytest.mark.parametrize(
    ("home", "before", "after"),
    [
        ("/root", "/root/x", "/home/user/x"),
        ("/", "/x", "/x"),
        ("", "/x", "/x"),
        ("/home/mike/", "/home/mike/x", "/home/user/x"),
        ("/Users/mike", "/Users/mike/x", "/home/user/x"),
        ("/Users/mike", "/Users/anna/x", "/Users/user/x"),
    ],
)
def test_homes_of_all_kinds(tmp_path: Path, home: str, before: str, after: str) -> None:
    _, found = kept(tmp_path, "/srv/app", {"prompt": f"{before} /srv/app2 /srv/app/y --root /usr/lib"}, home)
    assert found["prompt"] == f"{after} /srv/app2 /home/sam/weather/y --root /usr/lib"


def test_names_that_are_taken_get_a_number(tmp_path: Path) -> None:
    names = [kept(tmp_path, "/p", {"tool_name": "Bash"})[0] for _ in range(2)]
    assert [os.path.basename(it) for it in names] == ["Bash-2.json", "Bash-3.json"]
    chosen = [keep_sample(record("/p", {}), HOME, name="Bash", project=str(tmp_path)) for _ in range(2)]
    assert [os.path.basename(it) for it in chosen] == ["Bash.json", "Bash-4.json"]


@pytest.mark.parametrize(
    ("name", "file"),
    [("../../x", "x"), ("a/b:c", "a-b-c"), ("...", "sample"), ("mcp__db__q", "mcp__db__q"), ("ü 1", "ü-1")],
)
def test_names_of_files(tmp_path: Path, name: str, file: str) -> None:
    path = keep_sample(record("/p", {}), HOME, name=name, project=str(tmp_path))
    assert os.path.relpath(path, tmp_path) == f".hookwright/samples/claude-code/PreToolUse/{file}.json"


def test_what_was_cut_is_no_sample(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Not all of this payload was recorded"):
        kept(tmp_path, "/p", {}, payloadTruncated=True)
    assert list(tmp_path.iterdir()) == []


def test_an_event_that_is_not_known(tmp_path: Path) -> None:
    with pytest.raises(UnknownEvent):
        kept(tmp_path, "/p", {}, event="Nothing")


def test_a_project_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no longer exists"):
        keep_sample(record(str(tmp_path / "gone"), {}), HOME)


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    project = tmp_path / "project"
    project.mkdir()
    (project / ".hookwright").symlink_to(outside)
    with pytest.raises(UsageError, match="points outside the project"):
        keep_sample(record(str(project), {}), HOME)
    assert list(outside.iterdir()) == []


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / ".hookwright").mkdir()
    (tmp_path / ".hookwright" / "samples").write_text("no folder")
    with pytest.raises((UnreadableInput, UsageError)):
        keep_sample(record("/p", {}), HOME, project=str(tmp_path))
