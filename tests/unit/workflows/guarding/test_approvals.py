"""What Codex has kept of its user's approvals: approved, changed since, switched off, never approved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookwright.dialects import by_id
from hookwright.workflows.guarding.approvals import digest_of
from hookwright.workflows.guarding.guard import GuardState

_COMMAND = "printf 'Blocked' >&2; exit 2"


def test_the_digest_is_that_of_codex() -> None:
    """The first was made by Codex itself, as the tests of github.com/akiojin/gwt have it."""
    how = by_id("codex").approval
    assert how is not None
    command = "'/Applications/GWT.app/Contents/MacOS/gwtd' hook event PostToolUse"
    values = {"type": "command", "command": command}
    told = digest_of(how, "post_tool_use", "*", values)
    assert told == "sha256:9c3ce103f03f0b27a28bc4a30883f7e98a80b5df566b4572fcbb2955ebf5ba62"
    assert digest_of(how, "post_tool_use", "*", {**values, "timeout": 600, "async": False}) == told
    assert digest_of(how, "post_tool_use", "*", {**values, "timeout": 5}) != told
    assert digest_of(how, "post_tool_use", "*", {**values, "unheard": 5}) is None


def _keep(folder: Path, kept: str) -> None:
    codex = folder / "home" / ".codex"
    codex.mkdir(parents=True, exist_ok=True)
    (codex / "config.toml").write_text(kept)


async def _look(guards: Any) -> Any:
    hooks = [{"type": "command", "command": _COMMAND}]
    settings = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": hooks}]}}
    return await guards(settings, place=".codex/hooks.json")


def _state(folder: Path, digest: str, rest: str = "") -> str:
    key = json.dumps(f"{folder / 'project' / '.codex' / 'hooks.json'}:pre_tool_use:0:0")
    return f'[hooks.state.{key}]\ntrusted_hash = "{digest}"\n{rest}'


@pytest.fixture
def own_digest() -> str:
    how = by_id("codex").approval
    assert how is not None
    return str(digest_of(how, "pre_tool_use", "Bash", {"type": "command", "command": _COMMAND}))


async def test_a_hook_that_nobody_has_approved_does_not_run(guards: Any, tmp_path: Path) -> None:
    _keep(tmp_path, "")
    (found,) = await _look(guards)
    assert found.state is GuardState.DEAD
    why = "you never approved it, so Codex skips it, so this guard lets everything pass"
    assert found.decided.says == f"does not run: {why}"
    assert found.decided.repair == "run `/hooks` in Codex"


async def test_a_hook_that_has_changed_does_not_run(guards: Any, tmp_path: Path) -> None:
    _keep(tmp_path, _state(tmp_path, "sha256:0"))
    (found,) = await _look(guards)
    assert (found.state, "it changed since" in found.decided.says) == (GuardState.DEAD, True)


async def test_a_hook_that_is_switched_off_does_not_run(guards: Any, tmp_path: Path, own_digest: str) -> None:
    _keep(tmp_path, _state(tmp_path, own_digest, "enabled = false\n"))
    (found,) = await _look(guards)
    assert (found.state, "switched it off" in found.decided.says) == (GuardState.DEAD, True)


async def test_a_hook_that_is_approved_runs(guards: Any, tmp_path: Path, own_digest: str) -> None:
    _keep(tmp_path, _state(tmp_path, own_digest))
    (found,) = await _look(guards)
    assert found.state is not GuardState.DEAD


async def test_nothing_is_said_where_nobody_uses_codex(guards: Any) -> None:
    (found,) = await _look(guards)
    assert found.state is not GuardState.DEAD


async def test_settings_that_cannot_be_read_say_nothing(guards: Any, tmp_path: Path) -> None:
    _keep(tmp_path, "[")
    (found,) = await _look(guards)
    assert found.state is not GuardState.DEAD


@pytest.mark.parametrize(("level", "is_dead"), [("untrusted", True), ("trusted", False)])
@pytest.mark.parametrize("of", ["project", "."])  # "." is the repository
async def test_a_project_that_its_user_does_not_trust_is_not_read(
    guards: Any, tmp_path: Path, own_digest: str, level: str, of: str, *, is_dead: bool
) -> None:
    (tmp_path / ".git").mkdir()
    folder = json.dumps(str((tmp_path / of).resolve()))
    _keep(tmp_path, f'{_state(tmp_path, own_digest)}\n[projects.{folder}]\ntrust_level = "{level}"\n')
    (found,) = await _look(guards)
    assert (found.state is GuardState.DEAD) == is_dead
    assert ("do not trust the project" in found.decided.says) == is_dead


async def test_what_is_nearest_says_whether_a_project_is_trusted(guards: Any, tmp_path: Path, own_digest: str) -> None:
    (tmp_path / ".git").mkdir()
    levels = ((tmp_path, "untrusted"), (tmp_path / "project", "trusted"))
    told = "".join(f'\n[projects.{json.dumps(str(it.resolve()))}]\ntrust_level = "{level}"\n' for it, level in levels)
    _keep(tmp_path, _state(tmp_path, own_digest) + told)
    (found,) = await _look(guards)
    assert found.state is not GuardState.DEAD


async def test_a_folder_above_the_repository_says_nothing(guards: Any, tmp_path: Path, own_digest: str) -> None:
    told = f'\n[projects.{json.dumps(str(tmp_path.resolve()))}]\ntrust_level = "untrusted"\n'
    _keep(tmp_path, _state(tmp_path, own_digest) + told)
    (found,) = await _look(guards)
    assert found.state is not GuardState.DEAD
