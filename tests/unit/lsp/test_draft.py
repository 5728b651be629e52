"""A draft is the text that the client's changes make of it, one after the other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookwright.lsp.draft import Draft
from hookwright.syntax.mend import Change
from hookwright.text import LineIndex

PIECES = st.text(st.sampled_from("ab\n\r\u00e9\U0001f600"), max_size=5)


def _extent(first: tuple[int, int], last: tuple[int, int]) -> dict[str, Any]:
    return {
        "start": {"line": first[0], "character": first[1]},
        "end": {"line": last[0], "character": last[1]},
    }


@pytest.mark.parametrize(
    ("first", "last", "new", "expected"),
    [
        ((0, 1), (0, 2), "x", "ax\ncd\r\n"),
        ((1, 0), (1, 99), "", "ab\n\r\n"),
        ((0, 99), (0, 99), "x", "abx\ncd\r\n"),
        ((0, 2), (1, 0), "", "abcd\r\n"),
        ((0, 2), (0, 1), "x", "abx\ncd\r\n"),
        ((-1, 5), (-1, 5), "x", "xab\ncd\r\n"),
        ((1, -5), (1, -1), "x", "ab\nxcd\r\n"),
        ((9, 9), (9, 9), "x", "ab\ncd\r\nx"),
        ((1, 2), (1, 2), "\r", "ab\ncd\r\r\n"),
    ],
)
def test_one_change(first: tuple[int, int], last: tuple[int, int], new: str, expected: str) -> None:
    draft = Draft("ab\ncd\r\n")
    change = draft.edit(_extent(first, last), new)

    assert draft.text == expected
    assert "ab\ncd\r\n"[: change.start] + new + "ab\ncd\r\n"[change.end :] == expected
    assert change.by == len(expected) - len("ab\ncd\r\n")


@given(st.data())
def test_change_after_change(data: st.DataObject) -> None:
    text = before = data.draw(PIECES) + data.draw(PIECES)
    draft = Draft(text)
    whole: Change | None = None
    for _ in range(data.draw(st.integers(1, 6))):
        lines = LineIndex(text)
        line = st.integers(0, lines.count)
        first, last = sorted([(data.draw(line), data.draw(st.integers(0, 6))) for _ in range(2)])
        new = data.draw(PIECES)
        start = lines.offset(*first)
        end = max(start, lines.offset(*last))
        change = draft.edit(_extent(first, last), new)
        assert change == Change(start, end, len(new) - (end - start))
        whole = change if whole is None else whole.then(change)
        text = text[:start] + new + text[end:]
        if data.draw(st.booleans()):
            assert draft.text == text
    assert draft.text == text
    assert [draft.lines.line_text(it) for it in range(draft.lines.count)] == [
        LineIndex(text).line_text(it) for it in range(LineIndex(text).count)
    ]
    assert whole is not None
    assert text.startswith(before[: whole.start])
    assert text.endswith(before[whole.end :])
    assert len(text) == len(before) + whole.by
