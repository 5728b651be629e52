"""The variables that settings files set for hooks: whose count, as which text, and who looks at them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hookwright.analysis.rule import Finding, Subject
from hookwright.analysis.rules import program_not_found, unknown_variable
from hookwright.config.environment import settings_environment
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.consent.question import question
from hookwright.consent.request import PlannedRun, consent_requests
from hookwright.dialects import by_id
from hookwright.firing.fire import fire, fire_request
from hookwright.firing.launch import launch
from hookwright.host import Host
from hookwright.model.hook import Scope

CLAUDE = by_id("claude-code")


def file(folder: Path, scope: Scope, settings: Mapping[str, Any]) -> HookFile:
    names = {Scope.LOCAL: "settings.local.json"}
    path = folder / ("home" if scope is Scope.USER else "project") / ".claude" / names.get(scope, "settings.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(settings)
    path.write_text(text, encoding="utf-8")
    return read_hook_file(str(path), text, CLAUDE, scope)


def guard(command: str) -> dict[str, Any]:
    return {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": command}]}]}


def test_the_last_file_counts_and_values_become_texts(tmp_path: Path) -> None:
    user = file(tmp_path, Scope.USER, {"env": {"A": "user", "B": "user", "HOME": "/elsewhere"}})
    project = file(tmp_path, Scope.PROJECT, {"env": {"A": 5, "C": True, "D": None, "E": {}, "F": [1, None], "G": 1e3}})
    local = file(tmp_path, Scope.LOCAL, {"env": {"B": 1.5, "HOME": "/x", "CLAUDECODE": "0", "H=I": "x", "": "x"}})
    assert settings_environment(CLAUDE, (user, project, local)) == {
        "A": "5",
        "B": "1.5",
        "C": "true",
        "D": "null",
        "E": "[object Object]",
        "F": "1,",
        "G": "1000",
        "HOME": "/elsewhere",
    }
    assert settings_environment(by_id("codex"), (user,)) == {}


def test_the_file_of_an_agent_sets_nothing() -> None:
    hooks = "hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: x\n"
    text = f"---\nname: a\nenv:\n  A: x\n{hooks}---\n"
    agent = read_hook_file("/p/.claude/agents/a.md", text, CLAUDE, Scope.PROJECT)
    assert agent.owner is not None
    assert len(list(agent.hooks)) == 1
    assert settings_environment(CLAUDE, (agent,)) == {}


def test_a_skipped_file_sets_nothing(tmp_path: Path) -> None:
    skipped = file(tmp_path, Scope.PROJECT, {"env": {"A": "x"}, "permissions": {"allow": "Bash"}})
    assert settings_environment(CLAUDE, (skipped,)) == {}


class _Disk:
    """A disk with one program, below a folder of the project."""

    def __init__(self, program: str) -> None:
        self.program = program

    def is_file(self, path: str) -> bool:
        return path == self.program

    def has_program(self, _: str) -> bool:
        return False


def findings(rule: Any, subject: Subject) -> list[Finding]:
    return list(rule.RULE.check(subject))


@pytest.mark.parametrize("set_in", [Scope.PROJECT, Scope.USER, Scope.LOCAL])
def test_rules_know_what_the_settings_set(tmp_path: Path, set_in: Scope) -> None:
    added = {"env": {"PATH": f"{tmp_path}/bin:/usr/bin", "CLAUDE_FILE_PATHS": "x"}}
    command = {"hooks": guard('guard "$CLAUDE_FILE_PATHS"')}
    plain = file(tmp_path, Scope.PROJECT, command)
    disk: Any = _Disk(f"{tmp_path}/bin/guard")
    alone = Subject(plain, str(tmp_path / "project"), disk)
    assert findings(program_not_found, alone)
    assert findings(unknown_variable, alone)
    if set_in is Scope.PROJECT:
        together = Subject(file(tmp_path, set_in, {**command, **added}), alone.project, disk)
    else:
        other = (file(tmp_path, set_in, added),)
        earlier, later = (other, ()) if set_in is Scope.USER else ((), other)
        together = Subject(plain, alone.project, disk, earlier, later)
    assert not findings(program_not_found, together)
    assert not findings(unknown_variable, together)
    disk.program = "/nowhere"
    assert findings(program_not_found, together)


async def test_a_hook_that_is_fired_finds_the_program_on_the_path_of_other_settings(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "guard"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "no: $WHY" >&2\nexit 2\n', encoding="utf-8")
    program.chmod(0o755)
    settings = file(tmp_path, Scope.PROJECT, {"hooks": guard("guard")})
    file(tmp_path, Scope.USER, {"env": {"PATH": f"{program.parent}:/usr/bin:/bin", "WHY": "because"}})
    host = Host({"PATH": "/usr/bin:/bin"}, str(tmp_path / "home"))
    request = fire_request(settings, "/hooks", project_dir=str(tmp_path / "project"), host=host)
    fired = await fire(request, host)
    assert fired.outcome.folded.reason is not None
    assert "no: because" in fired.outcome.folded.reason
    assert launch(request, host).variables["WHY"] == "because"


def test_the_question_names_what_settings_set_and_asks_again_when_it_changes(tmp_path: Path) -> None:
    settings = file(tmp_path, Scope.PROJECT, {"hooks": guard("guard")})
    host = Host({"PATH": "/usr/bin:/bin"}, str(tmp_path / "home"))
    seen = []
    for value in ("/one:/usr/bin", "/two:/usr/bin"):
        file(tmp_path, Scope.LOCAL, {"env": {"PATH": value}})
        request = fire_request(settings, "/hooks", project_dir=str(tmp_path / "project"), host=host)
        (asked,) = consent_requests(PlannedRun(request.plan, settings, host))
        assert f"the settings set PATH={value}\n" in question([asked])
        seen.append(asked.digest)
    assert seen[0] != seen[1]
    file(tmp_path, Scope.LOCAL, {"env": {"LD_PRELOAD": "x.so"}})
    request = fire_request(settings, "/hooks", project_dir=str(tmp_path / "project"), host=host)
    (asked,) = consent_requests(PlannedRun(request.plan, settings, host))
    assert asked.unread == ("`LD_PRELOAD`",)
