"""Hooks that run Python of a virtual environment, which is missing or lacks a module."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from hookwright.workflows.guarding.environments import modules_there
from hookwright.workflows.guarding.guard import Fate, GuardState

_DECIDES = "import json, sys\nsys.exit(2 if 'rm' in json.load(sys.stdin)['tool_input']['command'] else 0)\n"
_IMPORTS = f"import no_such_package\n{_DECIDES}"
_BY_NAME = '"$CLAUDE_PROJECT_DIR"/.venv/bin/python "$CLAUDE_PROJECT_DIR"/.claude/guard.py'
_HAS = ("sh", "bash", "cat", "python3", "node")


def _made(project: str, has: str = "") -> Path:
    """Makes an environment with a module, and gives its folder of packages."""
    folder = Path(project, ".venv")
    venv.create(folder, symlinks=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = folder / "lib" / version / "site-packages"
    if has:
        (packages / f"{has}.py").write_text("")
    return packages


async def _look(guards: Any, command: str, text: str = _DECIDES, event: str = "PreToolUse") -> list[Any]:
    return [*await guards([command], {".claude/guard.py": text}, has=_HAS, event=event)]


@pytest.mark.parametrize("command", [_BY_NAME, ".venv/bin/python .claude/guard.py", ".venv/bin/python -m own.guard"])
async def test_an_environment_that_is_missing(guards: Any, project: str, command: str) -> None:
    (found,) = await _look(guards, command)
    assert found.decided.says.startswith(f"would not start here: `{project}/.venv/bin/python` is missing")
    assert found.decided.repair == f"python3 -m venv {project}/.venv"
    Path(project, "uv.lock").write_text("")
    (found,) = await _look(guards, command)
    assert found.decided.repair == f"cd {project} && uv sync"


@pytest.mark.parametrize("command", [_BY_NAME, ".venv/bin/python .claude/guard.py"])
async def test_a_package_that_the_environment_lacks(guards: Any, project: str, command: str) -> None:
    packages = _made(project)
    (found,) = await _look(guards, command, _IMPORTS)
    assert (found.state, found.decided.unreadable) == (GuardState.DEAD, Fate.PASSES)
    python = f"{project}/.venv/bin/python"
    assert found.decided.says.startswith(f"would not start here: `no_such_package` is not installed for `{python}`")
    assert found.decided.repair == f"uv pip install --python {python} no_such_package"
    (packages / "pip").mkdir()
    (found,) = await _look(guards, command, _IMPORTS)
    assert found.decided.repair == f"{python} -m pip install no_such_package"
    (packages / "no_such_package.py").write_text("")
    (found,) = await _look(guards, command, _IMPORTS)
    assert "no_such_package" not in found.decided.says


async def test_a_script_that_names_the_environment_in_its_first_line(guards: Any, project: str) -> None:
    _made(project, has="only_there")
    first = f"#!{project}/.venv/bin/python\n"
    (found,) = await _look(guards, "$CLAUDE_PROJECT_DIR/.claude/guard.py", f"{first}import only_there\n{_DECIDES}")
    assert "only_there" not in found.decided.says
    (found,) = await _look(guards, "$CLAUDE_PROJECT_DIR/.claude/guard.py", first + _IMPORTS)
    assert f"`no_such_package` is not installed for `{project}/.venv/bin/python`" in found.decided.says


async def test_a_module_that_the_environment_lacks(guards: Any, project: str) -> None:
    packages = _made(project)
    command = ".venv/bin/python -m no_such_package check ."
    (found,) = await _look(guards, command, event="PostToolUse")
    why = f"`no_such_package`, which `-m` runs, is not installed for `{project}/.venv/bin/python`"
    assert found.decided.says == f"does not do its work here: {why}"
    assert await _look(guards, f"{command} 2>/dev/null", event="PostToolUse") == []
    assert await _look(guards, f"{command} || true", event="PostToolUse") == []
    (packages / "no_such_package").mkdir()
    assert await _look(guards, command, event="PostToolUse") == []


def test_what_an_environment_has(tmp_path: Path) -> None:
    packages = _made(str(tmp_path), has="one")
    folder = str(tmp_path / ".venv")
    assert modules_there(folder, ("one", "two")) == frozenset({"one"})
    (tmp_path / "two.py").write_text("")
    (packages / "own.pth").write_text(f"# ours\n{tmp_path}\n")
    assert modules_there(folder, ("one", "two.part", "three")) == frozenset({"one", "two.part"})
    (packages / "finder.pth").write_text("import finder; finder.install()\n")
    assert modules_there(folder, ("one",)) is None
    (packages / "finder.pth").unlink()
    (tmp_path / ".venv" / "pyvenv.cfg").write_text("include-system-site-packages = true\n")
    assert modules_there(folder, ("one",)) is None


def _code(project: str) -> int:
    """What the script ends with."""
    ended = subprocess.run(
        ["bash", ".claude/guard.sh"],
        cwd=project,
        env={"CLAUDE_PROJECT_DIR": project, "PATH": "/usr/bin:/bin"},
        input=b"{}",
        capture_output=True,
        check=False,
    )
    return ended.returncode


_IN_SCRIPT = [
    # What it says of a guard of which it knows that it refuses, and with what the script ends.
    ('cd "$CLAUDE_PROJECT_DIR"\nexec .venv/bin/python .claude/guard.py\n', "cannot decide", 127),
    ('out=$(.venv/bin/python -m own)\nif [ "$out" = deny ]; then exit 2; fi\n', "cannot decide", 0),
    ('"$CLAUDE_PROJECT_DIR"/.venv/bin/python -m own\n', "does not do its work here", 127),
    (".venv/bin/python -m own || exit 2\n", "refuses every `PreToolUse` here", 2),
    ('"$CLAUDE_PROJECT_DIR"/.claude/check.sh || exit 2\n', "refuses every `PreToolUse` here", 2),
    ('python3 "$CLAUDE_PROJECT_DIR"/.claude/check.py\n', "does not do its work here", 2),
    ('out=$(node .claude/check.js)\n[ -n "$out" ] && exit 2\nexit 0\n', "cannot decide", 0),
    ("if ! bash .claude/check.sh; then exit 2; fi\n", "refuses every `PreToolUse` here", 2),
    ("python3 .claude/check.py || true\n", None, 0),
    ("[ -f .claude/check.py ] || exit 0\npython3 .claude/check.py || exit 2\n", None, 0),
    ("echo 'x = 1' > .claude/check.py\npython3 .claude/check.py || exit 2\n", None, 0),
    ("[ -x .venv/bin/python ] || exit 0\n.venv/bin/python -m own || exit 2\n", None, 0),
    ("[ -d .venv ] && .venv/bin/python -m own\nexit 0\n", None, 0),
    (".venv/bin/python -m own || true\n", None, 0),
    ("[ -x .claude/check.sh ] && .claude/check.sh\nexit 0\n", None, 0),
]


@pytest.mark.parametrize(("text", "says", "code"), _IN_SCRIPT)
async def test_a_script_that_runs_what_is_missing(
    guards: Any, project: str, text: str, says: str | None, code: int
) -> None:
    files = {".claude/guard.sh": f"#!/bin/bash\n{text}", ".claude/guard.py": _DECIDES}
    found = await guards(['bash "$CLAUDE_PROJECT_DIR"/.claude/guard.sh'], files, has=_HAS)
    told = [it.decided for it in found if "which the script runs, is missing" in it.decided.says]
    assert [it.says.partition(":")[0].partition(", as")[0] for it in told] == ([says] if says else [])
    assert _code(project) == code


async def test_a_script_that_makes_its_environment(guards: Any) -> None:
    text = "#!/bin/bash\n[ -d .venv ] || python3 -m venv .venv\n.venv/bin/python -m own || exit 2\n"
    (found,) = await guards(["bash .claude/guard.sh"], {".claude/guard.sh": text}, has=_HAS)
    assert "is missing" not in found.decided.says
