"""`hookwright check` on a project whose hook runs a script, as somebody runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests import warm

GUARD = """\
import json
import sys

payload = json.load(sys.stdin)
if "rm -rf" in payload["tool_input"]["command"]:
    print("Blocked: this deletes files", file=sys.stderr)
    sys.exit(1)
"""
HOOK = {"type": "command", "command": 'python3 "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.py'}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".claude" / "hooks").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / ".claude" / "hooks" / "guard.py").write_text(GUARD)
    settings = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [HOOK]}]}}
    (folder / ".claude" / "settings.json").write_text(json.dumps(settings, indent=2))
    return folder


def check(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(warm.hookwright("check", *words), capture_output=True, cwd=folder, check=False, text=True)


def test_a_guard_that_does_not_block_is_found_and_fixed(project: Path) -> None:
    done = check(project)
    assert done.returncode == 1
    assert "error[exit-code-cannot-block]" in done.stdout
    assert " --> .claude/hooks/guard.py:7:5\n" in done.stdout
    assert "note: `PreToolUse` hook of Claude Code that runs this script\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("1 error in 1 hook file and 1 script ")

    fixed = check(project, "--fix", "--unsafe")
    assert fixed.returncode == 0
    assert fixed.stdout.splitlines()[0].startswith("fixed .claude/hooks/guard.py:7: ")
    assert (project / ".claude" / "hooks" / "guard.py").read_text() == GUARD.replace("sys.exit(1)", "sys.exit(2)")


def test_the_patch_does_what_fix_does(project: Path) -> None:
    patch = check(project, "--diff", "--unsafe").stdout
    (project / ".git").rmdir()
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    subprocess.run(["git", "apply"], input=patch, cwd=project, check=True, text=True)
    assert (project / ".claude" / "hooks" / "guard.py").read_text() == GUARD.replace("sys.exit(1)", "sys.exit(2)")


def test_a_script_is_checked_by_its_name(project: Path) -> None:
    (project / "other.py").write_text(GUARD)
    done = check(project / ".claude", "hooks/guard.py", "../other.py")
    assert done.returncode == 1
    assert " --> hooks/guard.py:7:5\n" in done.stdout
    assert done.stdout.splitlines()[-1] == "../other.py was not checked: no hook of its project runs this script"
    assert check(project, "other.py").returncode == 0
    named = check(project / ".claude" / "hooks", "../hooks/guard.py", "--format", "json")
    assert [it["path"] for it in json.loads(named.stdout)["files"]] == ["../hooks/guard.py"]


def test_a_script_is_checked_from_standard_input(project: Path) -> None:
    words = warm.hookwright("check", "-", "--stdin-filename", ".claude/hooks/guard.py", "--format", "json")
    text = GUARD.replace("sys.exit(1)", "sys.exit(2)")
    done = subprocess.run(words, capture_output=True, cwd=project, check=False, text=True, input=text)
    assert done.returncode == 0
    assert [it["script"] for it in json.loads(done.stdout)["files"]] == [True]


_LOADED = """\
import sys
from hookwright.cli import main
asked, sys.argv = sys.argv[1:], ["hookwright", "check"]
try:
    main()
except SystemExit:
    pass
print([it for it in asked if it in sys.modules])
"""
_FRONT_ENDS = ("hookwright.scripts.python", "hookwright.scripts.javascript", "hookwright.scripts.shell", "tree_sitter")


_LOADS = {"": [], "guard.py": _FRONT_ENDS[:1], "guard.js": _FRONT_ENDS[1::2], "guard.sh": _FRONT_ENDS[2:3]}


@pytest.mark.parametrize("script", _LOADS)
def test_what_reads_a_language_is_loaded_with_its_first_script(project: Path, script: str) -> None:
    settings = project / ".claude" / "settings.json"
    program = {"guard.js": "node", "guard.sh": "bash"}.get(script, "python3")
    settings.write_text(settings.read_text().replace("python3", program).replace("guard.py", script or "guard.py"))
    (project / ".claude" / "hooks" / "guard.py").unlink()
    if script:
        (project / ".claude" / "hooks" / script).write_text("exit\n")
    done = subprocess.run(
        [sys.executable, "-c", _LOADED, *_FRONT_ENDS], capture_output=True, cwd=project, check=True, text=True
    )
    assert done.stdout.splitlines()[-1] == str([*_LOADS[script]])
