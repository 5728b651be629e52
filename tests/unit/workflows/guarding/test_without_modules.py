"""Guards that catch that a module is missing, and modules that Python runs by their names."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from hookwright.workflows.guarding.guard import Fate, GuardState

_START = "import json, sys\n"
_END = """try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except Exception:
    sys.exit(2)
if "rm -rf" in command:
    sys.exit(2)
"""


async def _look(guards: Any, text: str, files: dict[str, str] | None = None) -> Any:
    script = {".claude/hooks/guard.py": text}
    command = 'python3 "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.py'
    (found,) = await guards([command], script | (files or {}), has=("sh", "python3"))
    return found


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{_START}try:\n    import no_such_package\nexcept ImportError:\n    sys.exit(0)\n{_END}", 3),
        (f"{_START}try:\n    from no_such_package import a\nexcept:\n    sys.exit(0)\n{_END}", 3),
        (
            (
                f"{_START}try:\n    import no_such_package\n    has = True\n"
                f"except ModuleNotFoundError:\n    has = False\nif not has:\n    sys.exit(0)\n{_END}"
            ),
            3,
        ),
        (
            (
                f"{_START}def main():\n    try:\n        import no_such_package\n"
                "        if no_such_package.bad(sys.stdin.read()):\n            sys.exit(2)\n"
                "    except Exception:\n        pass\nmain()\n"
            ),
            4,
        ),
    ],
)
async def test_a_guard_that_lets_everything_pass_without_a_package(guards: Any, text: str, line: int) -> None:
    found = await _look(guards, text)
    assert (found.is_guard, found.state, found.decided.unreadable) == (True, GuardState.DEAD, Fate.PASSES)
    assert found.decided.says.startswith("cannot decide: `no_such_package` is not installed for `")
    assert found.decided.says.endswith(", so this guard lets everything pass")
    assert found.decided.repair.endswith("-m pip install no_such_package")
    assert found.decided.line == line


_IF_READABLE = [
    ("def bad(*_):\n        return None", "if bad(command):\n    sys.exit(2)\n"),
    ("def bad(*_):\n        return []", "for it in bad(command):\n    if it == 'rm':\n        sys.exit(2)\n"),
    ("bad = lambda _: False", "if bad(command):\n    sys.exit(2)\n"),
    ("bad = None", "if bad is not None and bad(command):\n    sys.exit(2)\n"),
]
_READ = """try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except Exception:
    sys.exit(2)
"""


def _code(project: str) -> int:
    """What the script makes of a dangerous call."""
    script = os.path.join(project, ".claude", "hooks", "guard.py")
    payload = b'{"tool_input": {"command": "rm -rf /"}}'
    return subprocess.run([sys.executable, script], input=payload, capture_output=True, check=False).returncode


@pytest.mark.parametrize(("instead", "check"), _IF_READABLE)
async def test_what_stands_in_for_a_package_may_let_everything_pass(
    guards: Any, project: str, instead: str, check: str
) -> None:
    text = f"{_START}try:\n    from no_such_package import bad\nexcept ImportError:\n    {instead}\n"
    found = await _look(guards, text + _READ + check)
    assert found.decided.says.endswith(", so this guard lets everything pass that it can read")
    assert (found.is_guard, found.state, found.decided.line) == (True, GuardState.DEAD, 3)
    assert _code(project) == 0
    # It would refuse what it cannot check.
    inside = _READ.replace("except", f"    {check.replace(chr(10), chr(10) + '    ').rstrip()}\nexcept")
    assert (await _look(guards, text + inside)).state is not GuardState.DEAD


async def test_a_guard_that_refuses_everything_without_a_package(guards: Any, project: str) -> None:
    text = f"{_START}try:\n    import no_such_package\nexcept ImportError:\n    sys.exit(2)\n{_END}"
    found = await _look(guards, text)
    assert found.decided.says.startswith("refuses every `PreToolUse` here, as `no_such_package` is not installed for ")
    assert (found.state, found.decided.unreadable) == (GuardState.HOLDS, Fate.REFUSED)
    assert _code(project) == 2


async def test_a_guard_that_lets_everything_pass_without_a_file_of_the_project(guards: Any, project: str) -> None:
    text = f"{_START}import os\nsys.path.insert(0, os.path.dirname(__file__))\n"
    text += f"try:\n    from lib.rules import a\nexcept ImportError:\n    sys.exit(0)\n{_END}"
    found = await _look(guards, text, {".claude/hooks/lib/other.py": ""})
    why = f"`{project}/.claude/hooks/lib/rules.py`, which the script imports, is missing"
    assert found.decided.says == f"cannot decide: {why}, so this guard lets everything pass"
    assert (await _look(guards, text, {".claude/hooks/lib/rules.py": "a = 1\n"})).state is not GuardState.DEAD


@pytest.mark.parametrize(
    "start",
    [
        "try:\n    import no_such_package as package\nexcept ImportError:\n    package = None\n",
        "try:\n    import no_such_package as json\nexcept ImportError:\n    import json\n",
        "try:\n    import no_such_package\nexcept ImportError:\n    sys.exit(2)\n",
        "try:\n    import no_such_package\nexcept ValueError:\n    sys.exit(0)\nexcept ImportError:\n    pass\n",
        (
            "try:\n    import no_such_package\nexcept ImportError:\n    import subprocess\n"
            "    subprocess.run([sys.executable, '-m', 'pip', 'install', 'no-such-package'])\n"
            "    import no_such_package\n"
        ),
        "try:\n    import tomllib\nexcept ImportError:\n    sys.exit(0)\n",
    ],
)
async def test_a_guard_that_decides_without_a_package(guards: Any, start: str) -> None:
    found = await _look(guards, f"{_START}{start}{_END}")
    assert found.state is not GuardState.DEAD


async def _run(guards: Any, command: str, files: dict[str, str] | None = None) -> Any:
    found = await guards([command], files or {}, has=("sh", "python3"), event="PostToolUse")
    return [it.decided.says.removeprefix("does not do its work here: ") for it in found]


async def test_a_module_that_is_not_there(guards: Any, project: str) -> None:
    (says,) = await _run(guards, "python3 -m no_such_package check")
    assert says.startswith("`no_such_package`, which `-m` runs, is not installed for `")
    (says,) = await _run(guards, "python3 -m own_guards.check", {"own_guards/other.py": ""})
    assert says == f"`{project}/own_guards/check.py`, which `-m own_guards.check` runs, is missing"
    (says,) = await _run(guards, "python3 -m our_guards.check", {"src/our_guards/check.py": ""})
    where = f"is not in `{project}` (it is `{project}/src/our_guards`)"
    assert says == f"`our_guards`, which `-m our_guards.check` runs, {where}"


@pytest.mark.parametrize(
    "command",
    [
        "python3 -m json.tool",
        "python3 -m no_such_package || true",
        "python3 -m no_such_package 2>/dev/null",
        "PYTHONPATH=src python3 -m our_guards.check",
        ". .venv/bin/activate && python3 -m no_such_package",
        "cd src && python3 -m our_guards.check",
    ],
)
async def test_a_module_that_is_not_missed(guards: Any, command: str) -> None:
    assert await _run(guards, command, {"src/our_guards/check.py": "", ".venv/bin/activate": ""}) == []
