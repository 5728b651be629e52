"""Tests of `hookwright.shell.words`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookwright.shell.words import HOME, Operator, Word, shell_words

VALUES = {HOME: "/home/sam", "ROOT": "/place"}


def expanded(command: str) -> list[str | None]:
    return [it.expand(VALUES.get) for it in shell_words(command) if isinstance(it, Word)]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("a 'b c' d", ["a", "b c", "d"]),
        ("a\"b c\"'d'", ["ab cd"]),
        (r"a\ b \$c", ["a b", "$c"]),
        (r'"a\"b\n\$"', [r"a\"b\n$".replace(r"\"", '"')]),
        ("a\\\n b", ["a", "b"]),
        ('"$ROOT"/x ${ROOT}/y ${ROOT:-.}/z', ["/place/x", "/place/y", "/place/z"]),
        ("~/x ~ a~", ["/home/sam/x", "/home/sam", "a~"]),
        ("5$ '$ROOT'", ["5$", "$ROOT"]),
        ("a # b c\nd", ["a", "d"]),
        ("a#b", ["a#b"]),
        ("''", [""]),
    ],
)
def test_what_words_come_to(command: str, words: list[str]) -> None:
    assert expanded(command) == words


@pytest.mark.parametrize(
    "word",
    [
        "$OTHER", "$(pwd)/x", "`pwd`/x", '"$(echo ")")"', "*.sh", "a{b,c}", "~sam/x", "$1", "${ROOT%/*}", "$'a\\'b'",
        ".a\\b", "'open", '"open', "'{{ROOT}}/x'", "<(ls x)",
    ],
)  # fmt: skip
def test_what_only_a_shell_can_tell(word: str) -> None:
    assert expanded(f"{word} end")[0] is None


def test_a_substitution_is_one_word() -> None:
    assert [it.raw for it in shell_words("a$(b 'c)' (d)) \"`e f`\" ${g:-h i} j") if isinstance(it, Word)] == [
        "a$(b 'c)' (d))",
        '"`e f`"',
        "${g:-h i}",
        "j",
    ]


def test_operators_and_redirections() -> None:
    found = [it for it in shell_words("a && b 2>&1 >x | c; (d) &") if isinstance(it, Operator)]
    assert [(it.text, it.redirects) for it in found] == [
        ("&&", False),
        (">&", True),
        (">", True),
        ("|", False),
        (";", False),
        ("(", False),
        (")", False),
        ("&", False),
    ]


def test_bodies_of_here_documents_are_left_out() -> None:
    command = "cat <<'A' <<-B\none\nA\n\ttwo\n\tB\nthree <<< four"
    assert expanded(command) == ["cat", "A", "B", "three", "four"]


def test_the_operators_of_a_test_are_none() -> None:
    command = "[[ $X =~ ^(a|b)$ && $Y < 3 ]] && z"
    assert [it.text for it in shell_words(command) if isinstance(it, Operator)] == ["&&"]


@given(st.text(alphabet=" \t\n\\'\"$`(){}[]<>|&;#~*=ab1-/"))
def test_any_text_is_read_and_words_stand_where_they_say(command: str) -> None:
    end = 0
    for it in shell_words(command):
        if isinstance(it, Word):
            assert end <= it.start < it.end
            assert command[it.start : it.end] == it.raw
            end = it.end
