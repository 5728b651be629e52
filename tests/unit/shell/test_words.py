"""What the words of a command come to, and what is between them."""

from __future__ import annotations

import pytest

from hookwright.shell.parse import read_shell
from hookwright.shell.tree import HOME, MarkKind

VALUES = {HOME: "/home/sam", "ROOT": "/place"}


def expanded(command: str) -> list[str | None]:
    return [it.expand(VALUES.get) for one in read_shell(command).sequence for it in one.words]


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
    (found,) = read_shell("a$(b 'c)' (d)) \"`e f`\" ${g:-h i} j").sequence
    assert [it.text for it in found.words] == ["a$(b 'c)' (d))", '"`e f`"', "${g:-h i}", "j"]


def test_operators() -> None:
    text = "a && b 2>&1 >x | c; (d) & # e"
    assert [text[it.start : it.end] for it in read_shell(text).marks if it.kind is not MarkKind.COMMENT] == [
        *("&&", "2>&", ">", "|", ";", "(", ")", "&")
    ]


def test_bodies_of_heredocs_are_no_words() -> None:
    text = "cat <<'A' <<-B\none\nA\n\ttwo\n\tB\nthree <<< four"
    assert expanded(text) == ["cat", "three"]
    assert [it.text for one in read_shell(text).sequence for it in one.redirections] == ["one\n", "\ttwo\n", "four"]


def test_a_test_is_one_command() -> None:
    found = read_shell("[[ $X =~ ^(a|b)$ && $Y < 3 ]] && z").sequence
    assert [[it.text for it in one.words] for one in found] == [
        ["[[", "$X", "=~", "^(a|b)$", "$Y", "3", "]]"],
        ["z"],
    ]
