"""Completions are sent with what the client can do."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.lsp.wires import plain

from hookwright.ide.completion.items import Item, ItemKind
from hookwright.lsp.features.completion import completion_list
from hookwright.lsp.kinds import open_document
from hookwright.lsp.options import ClientAbilities, Options
from hookwright.text import Edit, Span

_TEXT = '{\n  "é\U0001f600": 1 "hooks": {"":\n}}'
_SNIPPET = Item(
    label='a"\ud800',
    kind=ItemKind.SNIPPET,
    text="a${1:b}\n",
    span=Span(6, 8),
    sort="007",
    filter='"a\u2028',
    detail="x\ty",
    about=("event", "Stop"),
    snippet=True,
    preselect=True,
    also=(Edit(Span(12, 12), ","),),
)
_PLAIN = Item(label="b", kind=ItemKind.KEY, text="$b", span=Span(0, 0), sort="008", filter="b")


def _written(*items: Item, path: str = "/project/.claude/settings.json", **client: Any) -> dict[str, Any]:
    options = Options(ClientAbilities(**client))
    found: dict[str, Any] = plain(completion_list(open_document(f"file://{path}", 1, _TEXT, options), items, options))
    return found


def test_an_item_has_all_that_it_needs() -> None:
    assert _written(_PLAIN, _SNIPPET, takes_snippets=True, resolves_documentation=True) == {
        "isIncomplete": False,
        "items": [
            {
                "label": "b",
                "kind": 10,
                "sortText": "!008",
                "textEdit": {"range": _range(0, 0, 0), "newText": "$b"},
            },
            {
                "label": 'a"\ud800',
                "kind": 15,
                "sortText": "!007",
                "filterText": '"a\u2028',
                "insertTextFormat": 2,
                "textEdit": {"range": _range(1, 4, 7), "newText": "a${1:b}\n"},
                "detail": "x\ty",
                "data": {"dialect": "claude-code", "about": ["event", "Stop"]},
                "preselect": True,
                "additionalTextEdits": [{"range": _range(1, 11, 11), "newText": ","}],
            },
        ],
    }


def test_they_stand_above_what_a_plain_json_service_proposes() -> None:
    # Editors compare its labels, quotes and all, with the texts that these are sorted by.
    (item,) = _written(_PLAIN)["items"]
    assert item["sortText"] < '"echo"'


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ('"Stop": [{"command": "$1"}]', True),
        ("{\n  $0\n}", True),
        ('"matcher": "${1}"', True),
        ('"matcher": "${1:*}", "command": "$2"', True),
        ('"type": "${1|command,prompt|}"', False),
        ('"timeout": ${1:5}', False),
        ("plain", False),
    ],
)
def test_suggestions_open_where_there_is_something_to_choose(text: str, opens: bool) -> None:
    item = Item(label="x", kind=ItemKind.KEY, text=text, span=Span(0, 0), sort="000", filter="x", snippet=True)
    (found,) = _written(item, takes_snippets=True, suggests=True)["items"]
    assert (found.get("command", {}).get("command") == "editor.action.triggerSuggest") == opens
    assert "command" not in _written(item, takes_snippets=True)["items"][0]
    assert "command" not in _written(item, suggests=True)["items"][0]


def test_clients_without_snippets_get_plain_text() -> None:
    (item,) = _written(_SNIPPET)["items"]
    assert "insertTextFormat" not in item
    assert item["textEdit"]["newText"] == "ab\n"


@pytest.mark.parametrize("about", [("event", "Stop"), ("event", "Nobody")])
def test_documentation_comes_at_once_where_nobody_asks_for_it(about: tuple[str, ...]) -> None:
    item = Item(label="x", kind=ItemKind.KEY, text="x", span=Span(0, 0), sort="000", filter="x", about=about)
    (found,) = _written(item)["items"]
    assert ("documentation" in found) == (about == ("event", "Stop"))
    assert "data" not in found


def test_what_is_no_hook_file_has_no_documentation() -> None:
    (item,) = _written(_SNIPPET, path="/project/hookwright.json", resolves_documentation=True)["items"]
    assert "data" not in item


def _range(line: int, start: int, end: int) -> dict[str, Any]:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
