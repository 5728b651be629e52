"""Folders that the user of Gemini CLI or Qwen Code does not trust, as both keep it; both were seen to do so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hookwright.workflows.guarding.guard import GuardState

_AGENTS = ("gemini", "qwen")
_EVENTS = {"gemini": "BeforeTool", "qwen": "PreToolUse"}
_TITLES = {"gemini": "Gemini CLI", "qwen": "Qwen Code"}
_ON: Mapping[str, Any] = {"security": {"folderTrust": {"enabled": True}}}
_OFF: Mapping[str, Any] = {"security": {"folderTrust": {"enabled": False}}}


async def _look(
    guards: Any,
    folder: Path,
    agent: str,
    rules: Mapping[str, str] | str,
    user: Mapping[str, Any] = _ON,
    project: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Any:
    """The guard of a project, where `@` in a rule stands for the folder around the project."""
    kept = folder / "home" / f".{agent}"
    kept.mkdir(parents=True, exist_ok=True)
    text = rules if isinstance(rules, str) else json.dumps(rules)
    (kept / "trustedFolders.json").write_text(text.replace("@", str(folder)))
    (kept / "settings.json").write_text(json.dumps(user))
    hooks = [{"type": "command", "command": "grep -q rm && exit 2"}]
    settings = {**(project or {}), "hooks": {_EVENTS[agent]: [{"matcher": "run_shell_command", "hooks": hooks}]}}
    found = await guards(settings, place=f".{agent}/settings.json", environ=environ)
    return [it for it in found if it.source.startswith(str(folder / "project"))]


@pytest.mark.parametrize("agent", _AGENTS)
@pytest.mark.parametrize(
    "rules",
    [
        {"@/project": "DO_NOT_TRUST"},
        {"@": "DO_NOT_TRUST"},
        {"@": "TRUST_FOLDER", "@/project": "DO_NOT_TRUST"},
        {"@/project": "DO_NOT_TRUST", "@/project/below": "TRUST_FOLDER"},
        '// Kept by the agent.\n{"@/project": "DO_NOT_TRUST"}',
    ],
)
async def test_a_folder_that_is_not_trusted(guards: Any, tmp_path: Path, agent: str, rules: Any) -> None:
    (found,) = await _look(guards, tmp_path, agent, rules)
    assert found.state is GuardState.DEAD
    why = f"{_TITLES[agent]} runs no hooks of a project that you do not trust"
    assert found.decided.says == f"does not run: {why}, so this guard lets everything pass"
    assert found.decided.repair.endswith("and trust the folder")


@pytest.mark.parametrize("agent", _AGENTS)
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"@/project": "TRUST_FOLDER"},
        {"@/project/below": "TRUST_PARENT"},
        {"@": "DO_NOT_TRUST", "@/project": "TRUST_FOLDER"},
        {"@/other": "DO_NOT_TRUST"},
        {"@/project": "DO_NOT_TRUST", "@/project/below": "TRUST_PARENT"},
        {"@/project": "SOMETHING"},
        "{",
        "[]",
    ],
)
async def test_a_folder_that_is_trusted_or_of_which_nothing_is_known(
    guards: Any, tmp_path: Path, agent: str, rules: Any
) -> None:
    (found,) = await _look(guards, tmp_path, agent, rules)
    assert "trust" not in found.decided.says


async def test_what_counts_if_nobody_has_switched_it_on(guards: Any, tmp_path: Path) -> None:
    rules = {"@/project": "DO_NOT_TRUST"}
    (gemini,) = await _look(guards, tmp_path, "gemini", rules, user={})
    assert "do not trust" in gemini.decided.says


async def test_qwen_code_asks_nobody_until_it_is_switched_on(guards: Any, tmp_path: Path) -> None:
    (found,) = await _look(guards, tmp_path, "qwen", {"@/project": "DO_NOT_TRUST"}, user={})
    assert "trust" not in found.decided.says


@pytest.mark.parametrize("agent", _AGENTS)
async def test_the_user_can_switch_it_off_and_the_project_only_on(guards: Any, tmp_path: Path, agent: str) -> None:
    rules = {"@/project": "DO_NOT_TRUST"}
    (found,) = await _look(guards, tmp_path, agent, rules, user=_OFF)
    assert "trust" not in found.decided.says
    for user, project in ((_ON, _OFF), (_OFF, _ON)):
        (found,) = await _look(guards, tmp_path, agent, rules, user=user, project=project)
        assert "do not trust" in found.decided.says


async def test_a_variable_trusts_every_folder_or_names_another_file(guards: Any, tmp_path: Path) -> None:
    rules, always = {"@/project": "DO_NOT_TRUST"}, {"GEMINI_CLI_TRUST_WORKSPACE": "true"}
    (found,) = await _look(guards, tmp_path, "gemini", rules, environ=always)
    assert "trust" not in found.decided.says
    (tmp_path / "other.json").write_text("{}")
    other = {"GEMINI_CLI_TRUSTED_FOLDERS_PATH": str(tmp_path / "other.json")}
    (found,) = await _look(guards, tmp_path, "gemini", rules, environ=other)
    assert "trust" not in found.decided.says
