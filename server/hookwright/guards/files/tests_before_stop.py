#!/usr/bin/env python3
"""Has the agent go on while the tests of the project fail: it runs them when the agent wants to stop.

It does so once for each answer: where the agent already goes on because of a hook, it may stop.  It runs no tests where
nothing has changed since the last commit.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# How the tests are run; empty for the first of those below whose file the project has.
COMMAND = ""
USUAL = (
    ("package.json", "npm test --silent"),
    ("pyproject.toml", "python3 -m pytest -q"),
    ("Cargo.toml", "cargo test --quiet"),
    ("go.mod", "go test ./..."),
)
SECONDS = 300
LINES = 40
LOOP_GUARD = "stop_hook_active"


def refuse(reason: str) -> NoReturn:
    """Has the agent go on, and ends the hook."""
    print(reason, file=sys.stderr)
    sys.exit(2)


# What is the same for every agent.


def test_command() -> str:
    """How the tests are run; empty if nothing tells."""
    return COMMAND or next((it for name, it in USUAL if os.path.exists(name)), "")


def has_changes() -> bool:
    """Whether something has changed since the last commit; a folder without a repository may have."""
    done = subprocess.run(["git", "status", "--porcelain"], capture_output=True, check=False)
    return done.returncode != 0 or bool(done.stdout.strip())


def main() -> None:
    """Runs the tests, unless the agent already goes on because of a hook."""
    try:
        payload = json.load(sys.stdin)
    except ValueError:
        sys.exit(0)
    command = test_command()
    if not isinstance(payload, dict) or payload.get(LOOP_GUARD) or not command or not has_changes():
        sys.exit(0)
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, timeout=SECONDS, check=False, text=True)
    except (OSError, subprocess.TimeoutExpired) as wrong:
        print(f"the tests did not run: {wrong}", file=sys.stderr)
        sys.exit(0)
    if done.returncode == 0:
        sys.exit(0)
    said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-LINES:])
    refuse(f"`{command}` fails; repair what you changed:\n{said}")


main()
