"""Single commands inside a shell command."""

from __future__ import annotations

import time

import pytest

from hookwright.shell.single_commands import single_commands


@pytest.mark.parametrize(
    ("command", "singles"),
    [
        ("git push", ["git push"]),
        ("cd x && FOO='a b' git push; ls", ["cd x", "git push", "ls"]),
        ("echo 'a; b' | cat", ["echo 'a; b'", "cat"]),
        ('echo "it\'s; fine"', ['echo "it\'s; fine"']),
        ("make 2>&1 | tee log", ["make 2>&1", "tee log"]),
        ('echo "$(rm -rf x)"', ['echo "$(rm -rf x)"', "rm -rf x"]),
        ("echo `rm x`", ["echo `rm x`", "rm x"]),
        ("(git push)", ["git push"]),
        ("A=1", ["A=1"]),
        ("A=$(ls x)", ["A=$(ls x)", "ls x"]),
        ("if ! a; then b c; else d; fi >e", ["a", "b c", "d"]),
        ("for x in y; do case $x in z) a;; esac; done", ["a"]),
        ("f() { a; }; [[ $x =~ (b|c) ]]", ["a", "[[ $x =~ (b|c) ]]"]),
        ("docker ps --format {{.ID}}", ["docker ps --format {{.ID}}"]),
        ("ls | xargs -n 1 git add >log", ["ls", "xargs -n 1 git add >log", "git add >log"]),
        ("echo 'open", []),
        ("echo $(ls", []),
        ("echo `ls", []),
        ("a )", []),
    ],
)
def test_tells_single_commands_apart(command: str, singles: list[str]) -> None:
    found = single_commands(command)
    assert found is not None
    assert list(found) == singles


@pytest.mark.parametrize("command", ["cat <<END\nx\nEND", "{ " * 200 + "a" + "; }" * 200, "a" * 200_001])
def test_says_what_is_too_complex(command: str) -> None:
    assert single_commands(command) is None


@pytest.mark.parametrize("command", ["$(" * 50_000 + ")" * 50_000, "a=1 " * 50_000, '"' * 100_001, "``" * 50_000])
def test_is_never_slow(command: str) -> None:
    began = time.process_time()
    single_commands(command)
    assert time.process_time() - began < 5
