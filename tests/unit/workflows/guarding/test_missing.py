"""Hooks on machines that lack a program that their scripts start, in each way in which scripts deal with that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookwright.workflows.guarding.guard import Fate, GuardState

_GUARD = "$CLAUDE_PROJECT_DIR/.claude/guard.sh"
_END = 'case "$command" in *"rm -rf"*) echo "Blocked" >&2; exit 2 ;; esac\n'
_WITH_JQ = "command=$(jq -r .tool_input.command)\n"


async def _look(guards: Any, text: str, **keys: Any) -> Any:
    return await guards([f"bash {_GUARD}"], {".claude/guard.sh": f"#!/bin/bash\n{text}"}, **keys)


async def test_a_stand_in_that_is_not_used_here_is_not_missed(guards: Any) -> None:
    text = "if command -v jq >/dev/null; then\n  " + _WITH_JQ
    text += "else\n  command=$(python3 -c 'import json,sys; print(json.load(sys.stdin))')\nfi\n"
    (found,) = await _look(guards, text + _END, has=("bash", "sh", "jq"))
    assert found.state is GuardState.LEAKS
    assert "python3" not in found.decided.says


async def test_a_stand_in_is_missed_where_it_would_be_used(guards: Any) -> None:
    text = "if command -v jq >/dev/null; then\n  " + _WITH_JQ
    text += "else\n  command=$(python3 -c 'import json,sys; print(json.load(sys.stdin))')\nfi\n"
    (found,) = await _look(guards, text + _END, has=("bash", "sh"))
    assert found.state is GuardState.DEAD
    assert "so this guard lets everything pass" in found.decided.says


async def test_programs_of_which_one_is_tried_after_the_other_are_not_missed(guards: Any) -> None:
    text = """read_with() {
  case "$1" in
    node) node -e 'console.log(1)' ;;
    *) "$1" -c 'print(1)' ;;
  esac
}
for it in node python3; do
  command=$(read_with "$it") && break
done
"""
    (found,) = await _look(guards, text + _END, has=("bash", "sh", "python3"))
    assert "node" not in found.decided.says


async def test_a_guard_that_has_the_user_asked_lets_nothing_just_pass(guards: Any) -> None:
    asked = '{"permission":"ask","user_message":"jq is missing"}'
    text = f"#!/bin/bash\ncommand -v jq >/dev/null || {{ echo '{asked}'; exit 0; }}\ncommand=$(jq -r .command)\n"
    text += 'case "$command" in *mkfs*) echo \'{"permission":"deny"}\' ;; esac\n'
    hook = {"command": ".cursor/gate.sh"}
    settings = {"version": 1, "hooks": {"beforeShellExecution": [hook]}}
    place = {"place": ".cursor/hooks.json", "has": ("bash", "sh")}
    (found,) = await guards(settings, {".cursor/gate.sh": text}, **place)
    assert (found.is_guard, found.state) == (True, GuardState.LEAKS)
    allowed = text.replace('"ask"', '"allow"')
    (found,) = await guards(settings, {".cursor/gate.sh": allowed}, **place)
    assert found.state is GuardState.DEAD


@pytest.mark.parametrize("without", ['echo \'{"permission":"allow"}\'; exit 0', "exit 0"])
async def test_a_hook_that_has_the_user_asked_asks_nothing_without_its_program(guards: Any, without: str) -> None:
    text = f"#!/bin/bash\ncommand -v jq >/dev/null || {{ {without}; }}\ncommand=$(jq -r .command)\n"
    text += 'case "$command" in "git commit"*) echo \'{"permission":"ask"}\' ;; esac\n'
    settings = {"version": 1, "hooks": {"beforeShellExecution": [{"command": ".cursor/sign.sh"}]}}
    place = {"place": ".cursor/hooks.json"}
    (found,) = await guards(settings, {".cursor/sign.sh": text}, **place, has=("bash", "sh"))
    assert (found.is_guard, found.state) == (False, GuardState.DEAD)
    assert found.decided.says == "does not do its work here: `jq` is missing, so it never asks the user"
    assert await guards(settings, {".cursor/sign.sh": text}, **place, has=("bash", "sh", "jq")) == ()


async def test_a_hook_that_asks_without_its_program_is_not_missed(guards: Any) -> None:
    text = '#!/bin/bash\ncommand -v jq >/dev/null || { echo \'{"permission":"ask"}\'; exit 0; }\n'
    text += 'command=$(jq -r .command)\ncase "$command" in git*) echo \'{"permission":"ask"}\' ;; esac\n'
    settings = {"version": 1, "hooks": {"beforeShellExecution": [{"command": ".cursor/sign.sh"}]}}
    assert await guards(settings, {".cursor/sign.sh": text}, place=".cursor/hooks.json", has=("bash", "sh")) == ()


async def test_what_only_a_run_can_tell_is_said_with_the_program(guards: Any) -> None:
    text = 'source /opt/hooks/lib.sh\ncommand=$(jq -r .tool_input.command 2>/dev/null)\nblock_if_bad "$command"\n'
    (found,) = await _look(guards, text, has=("bash", "sh", "apt-get"))
    assert (found.state, found.decided.unreadable) == (GuardState.UNKNOWN, Fate.UNKNOWN)
    assert found.decided.says == "`jq` is missing here, and only a run shows what passes without it"
    assert found.decided.repair.endswith("apt-get install -y jq")
    assert await _look(guards, text, has=("jq",)) == ()


async def test_another_way_without_the_program_may_do_as_well(guards: Any) -> None:
    text = 'input=$(cat)\nif command -v jq >/dev/null; then\n  command=$(jq -r .tool_input.command <<< "$input")\n'
    text += 'else\n  command=$(grep -o \'"command": *"[^"]*"\' <<< "$input")\nfi\nlog_event "$command"\n'
    (found,) = await _look(guards, f'{text}[ -n "$command" ] || exit 2\n{_END}', has=("bash", "sh", "cat", "grep"))
    assert (found.is_guard, found.state) == (True, GuardState.UNKNOWN)
    assert "jq" not in found.decided.says


async def test_functions_of_files_that_are_not_read_are_no_programs(guards: Any) -> None:
    text = 'source /opt/hooks/lib.sh\nfield=$(read_field command)\nblock_if_bad "$field"\n'
    assert await _look(guards, text, has=("bash", "sh")) == ()


@pytest.mark.parametrize("event", ["PostToolUse", "Stop", "SessionStart"])
async def test_a_hook_that_breaks_off_is_listed(guards: Any, event: str) -> None:
    text = 'set -euo pipefail\nfile=$(jq -r .tool_input.file_path)\nprettier --write "$file" || true\n'
    (found,) = await _look(guards, text, event=event, has=("bash", "sh", "apt-get"))
    assert (found.is_guard, found.state) == (False, GuardState.DEAD)
    assert found.decided.says == "does not do its work here: `jq` is missing, so it exits with 127"
    assert found.where.endswith("guard.sh:3")


async def test_a_program_that_is_missing_at_first_is_not_there_later(guards: Any) -> None:
    text = 'set -euo pipefail\ninput=$(cat)\ntitle=$(echo "$input" | jq -r .title)\n'
    text += 'count=$(echo "$input" | jq -r .count || echo 0)\necho "$title: $count"\nexit 0\n'
    (found,) = await _look(guards, text, event="PostToolUse", has=("bash", "sh", "cat"))
    assert found.decided.says == "does not do its work here: `jq` is missing, so it exits with 127"


@pytest.mark.parametrize(
    "text",
    [
        'file=$(jq -r .tool_input.file_path)\necho "$file" >> log.txt\n',
        'set -e\nfile=$(jq -r .tool_input.file_path || true)\necho "$file" >> log.txt\n',
        "set -e\ncommand -v jq >/dev/null || exit 0\njq . >> log.txt\n",
        "set -e\nif [ -f todo.txt ]; then jq . >> log.txt; fi\n",
        "set -e\nexport PATH=$PATH:$TOOLS\njq . >> log.txt\n",
    ],
)
async def test_a_hook_that_goes_on_is_not(guards: Any, text: str) -> None:
    assert await _look(guards, text, event="PostToolUse", has=("bash", "sh")) == ()


async def test_a_program_that_is_a_script_needs_its_interpreter(
    guards: Any, programs: Callable[..., str], tmp_path: Path
) -> None:
    folder = Path(programs("sh", "bash"))
    (folder / "npx").write_text("#!/usr/bin/env node\n")
    (folder / "npx").chmod(0o755)
    (found,) = await guards(["npx prettier --check ."], event="PostToolUse", has=())
    assert found.decided.says == "would not start here: `node`, which `npx` needs, is missing"
    (folder / "node").symlink_to(folder / "sh")
    assert await guards(["npx prettier --check ."], event="PostToolUse", has=()) == ()


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("exec python3 notes.py", "would not start here: `python3` is missing"),
        (
            "sh -c 'if [ -f a ]; then exec python3 notes.py; fi'",
            "a part of it would not run here: `python3` is missing",
        ),
    ],
)
async def test_a_program_behind_exec_is_missed(guards: Any, command: str, says: str) -> None:
    (found,) = await guards([command], {"notes.py": "print()\n"}, event="PostToolUse", has=("sh", "bash"))
    assert found.decided.says == says


@pytest.mark.parametrize(
    "text",
    [
        'source /opt/hooks/lib.sh\nblock_if_bad "$(jq -r .tool_input.command || cat)"\n',
        "source /opt/hooks/lib.sh\ncommand -v jq >/dev/null && jq . >> log.txt\nblock_if_bad\n",
    ],
)
async def test_what_has_something_instead_is_not_missed(guards: Any, text: str) -> None:
    assert await _look(guards, text, has=("bash", "sh", "cat")) == ()


async def test_a_program_that_takes_over_is_missed(guards: Any) -> None:
    text = 'if [ "$1" = adapter ]; then\n  exec node "$HOME/adapter.mjs" "$@"\nfi\nexit 2\n'
    script = {".claude/guard.sh": f"#!/bin/bash\n{text}"}
    (found,) = await guards([f"bash {_GUARD} adapter"], script, has=("bash", "sh"))
    assert found.decided.says == "cannot decide: `node` is missing here, so this guard lets everything pass"
    (found,) = await guards([f"bash {_GUARD}"], script, has=("bash", "sh"))
    assert (found.is_guard, found.state) == (True, GuardState.UNKNOWN)
    assert "node" not in found.decided.says


_PASSED_ON = 'STATUS=$?\necho "$out" >&2\nexit "$STATUS"\n'


@pytest.mark.parametrize(
    "text",
    [
        "out=$(our-guard check 2>&1)\n" + _PASSED_ON,
        'payload=$(cat)\nout=$(printf "%s" "$payload" | our-guard check 2>&1)\n' + _PASSED_ON,
        'out=$(bun guard.ts)\nrc=$?\nif [ -n "$out" ]; then printf \'%s\\n\' "$out" >&2; fi\nexit ${rc}\n',
        "bun guard.ts > out.txt 2> /dev/null\nSTATUS=$?\ncp out.txt last.txt\nexit $STATUS\n",
        "rc=0\nout=$(our-guard 2>&1) || rc=$?\nexit $rc\n",
        "rc=0\nour-guard || rc=$?\nexit $rc\n",
        "our-guard >/dev/null 2>&1 || rc=$?\nexit $rc\n",
        "set -euo pipefail\nrc=0\nour-guard check || rc=$?\nexit $rc\n",
        'rc=0\nout=$(cat | bun guard.ts) || rc="$?"\n[ -z "$out" ] || echo "$out" >&2\nexit "${rc}"\n',
    ],
)
async def test_an_exit_status_that_is_passed_on_in_a_variable(guards: Any, text: str) -> None:
    (found,) = await _look(guards, text, has=("bash", "sh", "cat", "cp"))
    assert found.state is GuardState.DEAD
    assert "is missing, so it exits with 127" in found.decided.says
    assert await _look(guards, text, has=("bash", "sh", "cat", "cp", "our-guard", "bun")) == ()


@pytest.mark.parametrize(
    "between",
    [
        'if [ "$STATUS" -eq 127 ]; then exit 2; fi\n',
        '[ "$STATUS" = 0 ] || exit 2\n',
        "case $STATUS in 0) ;; *) exit 2 ;; esac\n",
        "(( STATUS > 2 )) && exit 2\n",
        "STATUS=0\n",
    ],
)
async def test_an_exit_status_that_is_looked_at_before_it_is_passed_on(guards: Any, between: str) -> None:
    text = f'out=$(our-guard check 2>&1)\nSTATUS=$?\n{between}exit "$STATUS"\n'
    found = await _look(guards, text, has=("bash", "sh"))
    assert all("ends with 127" not in it.decided.says for it in found)


@pytest.mark.parametrize(
    "text",
    [
        "rc=0\nout=$(our-guard) || rc=2\nexit $rc\n",
        'rc=0\nout=$(our-guard) || rc=$?\n[ "$rc" -eq 0 ] || exit 2\nexit $rc\n',
        "rc=0\nout=$(our-guard) || rc=$?\nif [ $rc -gt 2 ]; then rc=2; fi\nexit $rc\n",
        "command -v our-guard >/dev/null || exit 2\nrc=0\nout=$(our-guard) || rc=$?\nexit $rc\n",
        "rc=0\nout=$(our-guard) || rc=$?\nrc=2\nexit $rc\n",
    ],
)
async def test_an_exit_status_of_a_choice_that_does_not_let_pass(guards: Any, text: str) -> None:
    found = await _look(guards, text, has=("bash", "sh"))
    assert all("ends with 127" not in it.decided.says for it in found)


@pytest.mark.parametrize("start", ["", "exec ", "set -e\n"])
async def test_a_guard_that_only_starts_a_program_which_nobody_knows(guards: Any, start: str) -> None:
    (found,) = await _look(guards, f"{start}our-guard check\n", has=("bash", "sh"))
    assert found.state is GuardState.DEAD
    assert found.decided.says == "does not do its work here: `our-guard` is missing, so it exits with 127"


@pytest.mark.parametrize(
    "names",
    [
        "source /opt/hooks/lib.sh",
        'set -e; . "$LIB/lib.sh"',
        "alias our-guard=true",
        'eval "$(cat functions)"',
        "PATH=$TOOLS",
    ],
)
async def test_what_may_be_no_program_is_not_missed(guards: Any, names: str) -> None:
    assert await _look(guards, f"{names}\nour-guard check\n", has=("bash", "sh", "cat")) == ()


async def test_an_exit_status_that_is_only_sometimes_that_of_a_missing_program(guards: Any) -> None:
    text = "if [ -f fast ]; then\n  git diff --quiet; STATUS=$?\nelse\n  our-guard 2>&1 >/dev/null; STATUS=$?\nfi\n"
    found = await _look(guards, text + 'exit "$STATUS"\n', has=("bash", "sh", "git"))
    assert all("ends with 127" not in it.decided.says for it in found)


@pytest.mark.parametrize("test", ['"$STATUS" -ne 0', '"$STATUS" -gt 0', '"$STATUS" != 0', '"$STATUS" = 127'])
async def test_a_guard_that_refuses_where_the_program_that_decides_failed(guards: Any, test: str) -> None:
    text = f'out=$(our-guard 2>&1)\nSTATUS=$?\nif [ {test} ]; then echo "Blocked" >&2; exit 2; fi\nexit 0\n'
    found = await _look(guards, text, has=("bash", "sh"))
    assert all("lets everything pass" not in it.decided.says for it in found)


async def test_a_guard_that_refuses_with_one_status_of_the_program_that_decides(guards: Any) -> None:
    text = 'out=$(our-guard 2>&1)\nSTATUS=$?\nif [ "$STATUS" -eq 1 ]; then echo "Blocked" >&2; exit 2; fi\nexit 0\n'
    (found,) = await _look(guards, text, has=("bash", "sh"))
    assert found.decided.says == "cannot decide: `our-guard` is missing here, so this guard lets everything pass"
