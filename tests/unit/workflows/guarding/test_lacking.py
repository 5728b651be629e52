"""Hooks whose work is done by other scripts, or only with their arguments, on machines that lack a program."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hookwright.workflows.guarding.guard import Fate, GuardState

_BARE = ("bash", "sh", "cat", "git", "dirname", "pwd")
_IN_PROJECT = '"$CLAUDE_PROJECT_DIR"'
_CHECK = """import json, sys
if "rm -rf" in json.load(sys.stdin)["tool_input"]["command"]:
    print("Blocked", file=sys.stderr)
    sys.exit(2)
"""
_FIND = """set -eu
find_python() {
  for it in "$CLAUDE_PROJECT_DIR/.venv/Scripts/python.exe" "$CLAUDE_PROJECT_DIR/.venv/bin/python"; do
    if [ -x "$it" ]; then echo "$it"; return 0; fi
  done
  if command -v python3 >/dev/null 2>&1; then echo python3; return 0; fi
  if command -v python >/dev/null 2>&1; then echo python; return 0; fi
  return 1
}
if ! PY="$(find_python)"; then
  echo "no Python" >&2
  exit 127
fi
"""
_NOTES = 'set -e\ncommand=$(jq -r .tool_input.command)\necho "$command" >> notes.txt\n'


@pytest.mark.parametrize("last", ['exec "$PY" "$@"', '"$PY" "$1"', 'exec "$PY" -u "$1"'])
async def test_a_wrapper_that_finds_no_interpreter_for_the_script_it_is_given(guards: Any, last: str) -> None:
    command = f"bash {_IN_PROJECT}/bin/run.sh {_IN_PROJECT}/.claude/check.py"
    files = {"bin/run.sh": f"#!/bin/bash\n{_FIND}{last}\n", ".claude/check.py": _CHECK}
    (found,) = await guards([command], files, has=_BARE)
    assert found.state is GuardState.DEAD
    looks = "it looks for `python3` and `python`, which are missing here"
    assert found.decided.says in (
        f"cannot decide: {looks}, so this guard lets everything pass",
        f"does not do its work here: {looks}, so it exits with 127",
    )
    assert await guards([command], files, has=(*_BARE, "python3")) == ()


async def test_a_comment_about_a_version_manager_brings_no_program(guards: Any) -> None:
    command = f"bash {_IN_PROJECT}/bin/run.sh {_IN_PROJECT}/.claude/check.py"
    text = f'#!/bin/bash\n# Goes around the shims of pyenv.\n{_FIND}exec "$PY" "$@"\n'
    files = {"bin/run.sh": text, ".claude/check.py": f"# Without pyenv.\n{_CHECK}"}
    (found,) = await guards([command], files, has=_BARE)
    assert found.state is GuardState.DEAD
    files["bin/run.sh"] = text.replace("exec", 'eval "$(pyenv init -)"\nexec')
    assert await guards([command], files, has=_BARE) == ()


async def test_an_interpreter_of_the_project_will_do(guards: Any, project: str) -> None:
    command = f"bash {_IN_PROJECT}/bin/run.sh {_IN_PROJECT}/.claude/check.py"
    files = {"bin/run.sh": f'#!/bin/bash\n{_FIND}exec "$PY" "$@"\n', ".claude/check.py": _CHECK}
    assert await guards([command], files | {".venv/bin/python": "#!/bin/sh\n"}, has=_BARE) == ()


@pytest.mark.parametrize("last", ['exec python3 "$@"', 'python3 "$1"'])
async def test_a_wrapper_that_names_its_interpreter(guards: Any, last: str) -> None:
    command = f"bash {_IN_PROJECT}/bin/run.sh {_IN_PROJECT}/.claude/check.py"
    files = {"bin/run.sh": f"#!/bin/bash\n{last}\n", ".claude/check.py": _CHECK}
    (found,) = await guards([command], files, has=_BARE)
    assert (found.is_guard, found.state, found.decided.unreadable) == (True, GuardState.DEAD, Fate.PASSES)
    assert found.decided.says == "cannot decide: `python3` is missing here, so this guard lets everything pass"
    assert await guards([command], files, has=(*_BARE, "python3")) == ()


@pytest.mark.parametrize(
    "start",
    [
        '"$CLAUDE_PROJECT_DIR/scripts/notes.sh"',
        '"$(dirname "$0")/../scripts/notes.sh"',
        '"$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/scripts/notes.sh"',
        '"${BASH_SOURCE[0]%/*}/../scripts/notes.sh"',
        '"$(git rev-parse --show-toplevel 2>/dev/null || pwd)/scripts/notes.sh"',
        '"${CLAUDE_PROJECT_DIR:-$(pwd)}/scripts/notes.sh"',
        "scripts/notes.sh",
        "./scripts/../scripts/notes.sh",
    ],
)
@pytest.mark.parametrize("how", ["bash {}", "exec bash {}", "exec {}"])
async def test_a_script_in_another_folder(guards: Any, project: str, start: str, how: str) -> None:
    Path(project, ".git").mkdir(parents=True)
    Path(project, ".git", "HEAD").write_text("ref: refs/heads/main\n")
    files = {".claude/hook.sh": f"#!/bin/bash\n{how.format(start)}\n", "scripts/notes.sh": f"#!/bin/bash\n{_NOTES}"}
    (found,) = await guards([f"bash {_IN_PROJECT}/.claude/hook.sh"], files, event="PostToolUse", has=_BARE)
    assert found.decided.says == "does not do its work here: `jq` is missing, so it exits with 127"
    assert await guards([f"bash {_IN_PROJECT}/.claude/hook.sh"], files, event="PostToolUse", has=(*_BARE, "jq")) == ()


async def test_a_script_outside_of_the_project_is_not_read(guards: Any, project: str, tmp_path: Path) -> None:
    (tmp_path / "notes.sh").write_text(f"#!/bin/bash\n{_NOTES}")
    Path(project, "scripts").mkdir(parents=True)
    Path(project, "scripts", "notes.sh").symlink_to(tmp_path / "notes.sh")
    for path in (f"{tmp_path}/notes.sh", "$CLAUDE_PROJECT_DIR/scripts/notes.sh", "$CLAUDE_PROJECT_DIR/../notes.sh"):
        files = {".claude/hook.sh": f'#!/bin/bash\nexec bash "{path}"\n'}
        command = f"bash {_IN_PROJECT}/.claude/hook.sh"
        assert await guards([command], files, event="PostToolUse", has=_BARE) == ()


_MODES = """set -euo pipefail
log() {
  input=$(cat)
  command=$(echo "$input" | jq -r .tool_input.command 2>/dev/null || echo unknown)
  jq -nc --arg it "$command" '{command: $it}' >> log.jsonl
}
case "${1:-}" in
  log) log ;;
  view) cat log.jsonl ;;
  *) exit 1 ;;
esac
"""


async def test_the_arguments_say_what_a_script_does(guards: Any) -> None:
    files = {".claude/audit.sh": f"#!/bin/bash\n{_MODES}"}
    path = f"{_IN_PROJECT}/.claude/audit.sh"
    (found,) = await guards([f"{path} log", f"{path} view"], files, event="PermissionRequest", has=_BARE)
    assert found.command.endswith(" log")
    assert found.decided.says == "does not do its work here: `jq` is missing, so it exits with 127"


@pytest.mark.parametrize(
    "text",
    [
        'while [ $# -gt 0 ]; do\n  case "$1" in\n    --quiet) shift ;;\n    *) mode=$1; shift ;;\n  esac\ndone\n',
        'if [ -n "$CI" ]; then shift; fi\nmode=$1\n',
        "while getopts q it; do :; done\nshift $((OPTIND - 1))\nmode=${1:-}\n",
    ],
)
async def test_arguments_that_a_script_takes_one_by_one_are_not_known(guards: Any, text: str) -> None:
    text += 'set -e\nif [ "$mode" = notes ]; then jq . >> notes.txt; fi\n'
    command = f"{_IN_PROJECT}/.claude/hook.sh --quiet notes"
    files = {".claude/hook.sh": f"#!/bin/bash\n{text}"}
    assert await guards([command], files, event="PostToolUse", has=_BARE) == ()


async def test_a_script_without_its_program_goes_on_in_a_wrapper_that_does_not_mind(guards: Any) -> None:
    files = {"scripts/notes.sh": f"#!/bin/bash\n{_NOTES}"}
    for last in ('bash "$CLAUDE_PROJECT_DIR/scripts/notes.sh" || true', "bash scripts/notes.sh; exit 0"):
        hook = {".claude/hook.sh": f"#!/bin/bash\n{last}\n"}
        command = f"bash {_IN_PROJECT}/.claude/hook.sh"
        assert await guards([command], files | hook, event="PostToolUse", has=_BARE) == ()


async def test_a_script_that_is_only_asked_for_its_code_makes_no_guard(guards: Any) -> None:
    look = '#!/bin/bash\nversion=$(jq -r .version version.json)\n[ "$version" = 2 ] || exit 2\n'
    hook = '#!/bin/bash\nfound=$(scripts/look.sh 2>&1)\n[ $? -eq 2 ] && echo "$found" >&2\nexit 0\n'
    files = {"scripts/look.sh": look, ".claude/hook.sh": hook}
    assert await guards([f"{_IN_PROJECT}/.claude/hook.sh"], files, has=_BARE) == ()


@pytest.mark.parametrize(
    ("wrapper", "arguments"),
    [
        ('exec "$@"', "python3 .claude/check.py"),
        ('"$@"', ".claude/check.py now"),
        ('timeout 10 "$@"', "python3 -u .claude/check.py"),
        ('exec python3 "$CLAUDE_PROJECT_DIR/.claude/$1.py"', "check"),
        ('name=$1\nshift\nexec python3 ".claude/$name" "$@"', "check.py now"),
        ('exec python3 "${@:2}"', "now .claude/check.py"),
        ('[ -f ".claude/$1" ] || exit 0\nexec ".claude/$1"', "check.py"),
        ('cd "$(dirname "$0")/.." && python3 ".claude/$1"', "check.py"),
    ],
)
async def test_a_wrapper_that_is_given_a_program_or_a_name(guards: Any, wrapper: str, arguments: str) -> None:
    files = {"bin/run.sh": f"#!/bin/bash\n{wrapper}\n", ".claude/check.py": f"#!/usr/bin/env python3\n{_CHECK}"}
    (found,) = await guards([f"{_IN_PROJECT}/bin/run.sh {arguments}"], files, has=(*_BARE, "timeout"))
    assert found.decided.says == "cannot decide: `python3` is missing here, so this guard lets everything pass"
    has = (*_BARE, "timeout", "python3")
    assert await guards([f"{_IN_PROJECT}/bin/run.sh {arguments}"], files, has=has) == ()


async def test_a_program_that_is_no_script_of_the_project_is_missed_too(guards: Any) -> None:
    files = {"bin/run.sh": '#!/bin/bash\nset -e\nnode "$HOME/notes.js"\necho "$1" >> log.txt\n'}
    (found,) = await guards([f"{_IN_PROJECT}/bin/run.sh now"], files, event="PostToolUse", has=_BARE)
    assert found.decided.says == "does not do its work here: `node` is missing, so it exits with 127"


async def test_a_file_that_sets_the_path_may_bring_the_program(guards: Any) -> None:
    files = {"scripts/env.sh": "export PATH=$PATH:$TOOLS\n"}
    files["bin/run.sh"] = f'#!/bin/bash\nsource "$(dirname "$0")/../scripts/env.sh"\n{_NOTES}'
    assert await guards([f"{_IN_PROJECT}/bin/run.sh"], files, event="PostToolUse", has=_BARE) == ()


async def test_a_virtual_environment_may_bring_the_program(guards: Any) -> None:
    for start in ("source .venv/bin/activate", "cd . && . ./.venv/bin/activate"):
        files = {"bin/run.sh": f"#!/bin/bash\n{start}\n{_NOTES}"}
        assert await guards([f"{_IN_PROJECT}/bin/run.sh"], files, event="PostToolUse", has=_BARE) == ()
    files = {"bin/run.sh": f"#!/bin/bash\n{_NOTES}echo 'Run: source .venv/bin/activate'\n"}
    assert len(await guards([f"{_IN_PROJECT}/bin/run.sh"], files, event="PostToolUse", has=_BARE)) == 1


async def test_a_return_leaves_only_the_file_that_it_is_in(guards: Any) -> None:
    files = {"scripts/lib.sh": '[[ -n "${LIB_LOADED:-}" ]] && return 0\nLIB_LOADED=1\n'}
    files["bin/run.sh"] = f'#!/bin/bash\nsource "$(dirname "$0")/../scripts/lib.sh"\n{_NOTES}'
    (found,) = await guards([f"{_IN_PROJECT}/bin/run.sh"], files, event="PostToolUse", has=_BARE)
    assert found.decided.says == "does not do its work here: `jq` is missing, so it exits with 127"


_ASKS_AGAIN = "found=$(jq . package.json 2>&1)\nif [ $? -ne 0 ]; then\n  echo wrong >&2\n  exit 2\nfi\n"


@pytest.mark.parametrize("event", ["PostToolUse", "Stop"])
async def test_a_hook_that_ends_with_its_failure_each_time(guards: Any, event: str) -> None:
    files = {".claude/check.sh": f"#!/bin/bash\n{_ASKS_AGAIN}"}
    (found,) = await guards([f"bash {_IN_PROJECT}/.claude/check.sh"], files, event=event, has=_BARE)
    assert found.decided.says == "does not do its work here: `jq` is missing, so it exits with 2"
    assert found.where.endswith("check.sh:2")
    assert await guards([f"bash {_IN_PROJECT}/.claude/check.sh"], files, event=event, has=(*_BARE, "jq")) == ()


@pytest.mark.parametrize(
    "text",
    [
        f"[ -f package.json ] || exit 0\n{_ASKS_AGAIN}",
        _ASKS_AGAIN.replace("exit 2", "exit 0"),
        f"{_ASKS_AGAIN}exit 2\n",
    ],
)
async def test_a_hook_that_may_end_in_another_way(guards: Any, text: str) -> None:
    files = {".claude/check.sh": f"#!/bin/bash\n{text}"}
    command = f"bash {_IN_PROJECT}/.claude/check.sh"
    assert await guards([command], files, event="PostToolUse", has=_BARE) == ()


_OF_PYTHON = 'file=$(cat)\ncase "$file" in *.py*) ;; *) exit 0 ;; esac\n'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f'{_OF_PYTHON}no-such-linter "$file" || exit 2\nexit 0\n', 2),
        (f'{_OF_PYTHON}if ! out=$(no-such-linter 2>&1); then\n  echo "$out" >&2\n  exit 2\nfi\n', 2),
        # Nobody is told.
        (f'{_OF_PYTHON}no-such-linter "$file"\n', None),
        (f'{_OF_PYTHON}no-such-linter "$file" || true\n', None),
        # What it needs may be another file.
        ("file=$(cat)\n[ -f setup.cfg ] || exit 0\nno-such-linter || exit 2\n", None),
    ],
)
async def test_a_hook_that_fails_with_some_calls(guards: Any, project: str, text: str, code: int | None) -> None:
    files = {".claude/check.sh": f"#!/bin/bash\n{text}"}
    found = await guards([f"bash {_IN_PROJECT}/.claude/check.sh"], files, event="PostToolUse", has=_BARE)
    why = f"`no-such-linter` is missing, so it exits with {code} for everything that it checks with `no-such-linter`"
    assert [it.decided.says for it in found] == ([f"does not do its work here: {why}"] if code else [])
    if code is not None:
        script = os.path.join(project, ".claude", "check.sh")
        ended = [_code(script, payload) for payload in (b'{"file": "a.py"}', b'{"file": "a.md"}')]
        assert ended == [code, 0]


def _code(script: str, payload: bytes) -> int:
    return subprocess.run(["bash", script], input=payload, capture_output=True, check=False).returncode
