"""Tests of `hookwright.analysis.scripts.passing`, by the scripts of commands."""

from __future__ import annotations

import pytest

from hookwright.analysis.scripts.in_command import scripts
from hookwright.analysis.scripts.passing import Passing
from hookwright.analysis.scripts.words import Places

PLACES = Places("/place", {"ROOT": "/place"})


def passed(command: str) -> Passing:
    (found,) = (it for it in scripts(command, PLACES) if it.text.endswith("x.sh"))
    return found.passes


@pytest.mark.parametrize(
    "command",
    [
        "./x.sh",
        "exec bash x.sh a b",
        "cd sub && ./x.sh",
        'cd "$(git rev-parse --show-toplevel)" && timeout 5 bash x.sh',
        "[ -f x.sh ] && bash x.sh",
        "[ -f x.sh ] || exit 0; bash x.sh",
        "if [ -f x.sh ]; then bash x.sh; fi",
        "if [ -f x.sh ]; then bash x.sh; else cat; fi",
        "if test -f x.sh; then bash x.sh; elif [ -f y ]; then if z; then cat; fi; else cat; fi",
        "command -v jq > /dev/null || exit 0; A=1 ./x.sh",
        "bash -c './x.sh'",
        "bash -c 'cd sub && ./x.sh'",
        "(cd sub; ./x.sh)",
        "{ ./x.sh; }",
        "bash -c './x.sh' # as it is",
    ],
)
def test_all(command: str) -> None:
    assert passed(command) is Passing.ALL


@pytest.mark.parametrize(
    "command",
    [
        "./x.sh || true",
        "./x.sh; exit 0",
        "./x.sh || :",
        "./x.sh 2> /dev/null || true",
        "bash -c './x.sh 2>> log || true'",
        "[ -f x.sh ] && ./x.sh || true",
        "bash -c './x.sh || true'",
        "bash -c './x.sh' || exit 0",
        "if [ -f x.sh ]; then ./x.sh; fi; exit 0",
    ],
)
def test_all_but_the_code(command: str) -> None:
    assert passed(command) is Passing.NO_CODE


@pytest.mark.parametrize(
    "command",
    [
        "./x.sh | jq .",
        "cat | ./x.sh",
        "(./x.sh) | cat",
        "./x.sh > log",
        "./x.sh 2>&1",
        "./x.sh 2> /dev/null",
        "./x.sh 2>&1 || true",
        "./x.sh 2> /dev/stdout || true",
        "./x.sh > log 2> /dev/null || true",
        "./x.sh < /dev/null",
        "{ ./x.sh; } 2> /dev/null",
        "./x.sh &",
        "(./x.sh) &",
        "! ./x.sh",
        "if ./x.sh; then exit 2; fi",
        "./x.sh; exit 2",
        "./x.sh && exit 2",
        "./x.sh || exit $CODE",
        "./x.sh || exit 256",
        "./x.sh 2> /dev/null || exit 2",
        "./x.sh || exit 2; cat",
        "./x.sh && echo done",
        "./x.sh; cat",
        "cat > in; ./x.sh",
        "IN=$(cat); ./x.sh",
        './x.sh "$(jq -r .cwd)"',
        "echo x; ./x.sh",
        "command -v jq; ./x.sh",
        "for i in a b; do ./x.sh; done",
        "case a in a) ./x.sh ;; esac",
        "f() { ./x.sh; }; f",
        "bash -c './x.sh | cat'",
        "bash -c './x.sh' | cat",
        "{ ./x.sh; } | cat",
    ],
)
def test_a_part_only(command: str) -> None:
    assert passed(command) is Passing.PART


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("./x.sh || exit 2", 2),
        ("[ -f x.sh ] && ./x.sh || exit 1", 1),
        ("bash -c './x.sh || exit 2'", 2),
        ("bash -c './x.sh' || exit 49", 49),
        ("bash -c './x.sh || exit 3' || exit 2", 2),
    ],
)
def test_one_code_for_all_failures(command: str, code: int) -> None:
    (found,) = (it for it in scripts(command, PLACES) if it.text.endswith("x.sh"))
    assert (found.passes, found.fails_with) == (Passing.ONE_CODE, code)
