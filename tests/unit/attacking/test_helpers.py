"""The files that the script of a guard needs, such as a library or a list of patterns."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.texts.helpers import helpers

_IN_LIBRARY = Guard(
    "guard.sh",
    """#!/bin/bash
source "$(dirname "$0")/lib/patterns.sh" || exit 1
command=$(jq -r '.tool_input.command // empty')
if grep -qE "$PATTERN" <<< "$command"; then
  echo "not here" >&2
  exit 2
fi
""",
    "bash {script}",
)


@pytest.mark.parametrize(
    ("script", "text", "helper"),
    [
        ("guard.sh", 'source "$HOOK_DIR/lib/patterns.sh" || exit 1', "lib/patterns.sh"),
        ("guard.sh", '. "$(dirname "$0")/_lib.sh"', "_lib.sh"),
        ("guard.py", "from patterns import RULES", "patterns.py"),
        ("guard.py", "sys.path.insert(0, LIB)\nimport common.rules", "lib/common/rules.py"),
        ("guard.py", 'open(os.path.join(HERE, "banned.json"))', "banned.json"),
        ("guard.js", "const { block } = require('./utils');", "utils.js"),
        ("guard.mjs", "import { block } from '../shared/block.mjs';", "../shared/block.mjs"),
    ],
)
def test_a_script_needs_files_beside_it(tmp_path: Path, script: str, text: str, helper: str) -> None:
    hooks = tmp_path / "hooks"
    needed = hooks / helper
    needed.parent.mkdir(parents=True)
    needed.write_text("")
    (hooks / script).parent.mkdir(exist_ok=True)
    (hooks / script).write_text(text)
    assert helpers([str(hooks / script)], str(tmp_path)) == (str(needed.resolve()),)


def test_files_outside_of_the_project_and_its_settings_are_none(tmp_path: Path) -> None:
    (tmp_path / "secret.sh").write_text("")
    project = tmp_path / "shop"
    project.mkdir()
    (project / "package.json").write_text("{}")
    (project / "guard.sh").write_text('. ../secret.sh\njq . "$root/package.json"\n')
    assert helpers([str(project / "guard.sh")], str(project)) == ()


def test_the_patterns_of_a_library_are_attacked_and_it_may_be_missing(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    library = project / ".claude" / "hooks" / "lib" / "patterns.sh"
    library.parent.mkdir(parents=True)
    library.write_text("PATTERN='git[[:space:]]+push[[:space:]]+--force'\n")
    found = attacked(_IN_LIBRARY, project, count=40)
    assert {(aim.name, seed.name) for aim in found.meant.aims for seed in aim.seeds} == {("history", "force push")}
    (missing,) = [it for it in found.circumstances if it.name == "`.claude/hooks/lib/patterns.sh` is missing"]
    assert missing.is_fault


def test_a_list_may_be_anywhere_in_the_project(tmp_path: Path) -> None:
    hooks = tmp_path / ".claude" / "hooks"
    hooks.mkdir(parents=True)
    paths, state = tmp_path / ".claude" / "protected-paths.txt", tmp_path / ".claude" / "state.json"
    paths.write_text("compose.yml\n")
    state.write_text("{}")
    script = hooks / "guard.sh"
    settings = tmp_path / ".ai" / "settings.sh"
    settings.parent.mkdir()
    settings.write_text("RULES=1\n")
    script.write_text('. "$ROOT/.ai/settings.sh"; cat "$ROOT/.claude/protected-paths.txt"; jq . ".claude/state.json"\n')
    assert set(helpers([str(script)], str(tmp_path))) == {str(paths.resolve()), str(settings.resolve())}


def test_each_file_of_a_list_is_attacked_and_the_list_is_open(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    for it in ("api/models/user.py", "compose.yml", ".claude/protected-paths.txt"):
        (project / it).parent.mkdir(parents=True, exist_ok=True)
        (project / it).write_text("api/models/user.py\ncompose.yml\n")
    text = """import json, os, sys
given = json.load(sys.stdin)["tool_input"].get("file_path", "")
with open(os.path.join(os.environ["CLAUDE_PROJECT_DIR"], ".claude/protected-paths.txt")) as file:
    if any(given.endswith(it.strip()) for it in file):
        sys.exit(2)
"""
    found = attacked(Guard("listed.py", text, "python3 {script}", "Edit|Write|Bash"), project, count=30)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert {"echo x > api/models/user.py", "echo x > compose.yml"} <= passed
    (note,) = [it for it in found.notes if "switch the guard off" in it]
    assert "`.claude/protected-paths.txt`" in note
