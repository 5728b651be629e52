"""Hooks that are written for bash, on a machine whose `sh` is dash."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.every import every

from hookwright.workflows.guarding.as_dash import as_dash
from hookwright.workflows.guarding.guard import Fate, GuardState
from hookwright.workflows.guarding.shells import is_dash

_HAS = ("dash", "bash", "cat", "grep", "jq", "python3")
_PAYLOAD = b'{"tool_name": "Bash", "tool_input": {"command": "rm -rf /"}}'
_READ = "input=$(cat)\n"
_CASE = 'case "$input" in *rm*) exit 2 ;; esac\nexit 0\n'
_OTHER = f'{_READ}case "$input" in *sudo*) exit 2 ;; esac\nexit 0\n'
_LIB = {".claude/lib.sh": "ready=1\n"}

pytestmark = pytest.mark.skipif(shutil.which("dash") is None, reason="needs dash")

_SCRIPTS = [
    # What is said of the guard, and the code that dash ends with.
    (f'{_READ}if [[ "$input" == *rm* ]]; then exit 2; fi\nexit 0\n', "`[[`", Fate.PASSES, 0),
    ('if [ "$(cat)" == "x" ]; then exit 2; fi\nexit 0\n', "`==`", Fate.PASSES, 0),
    (f"source ./.claude/lib.sh || exit 0\n{_READ}{_CASE}", "`source`", Fate.PASSES, 0),
    (f"set -e\nsource ./.claude/lib.sh\n{_READ}{_CASE}", "`source`", Fate.PASSES, 127),
    (f'{_READ}if ! [ "$input" == "x" ]; then exit 2; fi\n', "`==`", Fate.REFUSED, 2),
    ('if grep -q x <<< "$(cat)"; then exit 2; fi\nexit 0\n', "`<<<`", Fate.REFUSED, 2),
    (f"{_READ}low=${{input,,}}\n{_CASE}", "`${input,,}`", Fate.REFUSED, 2),
    (f"bad=(rm sudo)\n{_READ}{_CASE}", "a list in brackets", Fate.REFUSED, 2),
    ("if cat | grep -q x &>/dev/null; then exit 2; fi\nexit 0\n", "`&>`", Fate.REFUSED, 2),
]


def _code(project: str, command: list[str]) -> int:
    return subprocess.run(command, cwd=project, input=_PAYLOAD, capture_output=True, check=False).returncode


@pytest.mark.parametrize(("text", "what", "fate", "code"), _SCRIPTS)
async def test_a_guard_that_does_the_same_with_all_calls(
    guards: Any, project: str, text: str, what: str, fate: Fate, code: int
) -> None:
    (found,) = await guards(["dash .claude/guard.sh"], {".claude/guard.sh": text} | _LIB, has=_HAS)
    assert found.decided.unreadable is fate
    assert f"{what} is for bash, and `sh` is dash here" in found.decided.says
    assert found.state is (GuardState.DEAD if fate is Fate.PASSES else GuardState.HOLDS)
    assert found.decided.repair in ("run the script with `bash`", "write `.` for `source`", "write `=` for `==`")
    assert _code(project, ["dash", ".claude/guard.sh"]) == code


@pytest.mark.parametrize(
    "text",
    [
        f'{_READ}[[ "$input" == *sudo* ]] && exit 2\n{_CASE}',
        f'{_READ}case "$input" in *Bash*) ;; *) exit 0 ;; esac\nx=$(cat <<< "$input")\n{_CASE}',
        f'[ -n "$BASH_VERSION" ] || exec bash "$0"\n{_READ}if [[ "$input" == *rm* ]]; then exit 2; fi\n',
        "exec bash -c '[[ \"$(cat)\" == *rm* ]] && exit 2; exit 0'\n",
        f"source ./.claude/lib.sh\n{_READ}{_CASE}",
    ],
)
async def test_a_guard_that_still_decides(guards: Any, project: str, text: str) -> None:
    (found,) = await guards(["dash .claude/guard.sh"], {".claude/guard.sh": text} | _LIB, has=_HAS)
    assert "is for bash" not in found.decided.says
    assert _code(project, ["dash", ".claude/guard.sh"]) == 2


async def test_only_where_the_shell_is_dash(guards: Any) -> None:
    text = f'{_READ}if [[ "$input" == *rm* ]]; then exit 2; fi\nexit 0\n'
    (found,) = await guards(["bash .claude/guard.sh"], {".claude/guard.sh": text}, has=_HAS)
    assert "is for bash" not in found.decided.says


@pytest.mark.skipif(Path("/bin/sh").resolve().name != "dash", reason="`sh` is another shell")
@pytest.mark.parametrize(
    ("command", "says", "code"),
    [
        ("source .claude/lib.sh && python3 -c 1", "`source` is for bash, and `sh` is dash here", 127),
        ("cd .claude && . ./lost.sh; exit 0", "`{project}/.claude/lost.sh` is missing, and `sh`", 2),
        (". ./lost.sh 2>/dev/null || true", "`{project}/lost.sh` is missing, and `sh`", 2),
        (". lib.sh && exit 0", "`. lib.sh` looks for `lib.sh` on the PATH only", 2),
        (". .claude/lib.sh && exit 0", None, 0),
        ("[ ! -f lost.sh ] || . ./lost.sh", None, 0),
        ("source .claude/lib.sh 2>/dev/null || true", None, 0),
        ("bash -c 'source .claude/lib.sh'", None, 0),
        ("command . ./lost.sh || true", None, 0),
    ],
)
async def test_a_command_that_loads_a_file(
    guards: Any, project: str, command: str, says: str | None, code: int
) -> None:
    found = await guards([command], _LIB | {"lib.sh": ""}, has=_HAS, event="PostToolUse")
    start = "does not do its work here: "
    told = [it.decided.says for it in found if it.state is GuardState.DEAD]
    assert [it.startswith(start + (says or "").format(project=project)) for it in told] == ([True] if says else [])
    assert _code(project, ["sh", "-c", command]) == code


@pytest.mark.parametrize(
    ("shell", "text", "is_refused", "code"),
    [
        ("dash", f'. "$(dirname "$0")/lost.sh"\n{_READ}{_CASE}', True, 2),
        ("dash", f". ./.claude/lost.sh || true\n{_OTHER}", True, 2),
        ("bash", f"#!/bin/bash\n. ./.claude/lost.sh || true\n{_OTHER}", False, 0),
        ("dash", f"[ -f ./.claude/lost.sh ] && . ./.claude/lost.sh\n{_OTHER}", False, 0),
        ("dash", f"(. ./.claude/lost.sh)\n{_OTHER}", False, 0),
    ],
)
async def test_a_script_that_loads_a_file_that_is_missing(
    guards: Any, project: str, shell: str, text: str, is_refused: bool, code: int
) -> None:
    (found,) = await guards([f"{shell} .claude/guard.sh"], {".claude/guard.sh": text}, has=(*_HAS, "dirname"))
    said = f"refuses every `PreToolUse` here, as `{project}/.claude/lost.sh`, which the script loads, is missing"
    assert (found.decided.says == said) is is_refused
    assert _code(project, [shell, ".claude/guard.sh"]) == code


@every(
    ("text", "read"),
    [
        ("[[ a == b ]] && exit 2", "(exit 127) && exit 2"),
        ("source ./x 2>/dev/null || exit 0", "(exit 127) 2>/dev/null || exit 0"),
        ("if [ a == b ]; then c; fi", "if (exit 2); then c; fi"),
        ("a &> x", "a & > x"),
        ("a\nif b; then\n  c <<< d\nfi\ne", "a\nexit 2\n"),
        ("a\nb=${c,,}\nd", "a\nexit 2\n"),
        ("if a; then b=${c,,}; fi", None),
        ("a; b=${c,,}", None),
        ("function f { a; }", None),
        ("[ a = b ] && exit 2", None),
        ("if a; then", None),
    ],
)
def test_a_text_as_dash_reads_it(text: str, read: str | None) -> None:
    found = as_dash(text)
    assert (found and found.text) == read


async def test_which_shell_is_dash(programs: Any, tmp_path: Path) -> None:
    folder = Path(programs("dash", "bash"))
    (tmp_path / "sh").symlink_to(folder / "dash")
    assert is_dash(str(tmp_path / "sh"), None)  # type: ignore[arg-type]
    assert not is_dash(str(folder / "bash"), None)  # type: ignore[arg-type]
