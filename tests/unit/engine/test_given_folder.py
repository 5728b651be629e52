"""A hook that makes a worktree has to print where it is: without the folder the agent does not begin."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookwright import HookService
from hookwright.model.outcome import Outcome


async def _fired(project: Path, *commands: str) -> Outcome:
    (project / ".claude").mkdir()
    hooks = {"WorktreeCreate": [{"hooks": [{"type": "command", "command": it} for it in commands]}]}
    (project / ".claude/settings.json").write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
    async with await HookService.open(str(project), dialect="claude-code", record=False) as service:
        return await service.dispatch("WorktreeCreate", {"name": "feat"})


@pytest.mark.parametrize(
    "command",
    [
        "true",
        "echo gone",
        "mkdir tree; echo tree; echo done",
        """mkdir tree; echo '{"hookSpecificOutput": {"hookEventName": "WorktreeCreate", "worktreePath": "tree"}}'""",
    ],
)
async def test_without_a_folder_the_worktree_is_refused(tmp_path: Path, command: str) -> None:
    outcome = await _fired(tmp_path, command)

    assert outcome.folded.blocked
    assert [it.text for it in outcome.messages if it.level == "error"] == [outcome.folded.reason]


@pytest.mark.parametrize(
    "commands",
    [
        ["mkdir tree; echo noise; echo tree"],
        ["mkdir tree; printf 'tree\\n\\n'"],
        ["true", "mkdir tree; echo tree"],
        ["exit 1", "mkdir tree; echo tree"],
    ],
)
async def test_one_hook_with_a_folder_is_enough(tmp_path: Path, commands: list[str]) -> None:
    outcome = await _fired(tmp_path, *commands)

    assert not outcome.folded.blocked
    assert outcome.folded.reason is None


async def test_the_first_that_gives_a_path_counts(tmp_path: Path) -> None:
    outcome = await _fired(tmp_path, "echo gone", "mkdir tree; echo tree")

    assert outcome.folded.blocked
    assert "`gone` is not a folder" in (outcome.folded.reason or "")


async def test_a_hook_that_fails_alone_refuses_with_its_own_words(tmp_path: Path) -> None:
    outcome = await _fired(tmp_path, "echo 'no disk' >&2; exit 1")

    assert (outcome.folded.blocked, outcome.folded.reason) == (True, "no disk")
