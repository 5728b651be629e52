"""The rules that answers are held against do find what is wrong with some."""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.protocol import Text, faults

_TEXT = Text("file:///a.json", "{\n  😀\n}")


def _extent(*numbers: int) -> dict[str, Any]:
    line, character, end_line, end_character = numbers
    return {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }


def _symbol(**changes: object) -> dict[str, Any]:
    return {"name": "a", "kind": 1, "range": _extent(0, 0, 2, 1), "selectionRange": _extent(0, 0, 0, 1), **changes}


def _item(**changes: object) -> dict[str, Any]:
    edit = {"range": _extent(1, 2, 1, 4), "newText": "x"}
    return {"isIncomplete": False, "items": [{"label": "a", "textEdit": edit, **changes}]}


_GOOD: list[tuple[str, Any]] = [
    ("textDocument/documentSymbol", [_symbol(children=[_symbol(range=_extent(0, 0, 1, 0))])]),
    ("textDocument/completion", _item()),
    ("textDocument/semanticTokens/full", {"data": [0, 0, 1, 0, 0, 1, 2, 2, 0, 0]}),
    ("textDocument/hover", None),
    ("textDocument/formatting", [{"range": _extent(0, 0, 0, 1), "newText": ""}]),
]
_BAD: list[tuple[str, Any]] = [
    ("textDocument/documentSymbol", [_symbol(name="")]),
    ("textDocument/documentSymbol", [_symbol(name=" \n")]),
    ("textDocument/documentSymbol", [_symbol(range=_extent(0, 1, 0, 1))]),
    ("textDocument/documentSymbol", [_symbol(kind="event")]),
    ("textDocument/documentSymbol", [_symbol(range=_extent(0, 0, 0, 1), children=[_symbol()])]),
    ("textDocument/completion", _item(label="")),
    ("textDocument/completion", _item(textEdit={"range": _extent(0, 0, 1, 4), "newText": ""})),
    ("textDocument/completion", _item(textEdit={"range": _extent(1, 0, 1, 1), "newText": ""})),
    ("textDocument/semanticTokens/full", {"data": [1, 2, 3, 0, 0]}),
    ("textDocument/semanticTokens/full", {"data": [1, 2, 2, 0, 0, 0, 1, 1, 0, 0]}),
    ("textDocument/inlayHint", [{"position": {"line": 1, "character": 4}, "label": ""}]),
    ("textDocument/codeLens", [{"range": _extent(0, 0, 0, 1), "command": {"title": " ", "command": "x"}}]),
    ("textDocument/formatting", [{"range": _extent(0, 0, 1, 0), "newText": ""}] * 2),
    ("textDocument/formatting", [{"range": _extent(1, 0, 1, 5), "newText": ""}]),
    (
        "textDocument/diagnostic",
        {"kind": "full", "items": [{"range": _extent(0, 0, 0, 1), "message": "", "code": "1"}]},
    ),
    ("textDocument/foldingRange", [{"startLine": 2, "endLine": 1}]),
    ("textDocument/publishDiagnostics", {"uri": _TEXT.uri}),
]
_CURSOR = {"position": {"line": 1, "character": 4}}


@pytest.mark.parametrize(("method", "result"), _GOOD, ids=str)
def test_what_is_allowed_is_found_to_be(method: str, result: object) -> None:
    assert list(faults(_TEXT, method, _CURSOR, result)) == []


@pytest.mark.parametrize(("method", "result"), _BAD, ids=str)
def test_what_is_not_allowed_is_found(method: str, result: object) -> None:
    assert list(faults(_TEXT, method, _CURSOR, result))
