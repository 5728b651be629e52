"""How texts and payloads are cut to size."""

from __future__ import annotations

from typing import Any

import pytest

from hookwright.engine.journal.cutting import Copier, cut


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        ("short", 10, "short"),
        ("exactly 10", 10, "exactly 10"),
        ("one two three", 10, "one two "),
        ("say ghp_0123456789", 10, "say "),
        ("a: b; ?!?!?!?!", 10, "a: b; ?!?!"),
    ],
)
def test_a_text_is_cut_between_words(text: str, size: int, expected: str) -> None:
    assert cut(text, size) == expected


def test_one_long_word_is_cut_too() -> None:
    assert cut("x" * 20_000) == "x" * (16 * 1024 - 4096)


def test_a_copy_is_the_same_and_its_own() -> None:
    value: dict[str, Any] = {"a": [1, 2.5, None, True, {"b": "c"}], "d": {}}
    copier = Copier(1000)
    copy = copier.copy(value)
    assert (copy, copier.has_cut) == (value, False)
    value["a"][4]["b"] = "changed"
    assert copy["a"][4] == {"b": "c"}


def test_what_finds_no_room_is_left_out_and_said_to_be() -> None:
    copier = Copier(60)
    copy = copier.copy({"first": "1234567890 abc", "second": "many words " * 100, "third": "never"})
    assert (copy["first"], copier.has_cut) == ("1234567890 abc", True)
    assert 0 < len(copy["second"]) < 30
    assert "third" not in copy


def test_many_small_values_fill_it_as_well() -> None:
    copier = Copier(1000)
    assert len(copier.copy([0] * 100_000)) < 1000
    assert copier.has_cut


def test_a_value_without_end_comes_to_one() -> None:
    deep: list[Any] = []
    deep.append(deep)
    copier = Copier(100_000)
    copier.copy(deep)
    assert copier.has_cut


def test_what_is_no_json_becomes_a_text() -> None:
    assert Copier(1000).copy({1: {2}}) == {"1": "{2}"}
