"""Guards on a machine that lacks a program: what becomes of the calls, as their scripts are read without it."""

from __future__ import annotations

from typing import Any

import pytest

from hookwright.workflows.guarding.guard import Fate, GuardState

_BASE = ("bash", "sh", "cat", "dirname", "grep", "sed", "tr")
_ALL_PASS = "so this guard lets everything pass"


async def _look(guards: Any, text: str, **keys: Any) -> Any:
    files = {".claude/guard.sh": f"#!/bin/bash\n{text}", **keys.pop("files", {})}
    (found,) = await guards(['bash "$CLAUDE_PROJECT_DIR/.claude/guard.sh"'], files, has=_BASE, **keys)
    return found


@pytest.mark.parametrize(
    "text",
    [
        # What it looks for is searched in nothing.
        (
            "command=\"$(cat | jq -r .tool_input.command 2>/dev/null || echo '')\"\n"
            "skeleton=\"$(printf '%s' \"$command\" | tr '\\n' ' ' | sed \"s/'[^']*'//g\")\"\n"
            "if ! printf '%s' \"$skeleton\" | grep -qE '(^|\\W)git push(\\s|$)'; then\n  exit 0\nfi\nexit 2\n"
        ),
        # It looks for the program, and has nothing instead.
        (
            'payload=$(cat)\ncommand=""\n'
            'if command -v jq >/dev/null 2>&1; then command=$(echo "$payload" | jq -r .tool_input.command); fi\n'
            'if echo "$command" | grep -qE "rm -rf"; then exit 2; fi\n'
        ),
        # None of a list is found.
        (
            'command=$(jq -r .tool_input.command)\nfor it in "rm -rf" "git push" "sudo "; do\n'
            '  if echo "$command" | grep -q "$it"; then exit 2; fi\ndone\n'
        ),
        # The first of several that is there.
        (
            'jq=$(command -v jq || command -v gojq || command -v jaq)\ncommand=$("$jq" -r .tool_input.command)\n'
            'if echo "$command" | grep -q "rm -rf"; then exit 2; fi\n'
        ),
        # Nothing is left to go through.
        "for it in $(jq -r '.tool_input.edits[].path'); do\n  echo blocked >&2\n  exit 2\ndone\n",
        "jq -r '.tool_input.edits[].path' | while read -r it; do exit 2; done\n",
    ],
)
async def test_all_calls_pass_where_a_program_is_missing(guards: Any, text: str) -> None:
    found = await _look(guards, text)
    assert (found.is_guard, found.state, found.decided.unreadable) == (True, GuardState.DEAD, Fate.PASSES)
    assert _ALL_PASS in found.decided.says
    assert "`jq`" in found.decided.says


async def test_a_code_that_is_handed_on_is_that_of_a_program_that_is_missing(guards: Any) -> None:
    code = "if (require('fs').readFileSync(0, 'utf8').includes('rm -rf')) process.exit(2)\n"
    found = await _look(guards, 'node "$(dirname "$0")/c.js" || exit $?\n', files={".claude/c.js": code})
    assert found.decided.says == f"cannot decide: `node` is missing here, {_ALL_PASS}"


async def test_an_interpreter_that_is_looked_for_in_vain(guards: Any) -> None:
    code = "import sys\nif 'rm -rf' in sys.stdin.read(): sys.exit(2)\n"
    text = 'PY="$(command -v python || command -v python3 || true)"\n[ -z "$PY" ] && exit 0\nexec "$PY" .claude/c.py\n'
    found = await _look(guards, text, files={".claude/c.py": code})
    assert (found.is_guard, found.state) == (True, GuardState.DEAD)
    assert found.decided.says.endswith(f"which are missing here, {_ALL_PASS}")


@pytest.mark.parametrize(
    "text",
    [
        (
            'command=$(jq -r .tool_input.command) || { echo \'{"decision":"block","reason":"bad"}\'; exit 0; }\n'
            'case "$command" in *"rm -rf"*) exit 2 ;; esac\n'
        ),
        "if ! jq -e '.tool_input.command | test(\"rm -rf\") | not' >/dev/null; then exit 2; fi\nexit 0\n",
        (
            "set -e\ntrap 'exit 2' ERR\ncommand=$(jq -r .tool_input.command)\n"
            'case "$command" in *"rm -rf"*) exit 2 ;; esac\n'
        ),
    ],
)
async def test_all_calls_are_refused_where_a_program_is_missing(guards: Any, text: str) -> None:
    found = await _look(guards, text)
    assert (found.state, found.decided.unreadable) == (GuardState.HOLDS, Fate.REFUSED)
    assert found.decided.says == "refuses every `PreToolUse` here, as `jq` is missing"
    assert found.decided.repair


async def test_a_guard_that_is_not_read_as_a_whole_may_refuse_all_calls(guards: Any) -> None:
    text = "command=$(jq -r .tool_input.command) || valid=false\n"
    text += 'if [ "$valid" = false ]; then echo \'{"decision":"block","reason":"bad"}\'; exit 0; fi\n'
    text += 'case "$command" in *"rm -rf"*) exit 2 ;; esac\n'
    found = await _look(guards, f'for it in "$HOME"/hooks/*; do source "$it"; done\n{text}')
    assert (found.state, found.decided.unreadable) == (GuardState.UNKNOWN, Fate.UNKNOWN)
    assert found.decided.says == "`jq` is missing here, so this guard may refuse every `PreToolUse`"


@pytest.mark.parametrize(
    "text",
    [
        # Nobody uses what it would print.
        (
            'payload=$(cat)\ntool=$(echo "$payload" | jq -r .tool_name 2>/dev/null)\n'
            'if echo "$payload" | grep -q "rm -rf"; then exit 2; fi\n'
        ),
        # Another program does the same.
        (
            'payload=$(cat)\ncommand=$(echo "$payload" | jq -r .tool_input.command 2>/dev/null'
            ' || echo "$payload" | sed -n \'s/.*"command": *"\\([^"]*\\)".*/\\1/p\')\n'
            'if echo "$command" | grep -q "rm -rf"; then exit 2; fi\n'
        ),
    ],
)
async def test_a_guard_that_decides_without_a_program(guards: Any, text: str) -> None:
    found = await _look(guards, text)
    assert found.state is not GuardState.DEAD
    assert "so this guard" not in found.decided.says


async def test_a_program_named_by_its_path_is_not_looked_for_on_the_path(guards: Any, project: str) -> None:
    text = f'command=$({project}/bin/jq -r .tool_input.command)\ncase "$command" in *"rm -rf"*) exit 2 ;; esac\n'
    found = await _look(guards, text, files={"bin/jq": "#!/bin/sh\n"})
    assert "missing here" not in found.decided.says


async def test_a_guard_that_refuses_less_without_git(guards: Any) -> None:
    text = "payload=$(cat)\nbranch=$(git rev-parse --abbrev-ref HEAD 2>/dev/null || echo unknown)\n"
    text += 'if echo "$payload" | grep -q "git commit" && [[ "$branch" =~ ^(main|master)$ ]]; then exit 2; fi\n'
    text += 'if echo "$payload" | grep -q "rm -rf"; then\n  exit 2\nfi\n'
    found = await _look(guards, text)
    says = "`git` is missing here, so this guard lets everything pass that it checks with `git`"
    assert (found.state, found.decided.says) == (GuardState.LEAKS, says)
