"""What Markdown shows is exactly the text, whatever markup is in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hookwright.wording.display import code, escaped, fence, prose

_MARKDOWN = MarkdownIt("gfm-like", {"linkify": False})
_ODD = st.text(st.sampled_from("ab `*_~[]()<>|#!&\\\n-=+1.\x1b\u202e:/"), max_size=30)


def _tokens(page: str) -> list[tuple[str, str]]:
    """What the inline parts of a page are, with their texts."""
    return [(it.type, it.content) for block in _MARKDOWN.parse(page) for it in block.children or [block]]


@given(_ODD)
def test_a_sentence_is_text_and_code(text: str) -> None:
    kinds = {kind for kind, _ in _tokens(f"> {prose(f'x {text}')}")}
    assert kinds <= {"blockquote_open", "blockquote_close", "paragraph_open", "paragraph_close", "text", "code_inline"}


@given(_ODD)
def test_escaped_text_is_text(text: str) -> None:
    found = [it for it in _tokens(f"**x{escaped(text)}x**") if it[0] not in {"text", "paragraph_open"}]
    assert {kind for kind, _ in found} <= {"strong_open", "strong_close", "paragraph_close"}


@given(_ODD)
def test_code_is_code(text: str) -> None:
    inside = [it for it in _tokens(f"a {code(text)} b") if not it[0].startswith("paragraph")]
    assert [kind for kind, _ in inside] == ["text", "code_inline", "text"]


@given(_ODD)
def test_nothing_ends_a_fence(text: str) -> None:
    assert [it.type for it in _MARKDOWN.parse(fence(text))] == ["fence"]


@pytest.mark.parametrize(
    ("sentence", "markdown"),
    [
        ("`PreToolUse` is one", "`PreToolUse` is one"),
        ("no markup", "no markup"),
        ("one ` only", "one \\` only"),
        ("`a` and ` only", "`a` and \\` only"),
        ("`a``b`", "`a` `b`"),
        ("![x](https://x) `y`", "!\\[x\\](https://x) `y`"),
        ("`![x](https://x)", "\\`!\\[x\\](https://x)"),
    ],
)
def test_what_is_in_backticks_stays_code(sentence: str, markdown: str) -> None:
    assert prose(sentence) == markdown
