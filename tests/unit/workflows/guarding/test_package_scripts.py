"""Hooks that run scripts and programs of packages of Node.js that are not installed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.every import every

from hookwright.workflows.guarding.guard import Fate, GuardState
from hookwright.workflows.guarding.package_commands import package_command

_HAS = ("sh", "bash", "cat", "npm", "npx", "pnpm", "yarn", "bun", "node", "timeout", "jq")
_SCRIPTS = {
    "lint": "eslint src",
    "check": "npm run lint && node check.js",
    "quick": "node check.js; eslint src || true",
    "pretest": "eslint src",
    "test": "node --test",
}
_PACKAGE = {"package.json": json.dumps({"scripts": _SCRIPTS, "devDependencies": {"eslint": "9"}})}
_GUARD = "bash $CLAUDE_PROJECT_DIR/.claude/guard.sh"


async def _look(guards: Any, command: str, files: dict[str, str] | None = None, event: str = "PostToolUse") -> Any:
    found = await guards([command], _PACKAGE | (files or {}), has=_HAS, event=event)
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize(
    ("command", "needed"),
    [
        ("npm run lint", "npm run lint"),
        ("timeout 60 npm run --silent lint -- --fix", "npm run --silent lint"),
        ("npm run check", "npm run lint"),
        ("npm test", "npm test"),
        ("pnpm lint", "pnpm lint"),
        ("yarn run lint", "yarn run lint"),
        ("bun run lint", "bun run lint"),
        ("npx --no-install eslint .", "npx --no-install eslint"),
        ("pnpm exec eslint .", "pnpm exec eslint"),
        ('cd "$CLAUDE_PROJECT_DIR" && npm run lint', "npm run lint"),
        ('npm --prefix "$CLAUDE_PROJECT_DIR" run lint', "npm --prefix {project} run lint"),
    ],
)
async def test_a_program_of_a_package_that_is_not_installed(
    guards: Any, project: str, command: str, needed: str
) -> None:
    found = await _look(guards, command)
    why = f"`eslint`, which `{needed.format(project=project)}` needs, is missing"
    assert (found.state, found.decided.says) == (GuardState.DEAD, f"does not do its work here: {why}")
    assert found.decided.repair.endswith(project) or found.decided.repair.endswith("install")
    bin_folder = Path(project, "node_modules", ".bin")
    bin_folder.mkdir(parents=True)
    (bin_folder / "eslint").write_text("#!/bin/sh\n")
    assert await _look(guards, command) is None


@pytest.mark.parametrize(
    ("lock", "repair"),
    [
        ("package-lock.json", "npm ci --prefix {}"),
        ("pnpm-lock.yaml", "pnpm install --dir {}"),
        ("yarn.lock", "yarn --cwd {} install"),
        ("bun.lock", "bun install --cwd {}"),
        ("none", "npm install --prefix {}"),
    ],
)
async def test_the_lock_file_says_how_packages_are_installed(guards: Any, project: str, lock: str, repair: str) -> None:
    found = await _look(guards, "npm run lint", {lock: ""})
    assert found.decided.repair == repair.format(project)


async def test_a_package_that_nothing_asks_for_has_to_be_added(guards: Any, project: str) -> None:
    found = await _look(guards, "npx --no prettier --check .", {"package-lock.json": "{}"})
    assert found.decided.repair.startswith("add the package of `prettier` to the dependencies in ")


async def test_a_script_that_the_package_does_not_have(guards: Any, project: str) -> None:
    found = await _look(guards, "npm run nope")
    assert found.decided.says == f"does not do its work here: `{project}/package.json` has no script `nope`"
    assert found.decided.repair == f"add the script `nope` to `{project}/package.json`, or correct its name"


async def test_a_program_below_node_modules(guards: Any, project: str) -> None:
    found = await _look(guards, "./node_modules/.bin/eslint .")
    assert found.decided.says == f"would not start here: `{project}/node_modules/.bin/eslint` is missing"
    assert found.decided.repair == f"npm install --prefix {project}"


@pytest.mark.parametrize(
    ("command", "needed"),
    [
        ("npm run lint", "npm run lint"),
        ("npm test --if-present", "npm test"),
        ("pnpm lint", "pnpm lint"),
        ("yarn lint", "yarn lint"),
        ('npm --prefix "$CLAUDE_PROJECT_DIR" run lint', "npm --prefix {project} run lint"),
    ],
)
async def test_a_project_without_a_package(guards: Any, project: str, command: str, needed: str) -> None:
    (found,) = await guards([command], has=_HAS, event="PostToolUse")
    why = f"`package.json`, which `{needed.format(project=project)}` needs, is missing in `{project}`"
    assert found.decided.says == f"does not do its work here: {why}"
    assert found.decided.repair == "run it in the folder that has one, or create it"
    (found,) = await guards([command], {"web/package.json": "{}"}, has=_HAS, event="PostToolUse")
    assert found.decided.repair == f"run it in `{project}/web`, which has one, or create it"


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_the_exit_code_of_npm_without_a_package(tmp_path: Path) -> None:
    ended = subprocess.run(["npm", "run", "lint", "--if-present"], cwd=tmp_path, capture_output=True, check=False)
    assert ended.returncode == 254


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("npm run lint || exit 2", "`package.json` is missing, so it exits with 2"),
        ("npm run lint", "`package.json` is missing, so it exits with 254"),
        ("yarn lint", "`package.json` is missing, so it exits with 1"),
        ("out=$(npx --no eslint . 2>&1) || { echo $out >&2; exit 2; }", "`eslint` is missing, so it exits with 2"),
        ("if ! out=$(npx --no-install tsc); then exit 2; fi", "`tsc` is missing, so it exits with 2"),
        ("npx tsc --noEmit || exit 2", "`tsc` is missing, so it exits with 2"),
        ("npx -p typescript tsc --noEmit || exit 2", None),
        ("npx eslint . || exit 2", None),
        ("npm run env || exit 2", None),
        ("cd web && npm run lint", None),
        ("[ -f package.json ] && npm run lint", None),
    ],
)
async def test_a_script_in_a_project_without_a_package(guards: Any, text: str, says: str | None) -> None:
    files = {".claude/guard.sh": f"#!/bin/bash\n{text}\n", "web/package.json": json.dumps({"scripts": {"lint": "cat"}})}
    found = await guards([_GUARD], files, has=_HAS, event="PostToolUse")
    assert [it.decided.says for it in found] == ([f"does not do its work here: {says}"] if says else [])


@pytest.mark.parametrize("name", ["package.yaml", "pnpm-workspace.yaml", ".pnp.cjs", "../package.json", "package.json"])
async def test_a_package_that_cannot_be_read(guards: Any, name: str) -> None:
    assert await guards(["pnpm lint"], {name: ""}, has=_HAS, event="PostToolUse") == ()


async def test_a_program_that_only_the_package_of_another_name_has(guards: Any, project: str) -> None:
    (found,) = await guards(["npx -y tsc --noEmit"], has=_HAS, event="PostToolUse")
    assert found.decided.says == "does not do its work here: `tsc`, which `npx -y tsc` needs, is missing"
    assert found.decided.repair == f"npm install --save-dev --prefix {project} typescript"
    files = {"node_modules/.bin/tsc": "#!/bin/sh\n"}
    assert await guards(["npx -y tsc --noEmit"], files, has=_HAS, event="PostToolUse") == ()


@pytest.mark.parametrize(
    "command",
    [
        "npm run lint || true",
        "npm run quick",
        "npm run nope --if-present",
        "npm ci && npm run lint",
        "[ -d node_modules ] && npm run lint",
        "npm run env",
        "npm run --workspace=a lint",
        "npx eslint .",
        "pnpm install",
        "yarn workspace a lint",
        "cd $SOMEWHERE && npm run lint",
    ],
)
async def test_commands_that_miss_nothing(guards: Any, command: str) -> None:
    assert await _look(guards, command) is None


async def test_yarn_may_have_packages_in_another_place(guards: Any) -> None:
    assert await _look(guards, "yarn lint", {".pnp.cjs": ""}) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("npm run lint", "`eslint` is missing, so it exits with 127"),
        ("pnpm run lint", "`eslint` is missing, so it exits with 1"),
        ("npm run nope", "`npm run nope` is missing, so it exits with 1"),
        ('cd "$CLAUDE_PROJECT_DIR" || exit 1\nnpm run lint', "`eslint` is missing, so it exits with 127"),
        ("out=$(npm run lint 2>&1) || { echo $out >&2; exit 2; }", "`eslint` is missing, so it exits with 2"),
        ('"$CLAUDE_PROJECT_DIR"/node_modules/.bin/eslint .', "`eslint` is missing, so it exits with 127"),
        ("npm run lint || true", None),
        ("[ -d node_modules ] || npm ci\nnpm run lint", None),
        ("if [ -d node_modules ]; then npm run lint; fi", None),
        ('cd "$(mktemp -d)"\nnpm run lint', None),
    ],
)
async def test_a_script_that_runs_one_of_the_package(guards: Any, text: str, says: str | None) -> None:
    found = await _look(guards, _GUARD, {".claude/guard.sh": f"#!/bin/bash\n{text}\n"})
    assert (None if found is None else found.decided.says) == (says and f"does not do its work here: {says}")
    assert found is None or found.decided.repair


@pytest.mark.parametrize("event", ["PostToolUse", "Stop"])
@pytest.mark.parametrize(
    "command",
    [
        "npm run lint || exit 2",
        "npm run lint >&2 || { echo wrong >&2; exit 2; }",
        "if ! npm run check; then exit 2; fi",
    ],
)
async def test_a_command_that_fails_each_time(guards: Any, project: str, command: str, event: str) -> None:
    found = await _look(guards, command, event=event)
    assert found.decided.says == "does not do its work here: `eslint` is missing, so it exits with 2"
    assert found.decided.repair == f"npm install --prefix {project}"
    found = await _look(guards, command, {"node_modules/.bin/eslint": "#!/bin/sh\n"}, event)
    assert found is None


async def test_a_command_that_refuses_each_call(guards: Any) -> None:
    found = await _look(guards, "npm run lint >&2 || exit 2", event="PreToolUse")
    assert found.decided.says == "refuses every `PreToolUse` here, as `eslint` is missing"
    assert (found.state, found.decided.unreadable) == (GuardState.HOLDS, Fate.REFUSED)


async def test_a_guard_whose_program_is_of_a_package(guards: Any, project: str) -> None:
    text = "#!/bin/bash\nout=$(cat | npx --no-install eslint --stdin 2>/dev/null)\n"
    text += 'if [ "$out" = deny ]; then exit 2; fi\n'
    found = await _look(guards, _GUARD, {".claude/guard.sh": text}, "PreToolUse")
    assert (found.is_guard, found.state, found.decided.unreadable) == (True, GuardState.DEAD, Fate.PASSES)
    assert found.decided.says == "cannot decide: `eslint` is missing here, so this guard lets everything pass"
    assert (found.decided.repair, found.where[-2:]) == (f"npm install --prefix {project}", ":2")
    text = "#!/bin/bash\nif ! npm run lint >/dev/null 2>&1; then exit 2; fi\n"
    found = await _look(guards, _GUARD, {".claude/guard.sh": text}, "PreToolUse")
    assert (found.state, found.decided.unreadable) == (GuardState.HOLDS, Fate.REFUSED)


@every(
    ("command", "name", "words"),
    [
        ("npm t", "test", 2),
        ("npm --silent run a:b --if-present", "a:b", 4),
        ("npm x --no -- tsc --noEmit", "tsc", 5),
        ("yarn tsc", "tsc", 2),
        ("/p/node_modules/.bin/tsc -p .", "tsc", 1),
        ("npm run --script-shell bash lint", None, 0),
        ("npm run", None, 0),
        ("npx --no -p typescript tsc", None, 0),
        ("npx -p typescript tsc", None, 0),
        ("npx --yes tsc -p .", "tsc", 3),
        ("pnpm -r lint", None, 0),
        ("bun test", None, 0),
    ],
)
def test_what_a_package_manager_runs(command: str, name: str | None, words: int) -> None:
    found = package_command(command.split())
    assert (found and found.name, len(found.words) if found else 0) == (name, words)
