"""What a terminal or a page would obey is seen instead."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookwright.visible import visible, visible_json, visible_line

_HARMLESS = "plain `text`\twith tabs\nand lines, 日本語, نمی‌خواهم, 👩‍💻, ❤️, a\u00a0b, e\u0301"
_OBEYED = (
    "\x00\x07\x1b\r\x7f\x80\x85\x9b\x9d\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff\U000e0041"
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;title\x07", "␛]0;title␇"),
        ("a\rb\r\n", "a␍b␍\n"),
        ("\x9b2J\x7f", "⟨U+009B⟩2J␡"),
        ("rm \u202egpj.exe", "rm ⟨U+202E⟩gpj.exe"),
        ("a\ud800b\udc9b", "a⟨U+D800⟩b⟨U+DC9B⟩"),
        ("\U000e0041", "⟨U+E0041⟩"),
        (_HARMLESS, _HARMLESS),
    ],
)
def test_what_would_be_obeyed_is_seen(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_line_is_one_line() -> None:
    assert visible_line("a\n::error::b\tc\r\n") == "a␊::error::b␉c␍␊"


@given(st.text(st.one_of(st.characters(exclude_categories=[]), st.sampled_from(_OBEYED))))
def test_nothing_is_left_that_is_obeyed(text: str) -> None:
    for it in (visible(text), visible_line(text).replace("\n", "!")):
        assert not [c for c in it if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} and c not in "\n\t"]
        assert not set(it) & set(_OBEYED)
        assert visible(it) == it


@given(st.dictionaries(st.text(st.characters(exclude_categories=[])), st.text(st.sampled_from(_OBEYED + _HARMLESS))))
def test_json_keeps_its_values(value: dict[str, str]) -> None:
    text = visible_json(json.dumps(value, ensure_ascii=False, indent=2))
    assert json.loads(text) == json.loads(json.dumps(value))
    assert visible(text) == text
