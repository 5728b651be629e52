"""Tests of `hookwright.analysis.scripts.in_command`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookwright.analysis.scripts.in_command import Places, argument_script, scripts
from hookwright.analysis.scripts.interpreters import Way

PLACES = Places("/place", {"HOME": "/home/sam", "ROOT": "/place"})


def found(command: str) -> list[tuple[str, str | None]]:
    return [(it.text, it.path) for it in scripts(command, PLACES) if not it.optional]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("./a.sh && bash b.sh", [("./a.sh", "/place/a.sh"), ("b.sh", "/place/b.sh")]),
        ('"$ROOT"/../a.sh', [('"$ROOT"/../a.sh', "/a.sh")]),
        ("~/a.sh", [("~/a.sh", "/home/sam/a.sh")]),
        ("cd sub; cd deeper && ./a.sh", [("./a.sh", "/place/sub/deeper/a.sh")]),
        ("mkdir sub && cd sub; ./a.sh", [("./a.sh", None)]),
        ("cd sub && ./a.sh", [("./a.sh", "/place/sub/a.sh")]),
        ("cd $ROOT/sub || exit; ./a.sh", [("./a.sh", "/place/sub/a.sh")]),
        ("(cd sub; ./a.sh); ./a.sh", [("./a.sh", "/place/sub/a.sh"), ("./a.sh", "/place/a.sh")]),
        ("cd $OTHER; ./a.sh; /b.sh", [("./a.sh", None), ("/b.sh", "/b.sh")]),
        ("if x; then y; cd sub; fi; ./a.sh", [("./a.sh", None)]),
        ("if x; then y; fi; cd sub; ./a.sh", [("./a.sh", "/place/sub/a.sh")]),
        ("cd sub; bash $PWD/a.sh", [("$PWD/a.sh", "/place/sub/a.sh")]),
        ("ROOT=/x; $ROOT/a.sh", []),
        ("python C:/a.py; deno run https://x/a.ts", [("C:/a.py", None), ("https://x/a.ts", None)]),
        ("./a.sh || exit 2", [("./a.sh", "/place/a.sh")]),
        ("[ -n x ] && ./a.sh", [("./a.sh", "/place/a.sh")]),
    ],
)
def test_scripts_and_their_paths(command: str, expected: list[tuple[str, str | None]]) -> None:
    assert found(command) == expected


@pytest.mark.parametrize(
    "command",
    [
        "[ -f a.sh ] && bash ./a.sh",
        "[ ! -x $ROOT/a.sh ] || ./a.sh",
        "[[ -d sub ]] && ./sub/a.sh",
        "if test -r a.sh; then sh a.sh; fi",
        "cat > a.sh; bash a.sh",
        "cp b a.sh && bash a.sh",
        "./a.sh || true",
        "bash a.sh 2>/dev/null || :",
        "./a.sh || exit 0",
    ],
)
def test_scripts_that_need_not_be_there(command: str) -> None:
    refs = scripts(command, PLACES)
    assert [it.optional for it in refs] == [True]


def test_the_folder_may_be_unknown() -> None:
    refs = scripts("./a.sh; ~/b.sh; bash $PWD/c.sh", Places(None, {"HOME": "/home/sam"}))
    assert [it.path for it in refs] == [None, "/home/sam/b.sh"]


def test_a_command_without_a_shell() -> None:
    assert argument_script(["python3", "${ROOT}/a b.py"], PLACES) == (1, Way.INTERPRETER, "/place/a b.py")
    assert argument_script(["$ROOT/a.sh"], PLACES) == (0, Way.DIRECT, None)
    assert argument_script(["~/a.sh"], PLACES) == (0, Way.DIRECT, None)
    assert argument_script(["git", "./a.sh"], PLACES) is None


@given(
    st.lists(
        st.sampled_from(["cd", "./a.sh", "(", ")", ";", "&&", "bash", "[", "-f", "]", "if", "fi", "||", "$X", "'"])
    )
)
def test_any_command_is_read(words: list[str]) -> None:
    command = " ".join(words)
    for it in scripts(command, PLACES):
        assert command[it.start : it.end] == it.text


@pytest.mark.parametrize("length", [1, 300])
def test_a_command_is_looked_at_once_for_each_folder_and_variables(length: int) -> None:
    command = "; ".join(["./a.sh"] * length)
    once, again = scripts(command, PLACES), scripts("".join(list(command)), PLACES)

    assert once is again
    assert len(once) == length
    assert {it.path for it in scripts(command, Places("/other", PLACES.variables))} == {"/other/a.sh"}
    assert {it.path for it in scripts(f"cd $ROOT; {command}", Places("/", {"ROOT": "/a"}))} == {"/a/a.sh"}
    assert {it.path for it in scripts(f"cd $ROOT; {command}", Places("/", {"ROOT": "/b"}))} == {"/b/a.sh"}
