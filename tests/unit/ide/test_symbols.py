"""The outline of files that are being typed: every entry has a name to show."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.ide.symbols import Symbol, outline
from hookwright.model.hook import Scope


@pytest.mark.parametrize(
    "text",
    [
        '{"hooks": {"',
        '{"hooks": {"": [{}]}}',
        '{"hooks": {" ": [{"matcher": "", "hooks": [{"type": "command", "command": ""}, {}]}]}}',
        '{"hooks": {"\\n": [{"matcher": " ", "hooks": [{"type": "", "command": "\\t"}, {"name": " "}]}]}}',
    ],
)
def test_nothing_is_without_a_name(text: str) -> None:
    found = list(_all(outline(read_hook_file(".claude/settings.json", text, by_id("claude-code"), Scope.PROJECT))))

    assert found
    assert [it for it in found if not it.name.strip()] == []
    assert all(it.span.start <= it.selection.start <= it.selection.end <= it.span.end for it in found)


def _all(symbols: tuple[Symbol, ...]) -> Iterator[Symbol]:
    for it in symbols:
        yield it
        yield from _all(it.children)
