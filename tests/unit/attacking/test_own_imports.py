"""Imports that a guard does not let be written into code."""

from __future__ import annotations

import ast
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.own.imports import Imported, calls, harmless, imported, whole

_GUARD = Guard(
    "no-pg.mjs",
    r"""let raw = '';
process.stdin.on('data', (chunk) => (raw += chunk));
process.stdin.on('end', () => {
  const given = JSON.parse(raw).tool_input ?? {};
  const content = given.content ?? given.new_string ?? '';
  for (const one of [/from\s+['"]pg['"]/, /require\(['"]pg['"]\)/]) {
    if (one.test(content)) {
      console.error('This project uses SQLite, and no client for Postgres.');
      process.exit(2);
    }
  }
});
""",
    "node {script}",
    "Write|Edit",
)


@pytest.mark.parametrize(
    ("text", "path", "found"),
    [
        ("import x from 'pg';", "src/app.ts", Imported("pg", is_javascript=True)),
        ("from 'drizzle-orm/pg-core'", "src/app.mjs", Imported("drizzle-orm/pg-core", is_javascript=True)),
        ("require('pg')", "src/app.js", Imported("pg", is_javascript=True)),
        ("import('pg')", "src/app.vue", Imported("pg", is_javascript=True)),
        ("from legacy_api import", "src/app.py", Imported("legacy_api", is_javascript=False)),
        ("import legacy_api", "src/app.py", Imported("legacy_api", is_javascript=False)),
        ("import legacy_api", "src/app.ts", None),
        ("raise NotImplementedError", "src/app.py", None),
        ("const pg = 'pg';", "src/app.ts", None),
    ],
)
def test_a_text_imports_a_module(text: str, path: str, found: Imported | None) -> None:
    assert imported(text, path) == found


def test_a_part_of_an_import_becomes_a_whole_one() -> None:
    assert whole("from 'pg'") == "import x from 'pg';"
    assert whole('from "pg"') == 'import x from "pg";'
    assert whole("require('pg')") is None


def test_each_form_for_python_imports_the_module_and_nothing_that_looks_like_one_does() -> None:
    module = Imported("legacy_api", is_javascript=False)
    for it in calls("seed", module, "app.py", "Write"):
        assert _of_python(it.content, "legacy_api"), it.content
    for it in harmless("seed", module, "app.py", "Write"):
        assert not _of_python(it.content, "legacy_api"), it.content


def _of_python(code: str, name: str) -> bool:
    named: list[str] = []
    for it in ast.walk(ast.parse(code)):
        if isinstance(it, ast.Import):
            named += [alias.name for alias in it.names]
        elif isinstance(it, ast.ImportFrom):
            named.append(it.module or "")
        elif isinstance(it, ast.Call):
            named += [str(argument.value) for argument in it.args if isinstance(argument, ast.Constant)]
    return any(f"{it}.".startswith(f"{name}.") for it in named)


def test_each_form_for_javascript_is_code_that_node_reads(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "the tests need Node"
    module = Imported("pg", is_javascript=True)
    every = [*calls("seed", module, "app.mjs", "Write"), *harmless("seed", module, "app.mjs", "Write")]
    for number, it in enumerate(every):
        path = tmp_path / f"{number}.mjs"
        path.write_text(it.content)
        done = subprocess.run([node, "--check", str(path)], capture_output=True, text=True, timeout=30, check=False)
        assert done.returncode == 0, (it.content, done.stderr)


def test_a_guard_of_imports_is_attacked_with_other_imports_and_with_comments(tmp_path: Path) -> None:
    result = attacked(_GUARD, tmp_path, count=200)
    of_verdict = {
        verdict: {it.variant.text.partition("\n")[2] for it in result.tried if it.verdict is verdict}
        for verdict in (Verdict.PASSED, Verdict.STOPPED, Verdict.FALSE_ALARM)
    }
    assert {"const x = require( 'pg' );\n", "import x from'pg';\n", "import 'pg';\n"} <= of_verdict[Verdict.PASSED]
    assert "import * as x from 'pg';\n" in of_verdict[Verdict.STOPPED]
    assert "// Never write this: import x from 'pg'\n" in of_verdict[Verdict.FALSE_ALARM]
