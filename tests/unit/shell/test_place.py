"""Where a place is in a command: held against what a shell makes of the same text."""

from __future__ import annotations

import subprocess

import pytest

from hookwright.shell.place import CommandPlace, command_place, decoded

_HARD = (
    "a=1 if x \"y $(cd b && echo \"q\\\"r\" 'x') z\" 's'\\''t' >out <<'END' | w & { v; } # c\n"
    'body "\'\nEND\nlast ${x:-"y z"} `b` \\'
)


def place(text: str) -> CommandPlace | None:
    return command_place(text.replace("‸", ""), text.index("‸"))


@pytest.mark.parametrize(
    ("text", "before", "typed", "quote"),
    [
        ("‸", [], "", ""),
        ("bash a‸b", ["bash"], "a", ""),
        ("x=1 y && bash -x 'a b' ‸", ["bash", "-x", "a b"], "", ""),
        ("if bash ‸", ["bash"], "", ""),
        ("echo 'it'\\''s ‸", ["echo"], "it's ", "'"),
        ('echo "$(cat ‸', ["cat"], "", ""),
        ('echo "$(cat x) ‸', ["echo"], "$ ", '"'),
        ("a | b; c\nd ‸", ["d"], "", ""),
        ("cat <<END\nx y\nEND\nbash ‸", ["bash"], "", ""),
        ("a > b ‸", ["a"], "", ""),
        ("a 2>b ‸", ["a"], "", ""),
        ("echo `cat ‸", ["cat"], "", ""),
        ("echo `cat a` ‸", ["echo", "`cat a`"], "", ""),
        ("if a; then fi ‸", ["fi"], "", ""),
        ("[[ a == ‸", ["[[", "a", "=="], "", ""),
        ("(a; b) && case $x in y) bash ‸", ["bash"], "", ""),
    ],
)
def test_the_words_before_a_place(text: str, before: list[str], typed: str, quote: str) -> None:
    found = place(text)
    assert found is not None
    assert (found.before, found.typed, found.quote) == (before, typed, quote)


@pytest.mark.parametrize("text", ["a # b‸", "cat <<END\nx‸", "cat <<'END'\n‸\nEND\n", "#‸"])
def test_no_place_in_what_is_no_command(text: str) -> None:
    assert place(text) is None


@pytest.mark.parametrize(
    ("text", "entered"),
    [("a && b ‸", None), ("cd x && b ‸", "x"), ("cd x; cd y; b ‸", ""), ("cd && b ‸", ""), ("cd x ‸", None)],
)
def test_the_folder_that_a_command_has_entered(text: str, entered: str | None) -> None:
    found = place(text)
    assert found is not None
    assert found.entered == entered


@pytest.mark.sweep
def test_every_place_of_a_hard_text_has_an_answer() -> None:
    for length in range(len(_HARD) + 1):
        for index in range(length + 1):
            found = command_place(_HARD[:length], index)
            assert found is None or 0 <= found.start <= index


@pytest.mark.parametrize("quote", ["'", '"'])
def test_what_is_written_is_what_a_shell_reads(quote: str) -> None:
    text = "a 'b' \"c\" $d `e` \\\\ f"
    found = place(f"echo {quote}‸")
    assert found is not None
    command = f"printf %s {quote}{found.written(text)}{quote}"
    assert subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout == text
    word = decoded(command, len("printf %s "))
    assert word.text == text
    assert len(word.places) == len(text) + 1
    assert command[word.places[-1]] == quote


def test_what_is_written_without_quotes_gets_some_where_it_needs_them() -> None:
    found = place("bash ‸")
    assert found is not None
    assert found.written(".claude/a-b_c.sh") == ".claude/a-b_c.sh"
    assert found.written("a b's.sh") == "'a b'\\''s.sh'"
