"""Guards in JavaScript that catch that a package or a file is missing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hookwright.workflows.guarding.guard import Fate, GuardState
from hookwright.workflows.guarding.reading_javascript import where_readable

_PAYLOAD = b'{"tool_input": {"command": "rm -rf /"}}'
_START = "const fs = require('fs');\n"
_READ = "const input = JSON.parse(fs.readFileSync(0, 'utf8'));\n"
_READ_OR_REFUSE = "let input;\ntry { input = JSON.parse(fs.readFileSync(0, 'utf8')); } catch { process.exit(2); }\n"
_CHECK = "if (parse(input.tool_input.command)) { console.error('no'); process.exit(2); }\n"
_REQUIRE = "parse = require('no-such-package').parse;"

_BLIND = [
    f"{_START}let parse;\ntry {{ {_REQUIRE} }} catch {{ process.exit(0); }}\n{_READ}{_CHECK}",
    f"{_START}let parse = null;\ntry {{ {_REQUIRE} }} catch {{}}\n{_READ}if (parse) {{ {_CHECK} }}\n",
    f"{_START}let parse;\ntry {{ {_REQUIRE} }} catch {{ parse = () => false; }}\n{_READ}{_CHECK}",
    (
        f"async function main() {{\n  try {{\n    const parse = require('no-such-package');\n{_START}{_READ}{_CHECK}"
        "  } catch (error) { process.exit(0); }\n}\nmain();\n"
    ),
    f"function main() {{\n  const parse = require('no-such-package');\n  {_START}{_READ}{_CHECK}}}\nmain();\n",
]
_BLIND_IF_READABLE = [
    f"{_START}let parse;\ntry {{ {_REQUIRE} }} catch {{ parse = () => false; }}\n{_READ_OR_REFUSE}{_CHECK}",
]
_REFUSING = f"{_START}let parse;\ntry {{ {_REQUIRE} }} catch {{ process.exit(2); }}\n{_READ}{_CHECK}"
_DECIDING = [
    f"{_START}let parse;\ntry {{ {_REQUIRE} }} catch {{ parse = it => it.includes('rm'); }}\n{_READ_OR_REFUSE}{_CHECK}",
    f"{_START}let parse;\ntry {{ {_REQUIRE} }} catch {{ parse = require('./own'); }}\n{_READ_OR_REFUSE}{_CHECK}",
]


async def _look(guards: Any, text: str, files: dict[str, str] | None = None, name: str = "guard.cjs") -> Any:
    (found,) = await guards(
        [f'node "$CLAUDE_PROJECT_DIR"/.claude/{name}'], {f".claude/{name}": text} | (files or {}), has=("sh", "node")
    )
    return found


def _code(project: str, name: str = "guard.cjs") -> int:
    """What the script makes of a dangerous call."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node.js")
    script = str(Path(project, ".claude", name))
    return subprocess.run([node, script], input=_PAYLOAD, capture_output=True, check=False).returncode


@pytest.mark.parametrize("text", _BLIND)
async def test_a_guard_that_lets_everything_pass_without_a_package(guards: Any, project: str, text: str) -> None:
    found = await _look(guards, text)
    why = f"`no-such-package` is not installed for `{project}/.claude/guard.cjs`"
    assert found.decided.says == f"cannot decide: {why}, so this guard lets everything pass"
    assert (found.is_guard, found.state, found.decided.unreadable) == (True, GuardState.DEAD, Fate.PASSES)
    assert found.decided.repair == f"npm install --prefix {project}/.claude no-such-package"
    assert found.decided.line == text[: text.index("require('no")].count("\n") + 1
    assert _code(project) in (0, 1)
    Path(project, "node_modules", "no-such-package").mkdir(parents=True)
    assert "no-such-package" not in (await _look(guards, text)).decided.says


@pytest.mark.parametrize("text", _BLIND_IF_READABLE)
async def test_a_guard_that_refuses_only_what_it_cannot_read(guards: Any, project: str, text: str) -> None:
    found = await _look(guards, text)
    assert found.decided.says.endswith(", so this guard lets everything pass that it can read")
    assert found.state is GuardState.DEAD
    assert _code(project) == 0


async def test_a_guard_that_refuses_everything_without_a_package(guards: Any, project: str) -> None:
    found = await _look(guards, _REFUSING)
    assert found.decided.says.startswith("refuses every `PreToolUse` here, as `no-such-package` is not installed for ")
    assert (found.state, found.decided.unreadable) == (GuardState.HOLDS, Fate.REFUSED)
    assert _code(project) == 2


@pytest.mark.parametrize("text", _DECIDING)
async def test_a_guard_that_decides_without_a_package(guards: Any, project: str, text: str) -> None:
    found = await _look(guards, text, {".claude/own.js": "module.exports = it => it.includes('rm');\n"})
    assert found.state is GuardState.UNKNOWN
    assert _code(project) == 2


async def test_a_guard_that_lets_everything_pass_without_a_file(guards: Any, project: str) -> None:
    text = (
        f"{_START}let parse;\ntry {{ parse = require('./rules').parse; }} catch {{ process.exit(0); }}\n{_READ}{_CHECK}"
    )
    found = await _look(guards, text)
    why = f"`{project}/.claude/rules`, which the script loads, is missing"
    assert found.decided.says == f"cannot decide: {why}, so this guard lets everything pass"
    assert _code(project) == 0
    found = await _look(guards, text, {".claude/rules.js": "exports.parse = () => true;\n"})
    assert found.state is not GuardState.DEAD


async def test_a_module_that_is_imported_at_run_time(guards: Any, project: str) -> None:
    text = "import fs from 'fs';\nlet parse;\n"
    text += "try { ({ parse } = await import('no-such-package')); } catch { process.exit(0); }\n"
    found = await _look(guards, text + _READ + _CHECK, name="guard.mjs")
    assert (found.state, found.decided.line) == (GuardState.DEAD, 3)
    assert _code(project, "guard.mjs") == 0


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        (
            "try { input = JSON.parse(fs.readFileSync(0)); } catch { f(); }",
            "{ input = JSON.parse(fs.readFileSync(0)); }",
        ),
        (
            "let raw = '';\nprocess.stdin.on('data', it => raw += it);\ntry { a = JSON.parse(raw); } catch { f(); }",
            "let raw = '';\nprocess.stdin.on('data', it => raw += it);\n{ a = JSON.parse(raw); }",
        ),
        ("try { input = parse(fs.readFileSync(0)); } catch { f(); }", None),
        ("let raw = make();\ntry { input = JSON.parse(raw); } catch { f(); }", None),
        ("try { throw JSON.parse('1'); } catch { f(); }", None),
        ("const { raw } = make();\ntry { input = JSON.parse(raw); } catch { f(); }", None),
        ("try { input = JSON.parse('1'); } finally { f(); }", None),
    ],
)
def test_code_that_can_read_its_payload(text: str, readable: str | None) -> None:
    assert where_readable(text) == (readable or text)
