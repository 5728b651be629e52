"""What guards do instead where a program is missing: with nothing, with another program, or with its exit status."""

from __future__ import annotations

from typing import Any

import pytest

from hookwright.workflows.guarding.guard import GuardState

_PAYLOAD = "in=$(cat)\n"
_IF_FOUND = 'if echo "$c" | grep -q "rm -rf"; then echo no >&2; exit 2; fi\n'


async def _look(guards: Any, text: str, files: Any = None, **keys: Any) -> Any:
    files = {".claude/guard.sh": f"#!/bin/bash\n{text}", **(files or {})}
    return await guards(["bash $CLAUDE_PROJECT_DIR/.claude/guard.sh"], files, **keys)


@pytest.mark.parametrize(
    "text",
    [
        'c=$(printf %s "$in" | jq -r .tool_input.command 2>/dev/null || echo "")\n' + _IF_FOUND,
        'c=$(printf %s "$in" | tr -d x | jq -r .tool_input.command || true)\n' + _IF_FOUND,
        """c=$(echo "$in" | jq -r .tool_input.command 2>/dev/null || echo "")
if ! echo "$c" | grep -qE "(^|[^[:alnum:]_])git[[:space:]]+push([[:space:];&|)]|$)"; then
  exit 0
fi
exit 2
""",
    ],
)
async def test_nothing_instead_of_what_the_program_prints(guards: Any, text: str) -> None:
    (found,) = await _look(guards, _PAYLOAD + text, has=("bash", "sh", "cat", "grep", "tr"))
    assert found.decided.says == "cannot decide: `jq` is missing here, so this guard lets everything pass"


@pytest.mark.parametrize(
    "text",
    [
        'id=$(echo "$in" | jq -r .session_id 2>/dev/null)\nif echo "$in" | grep -q "rm -rf"; then exit 2; fi\n',
        'c=$(echo "$in" | jq -r .tool_input.command || echo "$in" | sed -n "s/.*command//p")\n' + _IF_FOUND,
        'c=$(echo "$in" | /usr/bin/jq -r .tool_input.command)\n' + _IF_FOUND,
    ],
)
async def test_a_guard_that_looks_at_the_whole_text_or_names_the_program_by_its_path(guards: Any, text: str) -> None:
    (found,) = await _look(guards, _PAYLOAD + text, has=("bash", "sh", "cat", "grep", "sed"))
    assert "missing here" not in found.decided.says


async def test_an_exit_with_the_status_before(guards: Any) -> None:
    files = {".claude/guard.py": "import sys\nif 'rm -rf' in sys.stdin.read():\n    sys.exit(2)\n"}
    text = 'python3 "$CLAUDE_PROJECT_DIR"/.claude/guard.py || exit $?\n'
    (found,) = await _look(guards, text, files=files, has=("bash", "sh"))
    assert found.decided.says == "cannot decide: `python3` is missing here, so this guard lets everything pass"
    (found,) = await _look(guards, text.replace("$?", "2"), files=files, has=("bash", "sh"))
    assert found.state is GuardState.HOLDS
