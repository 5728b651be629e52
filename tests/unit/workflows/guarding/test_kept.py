"""Guards are looked at once, and again where a script, a program or the hook file changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.workflows.guarding.guard import GuardState
from hookwright.workflows.guarding.kept import KnownGuards

_POINTER = "/hooks/PreToolUse/0/hooks/0"
_GUARD = '#!/bin/sh\nname=$(jq -r .tool_name)\nif [ "$name" = Bash ]; then\n  echo Blocked >&2\n  exit 2\nfi\n'


def _file(folder: Path, script: str) -> HookFile:
    place = folder / ".claude" / "settings.json"
    place.parent.mkdir(exist_ok=True)
    (folder / "guard.sh").write_text(script)
    (folder / "guard.sh").chmod(0o755)
    hooks = [{"type": "command", "command": "$CLAUDE_PROJECT_DIR/guard.sh"}]
    text = json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}})
    place.write_text(text)
    return read_hook_file(str(place), text, by_id("claude-code"), Scope.PROJECT)


def test_what_has_changed_is_looked_at_again(tmp_path: Path, programs: Callable[..., str]) -> None:
    host = Host({"PATH": programs("sh")}, str(tmp_path / "home"))
    file, guards = _file(tmp_path, _GUARD), KnownGuards(host)
    assert guards.known(file) is None
    found = guards.of(file)
    assert found[_POINTER].state is GuardState.DEAD
    assert guards.known(file) is found

    programs("jq")
    assert guards.known(file) is None
    assert guards.of(file)[_POINTER].state is GuardState.LEAKS

    _file(tmp_path, _GUARD.replace("exit 2", "exit 1"))
    assert guards.known(file) is None
    assert "`exit 1` does not block" in guards.of(file)[_POINTER].decided.says
