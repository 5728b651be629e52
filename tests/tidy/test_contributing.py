"""The steps in CONTRIBUTING.md work: they are walked in a copy of the project."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.pages import ROOT
from tools.new_rule import PLACEHOLDER

from hookwright.analysis.rules import RULES

PAGE = ROOT / "CONTRIBUTING.md"
COPIED = ("server", "tests", "docs", "schemas", "tools", "pyproject.toml")
# Bytecode comes along, as what is unchanged need not be compiled anew; not what is just being written.
UNUSED = shutil.ignore_patterns("*.pyc.*", "e2e", "fuzz")
COMMAND = "Add a command to the command line"

# Asks a server for the places of a matcher's name.
_ASK = """
import asyncio, json
from tests.unit.lsp.wires import Wire

async def main():
    wire = Wire()
    text = '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": []}, {"matcher": "Edit|Bash", "hooks": []}]}}'
    document = {"uri": "file:///project/.claude/settings.json"}
    opened = {**document, "languageId": "json", "version": 1, "text": text}
    wire.notify("textDocument/didOpen", {"textDocument": opened})
    place = {"line": 0, "character": text.index("Bash") + 1}
    wire.request("places", "textDocument/documentHighlight", {"textDocument": document, "position": place})
    await wire.settle()
    (found,) = (it["result"] for it in wire.sent if it.get("id") == "places")
    print(json.dumps({"promised": wire.server.server_capabilities.document_highlight_provider, "found": found}))

asyncio.run(main())
"""

# They start programs that look through the whole project.
pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=UNUSED)
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def run(copy: Path, *arguments: str) -> str:
    """What Python prints, run in the copy with the copy's own packages; fails where it fails."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        # A change within a second that keeps a file's size would not be seen beside its bytecode.
        env={**os.environ, "PYTHONPATH": str(copy / "server"), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_a_rule_is_added_by_the_scaffold_and_changed(copy: Path) -> None:
    (line,) = (it for it in "".join(blocks_of("Add a rule", "sh")).splitlines() if it.startswith("make rule"))
    example, code = re.findall(r"=(\S+)", line)
    # Whoever has added the example itself has taken its name and its code.
    name = f"walked-{example}"
    while code in {it.code for it in RULES}:
        code = f"HW{int(code[2:]) - 1}"
    module = name.replace("-", "_")

    run(copy, "-m", "tools.new_rule", name, code)
    # The author's part: another thing to look for, in the rule, on its page, and where it is planted.
    ours = copy / "server" / "hookwright" / "analysis" / "rules" / f"{module}.py"
    for file in (ours, copy / "tests/spec/rules" / f"{name}.md", copy / "tests/planted/claude-code.md"):
        file.write_text(file.read_text(encoding="utf-8").replace(PLACEHOLDER, "sudo apply"), encoding="utf-8")
    run(copy, "-m", "hookwright.analysis.rule_docs", "docs/rules")
    run(copy, "-m", "hookwright", "schema", "--out", "schemas")

    files = ("tests/tidy/test_rules.py", "tests/tidy/test_generated.py", "tests/test_spec.py", "tests/test_planted.py")
    about_it = f"test_rules or test_generated or {name} or each_rule_is_planted"
    said = run(copy, "-m", "pytest", "-v", *files, "-k", about_it)
    tried = re.findall(r"^(tests/\S+)::.* PASSED", said, re.MULTILINE)
    assert set(tried) == set(files), said
    assert f"# {name}" in run(copy, "-m", "hookwright", "rules", code)


def test_a_dialect_is_added_by_the_scaffold(copy: Path) -> None:
    name = "walked-example"

    run(copy, "-m", "tools.new_dialect", name)
    run(copy, "-m", "tools.dialect_index")
    run(copy, "-m", "hookwright", "schema", "--out", "schemas")
    # No list of dialects is read here; test_dialects makes those of today.
    run(copy, "-m", "pytest", "-q", "tests/test_spec.py", "-k", f"dialects/{name}", "--update")
    own = "tests/unit/dialects/test_walked_example.py"
    every = ("tests/tidy/test_tables.py", "tests/test_spec.py", "tests/test_planted.py")
    files = {*every, "tests/unit/analysis/test_fixing_everything.py", own}
    said = run(copy, "-m", "pytest", "-v", *files, "-k", f"test_tables or {name} or walked_example")

    tried = re.findall(r"^(tests/\S+)::.* PASSED", said, re.MULTILINE)
    assert set(tried) == files, said
    assert "before_tool  " in run(copy, "-m", "hookwright", "dialects", name)


def test_a_command_is_added(copy: Path) -> None:
    module, row = blocks_of(COMMAND, "python")
    (example,) = re.findall(r'"(\w+)": ', row)
    # Under another name: whoever has added the example itself has taken its own.
    name = f"walked{example}"
    module = module.replace(f'"{example}"', f'"{name}"')
    row = row.replace(example, name)
    cli = copy / "server" / "hookwright" / "cli"
    (cli / f"{name}.py").write_text(module, encoding="utf-8")
    table = (cli / "__init__.py").read_text(encoding="utf-8")
    (cli / "__init__.py").write_text(table.replace("COMMANDS = {\n", f"COMMANDS = {{\n    {row}", 1), encoding="utf-8")

    assert re.search(rf"^  {name} ", run(copy, "-m", "hookwright", "--help"), re.MULTILINE)
    assert "PreToolUse  " in run(copy, "-m", "hookwright", name, "ai-agents")


def test_a_language_feature_is_added(copy: Path) -> None:
    (module,) = blocks_of("Add a language feature", "python")
    row = blocks_of("Add a language feature", "diff")[0].removeprefix("+")
    (name,) = re.findall(r'"\w+\.(\w+)"', row)
    features = copy / "server" / "hookwright" / "lsp" / "features"
    (features / f"{name}.py").write_text(module, encoding="utf-8")
    table = (features / "__init__.py").read_text(encoding="utf-8")
    # Whoever has added the example itself has its row already.
    (method,) = re.findall(r"types\.(\w+)", row)
    table = re.sub(rf"^    Feature\(types\.{method}, .*\n", "", table, flags=re.MULTILINE)
    (features / "__init__.py").write_text(table.replace("REQUESTS = (\n", f"REQUESTS = (\n{row}", 1), encoding="utf-8")

    answered = json.loads(run(copy, "-c", _ASK))

    assert answered["promised"] is True
    assert [it["range"]["start"]["character"] for it in answered["found"]] == [39, 78]


def test_no_rule_is_left_as_the_scaffold_wrote_it() -> None:
    rules = (ROOT / "server" / "hookwright" / "analysis" / "rules").glob("*.py")

    assert [it.name for it in rules if PLACEHOLDER in it.read_text(encoding="utf-8")] == []


def test_the_files_and_targets_that_it_names_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"`((?:server|tests|docs|tools|editor-extension)/[\w./-]*\w)`|\]\(([\w./-]+)\)", text)
    files = [path or link for path, link in named if not re.search("node_modules|NAME", path)]
    targets = {it for call in re.findall(r"make ((?:[a-z][a-z0-9-]* ?)+)", text) for it in call.split()} - {"rule"}

    assert len(files) > 20
    assert [it for it in files if not (ROOT / it).exists()] == []
    assert {"check", "unit", "test", "generated"} <= targets
    assert [it for it in targets if not re.search(rf"^{it}:", makefile, re.MULTILINE)] == []


def blocks_of(heading: str, language: str) -> list[str]:
    """The blocks of a section, without the indent that they have as parts of steps."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    page = re.sub(r"^   ", "", section, flags=re.MULTILINE)
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
