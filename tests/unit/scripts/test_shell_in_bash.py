"""The ends of shell scripts that the front end finds, against those that bash has."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hookwright.scripts.effects import Language
from hookwright.scripts.endings import Ending, endings
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Source

_SCRIPTS = 60
_ARGUMENTS = ("", "foo", "bar")
_OPTIONS = ("", "set -e", "set -euo pipefail", "trap 'exit 12' EXIT", "trap 'exit 3' ERR", "set -e; trap 'exit 4' ERR")
_FUNCTIONS = """\
f() { [ -n "$X" ] && return 0; return 1; }
g() { echo "in g"; if f; then return 4; fi; }
h() { local v=$1; [ "$v" = "$X" ]; }
X=${1:-}
code=0
"""
_STEPS = """\
true
false
echo a
echo b >&2
[ -n "$X" ]
grep -q foo <<< "$X"
exit 2
X=$(echo foo)
f
g
h foo
(exit 3)
Y=$(false)
echo "$X" | grep -q foo
! false
! true
X=
[[ $X == foo ]]
exit $?
code=$?
exit $code
case $X in foo) exit 5;; '') echo e;; *) false;; esac
for i in 1 2; do [ $i = 2 ] && break; echo $i; done
while read -r l; do echo $l; exit 6; done <<< 'z'
echo q | while read -r l; do exit 7; done
if [ "$X" = foo ]; then echo yes; else exit 8; fi
[ "$X" = foo ] && echo t || echo u
if [ $? -ne 0 ]; then exit 10; fi
""".splitlines()
_FORMS = (
    *("{}", "{}", "{}", "{}"),
    *(
        "{} && {}",
        "{} || {}",
        "{} && {} || {}",
        "if {}; then {}; fi",
        "( {}; {} )",
        "k() {{ {}; {}; }}; k",
        "Z=$({}; {})",
    ),
)


def scripts() -> Iterator[str]:
    """Scripts that are put together at random, always the same ones."""
    chance = random.Random(11)
    for _ in range(_SCRIPTS):
        lines = [chance.choice(_FORMS).format(*chance.choices(_STEPS, k=3)) for _ in range(chance.randrange(1, 6))]
        yield "\n".join((chance.choice(_OPTIONS), _FUNCTIONS, *lines, ""))


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_ends_in_one_of_the_ways_that_are_found(tmp_path: Path) -> None:
    decided = 0
    for text in scripts():
        script = read_script(Language.SHELL, Source(text))
        assert script.whole, text
        found = endings(script).all
        codes = {it.code for it in found}
        decided += None not in codes
        for argument in _ARGUMENTS:
            code = in_bash(text, argument, tmp_path)
            assert code in codes or None in codes, (
                f"{code} is none of {codes} with {argument!r}:\n{shown(found)}\n{text}"
            )
    assert decided > _SCRIPTS * 0.8


def in_bash(text: str, argument: str, folder: Path) -> int:
    command = ["bash", "-c", text, "hook.sh", argument]
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode


def shown(found: tuple[Ending, ...]) -> str:
    return "\n".join(f"{it.cause} {it.code}" for it in found)
