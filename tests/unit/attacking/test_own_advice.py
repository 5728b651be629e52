"""A guard must not refuse what its own messages recommend."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.own.advice import recommended

_DEV = Guard(
    "dev.sh",
    r"""#!/bin/bash
command=$(jq -r .tool_input.command)
if [[ $command =~ npm\ run\ dev ]]; then
  echo 'Use: tmux new-session -d "npm run dev"' >&2
  exit 2
fi
""",
    "bash {script}",
)


@every(
    ("text", "found"),
    [
        (r'echo "Use: tmux new-session -d \"npm run dev\"" >&2', 'tmux new-session -d "npm run dev"'),
        ("console.error('[Hook] Use: tmux new -d \"npm run dev\"');", 'tmux new -d "npm run dev"'),
        ('deny "npm is not allowed. Use `uv add <package>` instead"', "uv add shop"),
        ("print('Try: git push --force-with-lease')", "git push --force-with-lease"),
        ("Do not use `npm install`", ""),
        ("Use `git commit` only on a branch", ""),
        ("use `make ...` or `git $COMMAND`", ""),
        ("use `the other tool`", ""),
    ],
)
def test_a_message_recommends_a_command(text: str, found: str) -> None:
    assert recommended([text]) == ((found,) if found else ())


def test_a_guard_that_refuses_what_it_recommends_has_a_false_alarm(tmp_path: Path) -> None:
    found = attacked(_DEV, tmp_path / "shop", count=60)
    alarms = {it.variant.text for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert 'tmux new-session -d "npm run dev"' in alarms
