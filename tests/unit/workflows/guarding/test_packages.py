"""The packages that scripts cannot start without."""

from __future__ import annotations

from typing import Any

import pytest
from tests.every import every

from hookwright.workflows.guarding.guard import GuardState
from hookwright.workflows.guarding.node_imports import imports_of_node
from hookwright.workflows.guarding.python_modules import first_imports, not_beside

_GUARD = """import json
import sys

import no_such_package

if "rm" in json.load(sys.stdin)["tool_input"]["command"]:
    sys.exit(2)
"""
_IN_NODE = """import { parse } from "no-such-package";
import { readFileSync } from "node:fs";

const input = parse(readFileSync(0, "utf8"));
if (input.includes("rm")) process.exit(2);
"""
_COMMAND = "$CLAUDE_PROJECT_DIR/.claude/guard"


@pytest.mark.parametrize("program", ["python3", "timeout 5 python3"])
async def test_a_guard_without_a_package_is_dead(guards: Any, program: str) -> None:
    has = ("sh", "bash", "timeout", "python3")
    (found,) = await guards([f"{program} {_COMMAND}.py"], {".claude/guard.py": _GUARD}, has=has)
    assert found.state is GuardState.DEAD
    assert "`no_such_package` is not installed for" in found.decided.says
    assert "-m pip install" in found.decided.repair
    assert found.decided.repair.endswith("no_such_package")


async def test_what_brings_its_own_packages_is_not_asked(guards: Any) -> None:
    found = await guards(
        [f"uv run --with x {_COMMAND}.py", f"poetry run python {_COMMAND}.py"],
        {".claude/guard.py": _GUARD},
        has=("uv", "poetry", "python3"),
    )
    assert all("no_such_package" not in it.decided.says for it in found)
    assert len(found) == 2


async def test_packages_of_node_are_looked_for_above_the_script(guards: Any, tmp_path: Any) -> None:
    (found,) = await guards([f"node {_COMMAND}.mjs"], {".claude/guard.mjs": _IN_NODE})
    assert found.state is GuardState.DEAD
    assert found.decided.repair.startswith("npm install --prefix ")

    (tmp_path / "project" / "node_modules" / "no-such-package").mkdir(parents=True)
    (found,) = await guards([f"node {_COMMAND}.mjs"], {".claude/guard.mjs": _IN_NODE}, has=())
    assert "no-such-package" not in found.decided.says


@every(
    ("text", "wanted"),
    [
        ("import yaml\n", ("yaml",)),
        ("from yaml import safe_load\nimport json\n", ("yaml",)),
        ("try:\n    import yaml\nexcept ImportError:\n    yaml = None\n", ()),
        ("import json\nif len(json.__doc__) > 1:\n    raise SystemExit\nimport yaml\n", ()),
        ("def f():\n    import yaml\n", ()),
        ("import sys\nif 'lib' not in sys.path:\n    sys.path.insert(0, 'lib')\nimport yaml\n", ("yaml",)),
        ("from . import beside\n", ()),
        ("import (\n", ()),
    ],
)
def test_imports_that_a_start_needs(text: str, wanted: tuple[str, ...]) -> None:
    assert not_beside(first_imports(text), ["/nowhere"]) == wanted


@every(
    ("text", "wanted"),
    [
        ("import x from 'left-pad'\n", ("left-pad",)),
        ("import '@scope/name/part'\n", ("@scope/name",)),
        ("const { a } = require('left-pad')\n", ("left-pad",)),
        ("import type { A } from 'left-pad'\n", ()),
        ("import fs from 'fs/promises'\nimport p from 'node:path'\nimport './own'\n", ()),
        ("try {\n  require('left-pad')\n} catch {}\n", ()),
        ("// import x from 'left-pad'\n", ()),
    ],
)
def test_packages_that_a_start_needs(text: str, wanted: tuple[str, ...]) -> None:
    assert imports_of_node(text) == wanted
