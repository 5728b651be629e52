"""Hooks whose scripts load files that are not there."""

from __future__ import annotations

from typing import Any

import pytest

from hookwright.workflows.guarding.guard import GuardState

_HERE = ("bash", "sh", "cat", "dirname", "pwd")
_CASE = 'case "$(cat)" in *"rm -rf"*) exit 2 ;; esac\nexit 0\n'
_FOLDER = 'SCRIPT_DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\n'


async def _look(guards: Any, text: str, files: dict[str, str] | None = None) -> Any:
    script = {".claude/hooks/guard.sh": f"#!/bin/bash\n{text}"}
    return await guards(['bash "$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh"'], script | (files or {}), has=_HERE)


@pytest.mark.parametrize(
    "start",
    [
        'set -e\nsource "$(dirname "$0")/../init.sh"\n',
        f'set -euo pipefail\n{_FOLDER}source "$SCRIPT_DIR/../init.sh"\n',
        'source "$CLAUDE_PROJECT_DIR/.claude/init.sh" || exit 0\n',
    ],
)
async def test_a_guard_that_ends_as_it_loads_a_file_lets_everything_pass(guards: Any, project: str, start: str) -> None:
    (found,) = await _look(guards, start + _CASE)
    why = f"`{project}/.claude/init.sh`, which the script loads, is missing"
    assert (found.is_guard, found.state) == (True, GuardState.DEAD)
    assert found.decided.says == f"cannot decide: {why}, so this guard lets everything pass"
    (found,) = await _look(guards, start + _CASE, {".claude/init.sh": "ready=1\n"})
    assert found.state is not GuardState.DEAD


async def test_another_hook_that_ends_as_it_loads_a_file_does_not_do_its_work(guards: Any, project: str) -> None:
    (found,) = await _look(guards, f'set -e\n{_FOLDER}source "$SCRIPT_DIR/../init.sh"\ndate >> notes.txt\n')
    why = f"`{project}/.claude/init.sh`, which the script loads, is missing"
    assert (found.is_guard, found.state) == (False, GuardState.DEAD)
    assert found.decided.says == f"does not do its work here: {why}, so it exits with 1"


@pytest.mark.parametrize(
    "start",
    [
        # It goes on without it.
        'source "$(dirname "$0")/../init.sh"\n',
        'set -e\nif [ -f "$(dirname "$0")/../init.sh" ]; then\n  source "$(dirname "$0")/../init.sh"\nfi\n',
        # It makes it.
        (
            'set -e\necho "ready=1" > "$CLAUDE_PROJECT_DIR/.claude/init.sh"\n'
            'source "$CLAUDE_PROJECT_DIR/.claude/init.sh"\n'
        ),
    ],
)
async def test_a_guard_that_does_without_a_file_is_not_dead(guards: Any, start: str) -> None:
    (found,) = await _look(guards, start + _CASE)
    assert found.state is not GuardState.DEAD
