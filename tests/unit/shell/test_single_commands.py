"""Single commands inside a shell command."""

from __future__ import annotations

import time

import pytest

from hookwright.shell.single_commands import Singles, single_commands


@pytest.mark.parametrize(
    ("command", "singles"),
    [
        ("git push", ["git push"]),
        ("cd x && FOO='a b' git push; ls", ["cd x", "git push", "ls"]),
        ("echo 'a; b' | cat", ["echo a; b", "cat"]),
        ("'git'  pu\"sh\" \\; x", ["git push ; x"]),
        ("make 2>&1 | tee log >f", ["make", "tee log"]),
        ("(git push)", ["git push"]),
        ("time git push; ! ls; coproc a", ["time git push", "ls", "coproc a"]),
        ("A=1", []),
        ("A=$(ls x) b", ["b", "ls x"]),
        ('X=git; $X push; echo "$X"', ["git push", "echo git"]),
        ("for x in $(ls y); do a; done", ["ls y", "a"]),
        ("if ! a; then b c; else d; fi", ["a", "b c", "d"]),
        ("[ -f x ] && [[ a == b ]]", ["[[ -f x", "[[ a == b"]),
        ("docker ps --format {{.ID}}", ["docker ps --format {{.ID}}"]),
        ("ls | xargs git add >log", ["ls", "xargs git add", "git add"]),
        ("ls | xargs -n 1 git add", ["ls", "xargs -n 1 git add"]),
        ("cat > f <<'E'\nx\nE\nls", ["cat", "ls"]),
        ("git commit -m \"$(cat <<'E'\nfix\nE\n)\"", ["git commit -m fix\n"]),
        ('echo "a $(git push) c"', ["echo a … c", "git push"]),
        ("echo 'open", ["echo 'open"]),
    ],
)
def test_tells_single_commands_apart(command: str, singles: list[str]) -> None:
    assert single_commands(command) == Singles(tuple(singles))


@pytest.mark.parametrize(
    ("command", "singles"),
    [
        ("rm -rf $X", ["rm -rf"]),
        ("echo $(rm x) b", ["echo b", "rm x"]),
        ("echo `rm x`", ["echo", "rm x"]),
        ('echo "$(rm -rf x)"', ["echo", "rm -rf x"]),
    ],
)
def test_says_where_arguments_are_not_known(command: str, singles: list[str]) -> None:
    assert single_commands(command) == Singles(tuple(singles), unsure=True)


@pytest.mark.parametrize(
    "command",
    [
        "cat <<END\nx\nEND",
        "cat <<'END' | ls\nx\nEND",
        "{ " * 200 + "a" + "; }" * 200,
        "a" * 10_001,
        "f() { a; }; f",
        "case x in a) b;; esac",
        "diff <(ls) x",
        "echo ${X:-a}",
        'echo "$X"',
        "echo a$X",
        "echo $X; ls",
        "! ls $X",
        "timeout 5 ls $X",
        "$X push",
        "$(echo git) push",
        "echo $'a'",
        "echo {a,b}",
        "echo a\\ b",
        "ls > $X",
        "while a; do b; done < f",
        "[[ -n $X ]]",
        "A=1 B=2",
        "A=(a b)",
        "A=~/x ls",
        "A=1 echo $A",
        "git\xa0push",
        "echo a\\\n&& ls",
        "echo $(ls",
        "echo `ls",
        "a )",
        "ls &&",
    ],
)
def test_says_what_is_too_complex(command: str) -> None:
    assert single_commands(command) is None


@pytest.mark.parametrize("command", ["$(" * 50_000 + ")" * 50_000, "a=1 " * 50_000, '"' * 100_001, "``" * 50_000])
def test_is_never_slow(command: str) -> None:
    began = time.process_time()
    single_commands(command)
    assert time.process_time() - began < 5
