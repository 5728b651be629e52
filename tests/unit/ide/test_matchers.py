from __future__ import annotations

import pytest

from hookwright.ide.cursor_context import token_at, variable_at
from hookwright.ide.matchers import name_tokens
from hookwright.model.language import Language, Pattern

REGEX = Language(doc="")
COMMAS = Language(doc="", separators="|,", pattern=Pattern.NONE)


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        (REGEX, "", [""]),
        (REGEX, "Edit|Write", ["Edit", "Write"]),
        (REGEX, "^(Edit|Write)$", ["", "", "Edit", "Write", "", ""]),
        (REGEX, "Edit | ", ["Edit", ""]),
        (COMMAS, "Edit, Write|x", ["Edit", "Write", "x"]),
        (COMMAS, "Edit(x)", ["Edit(x)"]),
    ],
)
def test_names_between_separators(language: Language, text: str, found: list[str]) -> None:
    tokens = name_tokens(language, text)
    assert [it.text for it in tokens] == found
    assert all(text[it.start : it.end] == it.text for it in tokens)


def test_the_name_at_a_place() -> None:
    tokens = name_tokens(REGEX, "Edit|Write|")
    assert [token_at(tokens, index).text for index in (0, 4, 5, 10, 11)] == ["Edit", "Edit", "Write", "Write", ""]
    assert token_at(tokens, 11).start == 11


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("echo $‸", "$"),
        ("echo $HO‸ME/x", "$HOME"),
        ("echo ${‸", "${"),
        ("echo ${HO‸ME}", "${HOME}"),
        ("echo ‸$HOME", None),
        ("echo \\$HO‸ME", None),
        ("echo \\\\$HO‸ME", "$HOME"),
        ("echo HO‸ME", None),
        ("$A$B‸", "$B"),
    ],
)
def test_the_variable_at_a_place(text: str, found: str | None) -> None:
    token = variable_at(text.replace("‸", ""), text.index("‸"))
    assert (token.text if token else None) == found
