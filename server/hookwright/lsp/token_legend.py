"""The types and modifiers of semantic tokens, in the order of the numbers that the client is sent."""

from __future__ import annotations

TOKEN_TYPES = (
    *("event", "class", "enumMember", "function", "namespace", "variable", "parameter", "keyword", "operator"),
    *("string", "number", "comment", "regexp"),
)
TOKEN_MODIFIERS = ("defaultLibrary", "deprecated", "modification")
