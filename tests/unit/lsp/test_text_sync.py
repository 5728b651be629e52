"""A document's text is, after any changes, the one that the client has."""

from __future__ import annotations

import pytest
from lsprotocol import types

from hookwright.lsp.transport.protocol import whole_text


def partial(start: tuple[int, int], end: tuple[int, int], text: str) -> types.TextDocumentContentChangePartial:
    return types.TextDocumentContentChangePartial(types.Range(types.Position(*start), types.Position(*end)), text)


@pytest.mark.parametrize(
    ("text", "change", "after"),
    [
        ("a\r\nb\rc\n", partial((1, 0), (2, 1), "x"), "a\r\nx\n"),
        ("😀 one", partial((0, 3), (0, 6), "two"), "😀 two"),
        # Neither ends a line in the protocol.
        ("{\u2028 \f \x85}\n[1]", partial((1, 1), (1, 2), "2"), "{\u2028 \f \x85}\n[2]"),
        ("{}", partial((7, 0), (9, 9), "!"), "{}!"),
        ("{}", partial((0, 1), (0, 0), "!"), "{!}"),
        ("{}", types.TextDocumentContentChangeWholeDocument("[]"), "[]"),
    ],
)
def test_what_comes_of_a_change(text: str, change: types.TextDocumentContentChangeEvent, after: str) -> None:
    assert whole_text(text, change) == after
