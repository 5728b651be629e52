"""What the entries of an outline are in the protocol."""

from __future__ import annotations

from hookwright.ide.symbols import SymbolKind

SYMBOL_KINDS = {SymbolKind.EVENT: 24, SymbolKind.GROUP: 3, SymbolKind.HOOK: 12}
"""Event, namespace and function are what the protocol has for them."""
