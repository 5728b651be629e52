"""`hookwright check` in a project that has a `hookwright.json`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests import warm

FAULTY = '{"hooks": {\n"pretooluse": [{"hooks": [{"type": "command", "command": "true"}]}]\n}}'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("", "examples/bad/"):
        file = tmp_path / f"{name}.claude" / "settings.json"
        file.parent.mkdir(parents=True)
        file.write_text(FAULTY)
    return tmp_path


def _files(project: Path, settings: dict[str, Any], *words: str) -> dict[str, list[str]]:
    (project / "hookwright.json").write_text(json.dumps(settings))
    command = warm.hookwright("check", "--format", "json", *words)
    done = subprocess.run(command, capture_output=True, cwd=project, check=False)
    files = json.loads(done.stdout)["files"]
    return {it["path"]: [one["code"] for one in it["diagnostics"]] for it in files}


OWN, EXAMPLE, SETTINGS = ".claude/settings.json", "examples/bad/.claude/settings.json", "hookwright.json"


def test_it_holds_for_every_project_below_it(project: Path) -> None:
    assert _files(project, {}) == {OWN: ["HW202"], EXAMPLE: ["HW202"], SETTINGS: []}
    assert _files(project, {"rules": {"event-case": "off"}}) == {OWN: [], EXAMPLE: [], SETTINGS: []}


def test_excluded_files_are_not_searched_for_but_checked_where_they_are_named(project: Path) -> None:
    settings = {"exclude": ["examples/**"]}
    assert _files(project, settings) == {OWN: ["HW202"], SETTINGS: []}
    assert _files(project, settings, EXAMPLE) == {EXAMPLE: ["HW202"], SETTINGS: []}


def test_what_keeps_nothing_back_is_told_once_all_it_is_about_was_checked(project: Path) -> None:
    used = {"rule": "HW202", "file": "examples/**", "pointer": "/hooks/*"}
    unused = {"rule": "HW303", "file": OWN}
    anywhere = {"rule": "HW303"}
    settings = {"ignore": [used, unused, anywhere]}

    assert _files(project, settings) == {OWN: ["HW202"], EXAMPLE: [], SETTINGS: ["HW902", "HW902"]}
    assert _files(project, settings, OWN) == {OWN: ["HW202"], SETTINGS: ["HW902"]}
    assert _files(project, settings, "--select", "HW202")[SETTINGS] == []


def test_its_own_mistakes_are_told_and_it_can_be_named_alone(project: Path) -> None:
    assert _files(project, {"rules": {"event-cas": "off"}}, SETTINGS) == {SETTINGS: ["HW901"]}
    assert _files(project, {"rules": {"event-cas": "off"}}, OWN) == {OWN: ["HW202"], SETTINGS: ["HW901"]}


def test_what_is_ignored_is_not_fixed(project: Path) -> None:
    _files(project, {"ignore": [{"rule": "HW202", "file": EXAMPLE}]}, "--fix")

    assert "PreToolUse" in (project / OWN).read_text()
    assert (project / EXAMPLE).read_text() == FAULTY


def test_a_repository_is_not_held_to_what_lies_above_it(project: Path) -> None:
    (project / "examples" / "bad" / ".git").mkdir()
    files = _files(project, {"rules": {"event-case": "off"}})
    assert files == {OWN: [], EXAMPLE: ["HW202"], SETTINGS: []}


def test_what_is_newer_than_an_agent_is_told_to_those_who_name_its_version(project: Path) -> None:
    (project / OWN).write_text('{"hooks": {"DirectoryAdded": [{"hooks": [{"type": "command", "command": "true"}]}]}}')
    older = {"agentVersions": {"claude-code": "2.1.200"}}

    assert _files(project, {}, OWN)[OWN] == []
    assert _files(project, older, OWN)[OWN] == ["HW204"]
    assert _files(project, {}, OWN, "--agent-version", "claude-code=2.1.200")[OWN] == ["HW204"]
    assert _files(project, older, OWN, "--agent-version", "claude-code=2.1.219")[OWN] == []


def test_it_says_which_dialect_a_file_is_in(project: Path) -> None:
    (project / "mine").mkdir()
    (project / "mine" / "hooks.tmpl").write_text(FAULTY)
    settings = {"dialects": {"mine/*": "claude-code", OWN: "cursor"}}
    found = _files(project, settings)

    assert found["mine/hooks.tmpl"] == ["HW202"], "files of any name are found in folders"
    assert found[EXAMPLE] == ["HW202"], "a glob starts from the folder of the settings"
    assert "HW105" in found[OWN], "groups are not for Cursor"
    assert found[SETTINGS] == []
    assert _files(project, settings, OWN)[OWN] == found[OWN]
    assert _files(project, settings, OWN, "--dialect", "claude-code")[OWN] == ["HW202"]
    assert _files(project, {"dialects": {OWN: "curser"}}, OWN) == {OWN: ["HW202"], SETTINGS: ["HW901"]}


def test_what_it_names_can_be_fixed_fired_tested_and_listed(project: Path) -> None:
    (project / "mine.json").write_text(FAULTY)
    _files(project, {"dialects": {"mine.json": "claude-code", OWN: "ai-agents"}}, "--fix")
    assert "PreToolUse" in (project / "mine.json").read_text()

    def json_of(*words: str) -> Any:
        command = warm.hookwright(*words, "--format", "json")
        return json.loads(subprocess.run(command, capture_output=True, cwd=project, check=False).stdout)

    assert json_of("fire", "mine.json")["outcome"]["dialect"] == "claude-code"
    assert json_of("fire", OWN)["outcome"]["dialect"] == "ai-agents"
    case = {"name": "one", "event": "PreToolUse", "tool": "Bash", "hooks": [OWN], "expect": {"blocked": False}}
    (project / "mine.hooktest.yaml").write_text(json.dumps({"tests": [case]}))
    assert json_of("test")["files"][0]["tests"][0]["outcome"]["dialect"] == "ai-agents"
    assert [it["id"] for it in json_of("list")["dialects"]] == ["ai-agents"]
    assert json_of("list", "--dialect", "claude-code")["dialects"][0]["hooks"] == []


@pytest.mark.parametrize("word", ["claude-code", "claude-code=new", "claude=2.1", "=2.1"])
def test_a_version_of_no_agent_is_refused(project: Path, word: str) -> None:
    done = subprocess.run(
        warm.hookwright("check", "--agent-version", word), capture_output=True, cwd=project, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_the_settings_of_a_commit_count_in_place_of_those_on_the_disk(project: Path) -> None:
    (project / "hookwright.json").write_text('{"exclude": ["examples/**"], "ignore": [{"rule": "HW303"}]}')
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message=Some settings"]):
        command = ["git", "-c", "user.name=Somebody", "-c", "user.email=somebody@example.com", *words]
        subprocess.run(command, cwd=project, check=True)
    committed = ("--settings-from", "HEAD")

    # What is wrong in the file on the disk is said, and nothing of an entry that only the commit has.
    wrong = {"rules": {"event-case": "off", "event-cas": "off"}}
    assert _files(project, wrong, *committed) == {OWN: ["HW202"], SETTINGS: ["HW901"]}
    (project / "hookwright.json").unlink()
    (project / ".claude" / "hookwright.json").write_text('{"rules": {"event-case": "off"}}')
    done = subprocess.run(
        warm.hookwright("check", *committed), capture_output=True, cwd=project, check=False, encoding="utf-8"
    )
    assert done.returncode == 1
    assert "(HW202)" in done.stdout
    assert "examples" not in done.stdout
    assert done.stderr.startswith("hookwright: `hookwright.json`: not used: the settings in the commit of")
