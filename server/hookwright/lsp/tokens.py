"""Semantic tokens as the protocol spells them: five numbers each, relative to the one before."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from hookwright.ide.command_tokens import Modifier, TokenType
from hookwright.ide.semantic_tokens import SemanticToken
from hookwright.lsp.token_legend import TOKEN_MODIFIERS, TOKEN_TYPES
from hookwright.text import LineIndex

_TYPES = {it: TOKEN_TYPES.index(it.value) for it in TokenType}
_MODIFIERS = {it: 1 << TOKEN_MODIFIERS.index(it.value) for it in Modifier}


def lsp_tokens(lines: LineIndex, tokens: Iterable[SemanticToken]) -> types.SemanticTokens:
    """The tokens, which stand in order, with lines and UTF-16 columns."""
    data: list[int] = []
    last_line, last_start = 0, 0
    for it in tokens:
        (line, start), (_, end) = lines.place(it.span.start), lines.place(it.span.end)
        column = start - last_start if line == last_line else start
        bits = _MODIFIERS[it.modifier] if it.modifier else 0
        data += (line - last_line, column, end - start, _TYPES[it.type], bits)
        last_line, last_start = line, start
    return types.SemanticTokens(data)
