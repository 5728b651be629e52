"""Tests of `hookwright.shell.nested`."""

from __future__ import annotations

import pytest

from hookwright.shell.nested import NestedText, code_index, nested_text
from hookwright.shell.parse import read_shell


def nested(text: str) -> NestedText | None:
    return nested_text(read_shell(text).commands[0])


@pytest.mark.parametrize(
    ("text", "inner", "exact"),
    [
        ("bash -c 'a b'", "a b", True),
        ('sh -lc "a b"', "a b", True),
        ("/bin/zsh -c -l a", "a", True),
        ("bash -o pipefail -ec 'a'", "a", True),
        ("bash -eo pipefail -c 'a'", "a", True),
        ("sudo -u me timeout 5 bash -c 'a'", "a", True),
        ('bash -c "a \\"$\\""', 'a "$"', False),
        ("bash -c 'a '\\''b'", "a 'b", False),
        ("bash -c -- 'a'", "a", True),
    ],
)
def test_the_text_for_another_shell(text: str, inner: str, exact: bool) -> None:
    found = nested(text)
    assert found is not None
    assert (found.text, found.is_exact) == (inner, exact)
    assert len(found.places) == len(inner) + 1
    if exact:
        start, end = found.span(0, len(inner))
        assert text[start:end] == inner


@pytest.mark.parametrize(
    "text",
    [
        "bash a.sh -c x",
        "python -c 'a'",
        "bash -s",
        "bash -c",
        'bash -c "$X"',
        "bash -c $'a'",
        "bash -c 'a",
        "xargs bash -c 'a'",
        "[[ -c x ]]",
        "flock x -c 'a'",
    ],
)
def test_no_text_that_is_known(text: str) -> None:
    assert nested(text) is None


def test_what_may_be_written_into_it() -> None:
    single, double = nested("bash -c 'a'"), nested('bash -c "a"')
    assert single is not None
    assert double is not None
    assert [single.can_hold('"$X"'), single.can_hold("'x'"), double.can_hold("x")] == [True, False, False]


def test_words_without_a_shell() -> None:
    assert code_index(["bash", "-c", "a", "b"]) == 2
    assert code_index(["bash", None, "-c", "a"]) is None
    assert code_index([]) is None
