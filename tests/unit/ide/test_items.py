from __future__ import annotations

import pytest

from hookwright.ide.completion.items import literal, without_tab_stops
from hookwright.ide.cursor_context import indent_unit


@pytest.mark.parametrize(
    ("snippet", "plain"),
    [
        ('"a": "$1"', '"a": ""'),
        ('"a": ${1:30}', '"a": 30'),
        ('"${1|command,prompt|}"', '"command"'),
        ("${1}x$0", "x"),
        ("\\$HOME \\} \\\\", "$HOME } \\"),
    ],
)
def test_a_snippet_for_a_client_without_snippets(snippet: str, plain: str) -> None:
    assert without_tab_stops(snippet) == plain


@pytest.mark.parametrize("text", ["$HOME", "a}b", "\\", "${1:x}", "$1", "plain"])
def test_literal_text_stays_what_it_is(text: str) -> None:
    assert without_tab_stops(literal(text)) == text


def test_the_indentation_is_the_files() -> None:
    assert indent_unit("{}") == "  "
    assert indent_unit('{\n    "a": {\n        "b": 1\n    }\n}') == "    "
    assert indent_unit('{\n\t"a": 1\n}') == "\t"
