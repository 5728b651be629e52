"""Hooks whose scripts import modules and files of their project that are not there."""

from __future__ import annotations

from typing import Any

import pytest

_GUARD = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard'
_PYTHON = "\nimport json, sys\nif 'rm -rf' in json.load(sys.stdin)['command']:\n    sys.exit(2)\n"
_NODE = '\nif (require("fs").readFileSync(0, "utf8").includes("rm -rf")) process.exit(2);\n'
_ADDS_FOLDER = (
    "import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'lib'))\n",
    "import sys\nfrom pathlib import Path\nsys.path.append(str(Path(__file__).resolve().parent.parent / 'lib'))\n",
    "import sys, pathlib\nHERE = pathlib.Path(__file__).parents[1]\nsys.path.insert(0, str(HERE.joinpath('lib')))\n",
    "import os, sys\nsys.path.insert(0, os.environ['CLAUDE_PROJECT_DIR'] + '/.claude/lib')\n",
    "import os, sys\nROOT = os.environ['CLAUDE_PROJECT_DIR']\nsys.path.insert(0, os.path.join(ROOT, '.claude/lib'))\n",
    "import sys\nsys.path.insert(0, '.claude/lib')\n",
)
_PASSES = ", so this guard lets everything pass"


async def _python(guards: Any, start: str, files: dict[str, str] | None = None) -> Any:
    script = {".claude/hooks/guard.py": start + _PYTHON}
    (found,) = await guards([f"python3 {_GUARD}.py"], script | (files or {}), has=("sh", "python3"))
    return found


async def _node(guards: Any, start: str, files: dict[str, str], end: str = "js", program: str = "node") -> Any:
    script = {f".claude/hooks/guard.{end}": start + _NODE}
    (found,) = await guards([f"{program} {_GUARD}.{end}"], script | files, has=("sh", "node", "tsx"))
    return found


@pytest.mark.parametrize(
    ("start", "files", "says", "repair"),
    [
        ("from helpers import y", {}, "`helpers`, which the script imports, is missing", "create `helpers.py` beside"),
        (
            "from own_checks import y",
            {"src/own_checks.py": ""},
            "`own_checks`, which the script imports, is not beside it (it is `{}/src/own_checks.py`)",
            "add `{}/src` to `sys.path` before the import",
        ),
        (
            "import own_checks.rules",
            {"src/own_checks/rules.py": "", "pyproject.toml": ""},
            "`own_checks`, which the script imports, is not beside it (it is `{}/src/own_checks`)",
            "/python3 -m pip install --editable {}",
        ),
        (
            "import lib.x",
            {".claude/hooks/lib/__init__.py": ""},
            "`{}/.claude/hooks/lib/x.py`, which the script imports, is missing",
            "create it, or correct the import",
        ),
        (
            "from lib import x",
            {".claude/hooks/lib/y.py": ""},
            "`{}/.claude/hooks/lib/x.py`, which the script imports, is missing",
            "create it, or correct the import",
        ),
        (
            "from .helpers import y",
            {".claude/hooks/helpers.py": ""},
            "`from .helpers import` works in a package only, and the script is run by its path",
            "write `from helpers import`",
        ),
    ],
)
async def test_a_module_of_the_project_that_is_not_found(
    guards: Any, project: str, start: str, files: dict[str, str], says: str, repair: str
) -> None:
    found = await _python(guards, start, files)
    assert found.decided.says == f"would not start here: {says.format(project)}{_PASSES}"
    assert repair.format(project) in found.decided.repair


@pytest.mark.parametrize(
    ("start", "files"),
    [
        ("from helpers import y", {".claude/hooks/helpers.py": ""}),
        ("import lib.x", {".claude/hooks/lib/x.py": ""}),
        ("from lib import x", {".claude/hooks/lib/__init__.py": "x = 1\n"}),
        ("import sys\nsys.path.insert(0, sys.argv[1])\nimport helpers", {}),
        ("import sys\nsys.path[:0] = ['lib']\nimport helpers", {}),
        ("# /// script\n# dependencies = ['helpers']\n# ///\nimport helpers", {}),
        ("import sys\nfrom pathlib import Path\nsys.path.insert(0, str(Path.home() / 'x'))\nimport helpers", {}),
        *((f"{it}import helpers", {".claude/lib/helpers.py": ""}) for it in _ADDS_FOLDER),
        ("try:\n    from helpers import y\nexcept ImportError:\n    y = None", {}),
        ("if __package__:\n    from .helpers import y\nelse:\n    from helpers import y", {}),
    ],
)
async def test_a_module_that_is_found_is_not_missed(guards: Any, start: str, files: dict[str, str]) -> None:
    assert "would not start" not in (await _python(guards, start, files)).decided.says


@pytest.mark.parametrize("start", [it for it in _ADDS_FOLDER if "] + " not in it])
async def test_a_module_that_is_not_in_a_folder_that_the_script_adds(guards: Any, project: str, start: str) -> None:
    found = await _python(guards, f"{start}import helpers")
    why = "`helpers`, which the script imports, is missing"
    assert found.decided.says == f"would not start here: {why}{_PASSES}"
    found = await _python(guards, f"{start}from shared.rules import a", {".claude/lib/shared/other.py": ""})
    why = f"`{project}/.claude/lib/shared/rules.py`, which the script imports, is missing"
    assert found.decided.says == f"would not start here: {why}{_PASSES}"


async def test_a_module_that_is_run_by_its_name_imports_from_where_it_runs(guards: Any) -> None:
    files = {"own_guards/check.py": f"from own_guards.rules import y\nfrom .rules import z\n{_PYTHON}"}
    files |= {"own_guards/rules.py": "y = z = 1\n"}
    (found,) = await guards(["python3 -m own_guards.check"], files, has=("sh", "python3"))
    assert "would not start" not in found.decided.says


@pytest.mark.parametrize(
    ("end", "start", "files", "says", "repair"),
    [
        ("js", 'const { y } = require("./lib/x");', {}, "`{}/lib/x`, which the script loads, is missing", "create it"),
        ("mjs", 'import { y } from "../x.js";', {}, "`{}/../x.js`, which the script loads, is missing", "create it"),
        ("js", 'require("../../dist/x")();', {}, "`{}/../../dist/x`, which the script loads, is missing", "build it"),
        (
            "mjs",
            'import { y } from "./lib/x";',
            {".claude/hooks/lib/x.js": ""},
            "`./lib/x` is not the whole name of a file, which an import needs",
            "write `./lib/x.js` in the import",
        ),
    ],
)
async def test_a_file_that_node_does_not_find(
    guards: Any, project: str, end: str, start: str, files: dict[str, str], says: str, repair: str
) -> None:
    found = await _node(guards, start, files, end)
    folder = f"{project}/.claude/hooks"
    why = says.format(folder).replace(f"{folder}/../../", f"{project}/").replace(f"{folder}/..", f"{project}/.claude")
    assert found.decided.says == f"would not start here: {why}{_PASSES}"
    assert found.decided.repair.startswith(repair)


@pytest.mark.parametrize(
    ("end", "start", "name", "program"),
    [
        ("js", 'const x = require("./lib/x").y;', "lib/x.js", "node"),
        ("js", 'const x = require("./lib");', "lib/index.js", "node"),
        ("cjs", 'const x = require("./x");', "x.json", "node"),
        ("mjs", 'import x from "./x.mjs";', "x.mjs", "node"),
        ("ts", 'import x from "./x.js";', "x.ts", "tsx"),
        ("ts", 'import type { X } from "./types";', "other.ts", "node"),
        ("js", 'import x from "./x";', "x.ts", "node --import tsx"),
        ("js", 'let x;\ntry {\nx = require("./x");\n} catch {}', "other.js", "node"),
        ("js", 'if (process.env.CI) process.exit(0);\nconst x = require("./x");', "other.js", "node"),
        ("js", '/*\nimport x from "./x";\n*/', "other.js", "node"),
    ],
)
async def test_a_file_that_node_finds(guards: Any, end: str, start: str, name: str, program: str) -> None:
    found = await _node(guards, start, {f".claude/hooks/{name}": ""}, end, program)
    assert "would not start" not in found.decided.says
