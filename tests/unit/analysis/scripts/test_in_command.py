"""Tests of `hookwright.analysis.scripts.in_command`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookwright.analysis.scripts.in_command import argument_script, scripts
from hookwright.analysis.scripts.interpreters import ScriptWord, Way
from hookwright.analysis.scripts.words import Places

PLACES = Places("/place", {"HOME": "/home/sam", "ROOT": "/place"})
IN_GIT = Places("/top/place", {"ROOT": "/top/place"}, repository="/top", unset=frozenset({"OTHERS_ROOT"}))


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
        ("ROOT=/x; $ROOT/a.sh", [("$ROOT/a.sh", "/x/a.sh")]),
        ("ROOT+=/x; $ROOT/a.sh; read ROOT", []),
        ("if x; then ROOT=/x; fi; $ROOT/a.sh", []),
        ("x || ROOT=/x; $ROOT/a.sh", []),
        ("f() { ROOT=/x; }; $ROOT/a.sh", []),
        ("(ROOT=/x); $ROOT/a.sh", []),
        ("for ROOT in /x; do $ROOT/a.sh; done", []),
        ("ROOT=/x $ROOT/a.sh", []),
        ('D=$ROOT/sub; export E="$D/more"; $E/a.sh', [("$E/a.sh", "/place/sub/more/a.sh")]),
        ("cd $ROOT && cd sub && ./a.sh; ./b.sh", [("./a.sh", "/place/sub/a.sh"), ("./b.sh", None)]),
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


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ('"$(git rev-parse --show-toplevel)/a.sh"', "/top/a.sh"),
        ("bash $(git rev-parse --show-toplevel 2>/dev/null)/a.sh", "/top/a.sh"),
        ('"$(git -C . rev-parse --show-toplevel)"/a.sh', "/top/a.sh"),
        ('"`git rev-parse --show-toplevel`/a.sh"', "/top/a.sh"),
        ('"$(git rev-parse --show-toplevel 2>/dev/null || pwd)/a.sh"', "/top/a.sh"),
        ('"$(git rev-parse --show-toplevel || echo .)/a.sh"', "/top/a.sh"),
        ('"${ROOT:-$(git rev-parse --show-toplevel)}/a.sh"', "/top/place/a.sh"),
        ('"${OTHERS_ROOT:-$(git rev-parse --show-toplevel)}/a.sh"', "/top/a.sh"),
        ('"${OTHERS_ROOT:-.}/a.sh"', "/top/place/a.sh"),
        ('root=$(git rev-parse --show-toplevel); "$root/a.sh"', "/top/a.sh"),
        ('root="$(git rev-parse --show-toplevel)" && "$root"/a.sh', "/top/a.sh"),
        ('cd "$(git rev-parse --show-toplevel)" && ./a.sh', "/top/a.sh"),
        ('r=$(git rev-parse --show-toplevel) && cd "$r" && ./a.sh', "/top/a.sh"),
        ('"$(cd sub && pwd)/a.sh"', "/top/place/sub/a.sh"),
        ('"$(dirname "$ROOT")/a.sh"', "/top/a.sh"),
        ('bash "$(pwd)/a.sh"', "/top/place/a.sh"),
        ("bash -c '$ROOT/a.sh'", "/top/place/a.sh"),
        ('bash -lc "cd sub && ./a.sh"', "/top/place/sub/a.sh"),
        ('sh -c "$ROOT/a.sh"', "/top/place/a.sh"),
        ("sudo -u me bash -eo pipefail -c './a.sh'", "/top/place/a.sh"),
        ("cd sub; bash -c 'sh -c ./a.sh'", "/top/place/sub/a.sh"),
    ],
)
def test_roots_and_texts_for_another_shell(command: str, path: str) -> None:
    (ref,) = scripts(command, IN_GIT)
    assert (ref.path, ref.doubtful, ref.optional) == (path, False, False)
    assert command[ref.start : ref.end].strip("\"'").endswith("a.sh")


@pytest.mark.parametrize(
    "command",
    [
        '"$(git rev-parse --git-dir)/a.sh"',
        '"$(cd /elsewhere && git rev-parse --show-toplevel)/a.sh"',
        '"$(git rev-parse --show-toplevel | head -1)/a.sh"',
        '"$(x && git rev-parse --show-toplevel)/a.sh"',
        "d=sub; bash -c '$d/a.sh'",
        'bash -c "$MORE/a.sh"',
        "bash -c '$0/a.sh' x",
    ],
)
def test_what_only_a_run_can_tell(command: str) -> None:
    assert [it.path for it in scripts(command, IN_GIT) if it.path is not None] == []


@pytest.mark.parametrize(
    "command",
    [
        '"${MORE:-.}/a.sh"',
        'cd "${MORE:-sub}" && ./a.sh',
        "D=${MORE:-sub}; $D/a.sh",
        "npm run build && node a.js",
        "git clone x && sub/a.sh",
    ],
)
def test_paths_that_may_be_others_are_doubtful(command: str) -> None:
    assert [(it.doubtful, it.path is None) for it in scripts(command, IN_GIT)] == [(True, False)]


def test_doubts_are_about_the_path_of_the_script() -> None:
    refs = scripts('./a.sh "${MORE:-x}"; bash -c "./b.sh"', IN_GIT)
    assert [it.doubtful for it in refs] == [False, False]


def test_a_guess_of_the_repository_is_doubtful() -> None:
    guess = Places("/place", {}, repository="/place", guess=True)
    (ref, other) = scripts('"$(git rev-parse --show-toplevel)/a.sh"; ./b.sh', guess)
    assert (ref.path, ref.doubtful, other.doubtful) == ("/place/a.sh", True, False)


def test_what_may_fail_may_be_missing_inside_of_a_text_too() -> None:
    refs = scripts("bash -c './a.sh' || true; bash -c '[ -f b.sh ] && ./b.sh'", PLACES)
    assert [it.optional for it in refs] == [True, True]


def test_the_folder_may_be_unknown() -> None:
    refs = scripts("./a.sh; ~/b.sh; bash $PWD/c.sh", Places(None, {"HOME": "/home/sam"}))
    assert [it.path for it in refs] == [None, "/home/sam/b.sh"]


def test_a_command_without_a_shell() -> None:
    assert argument_script(["python3", "${ROOT}/a b.py"], PLACES) == (
        ScriptWord(1, Way.INTERPRETER, "python"),
        "/place/a b.py",
    )
    assert argument_script(["$ROOT/a.sh"], PLACES) == (ScriptWord(0, Way.DIRECT), None)
    assert argument_script(["~/a.sh"], PLACES) == (ScriptWord(0, Way.DIRECT), None)
    assert argument_script(["git", "./a.sh"], PLACES) is None


WORDS = [
    *("cd", "./a.sh", "(", ")", ";", "&&", "bash", "[", "-f", "]", "if", "fi", "||", "$X", "'"),
    *("-c", "X=", "${X:-", "}", "$(", "git", "rev-parse", "--show-toplevel", "`", "export"),
]


@given(st.lists(st.sampled_from(WORDS)))
@pytest.mark.sweep
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
