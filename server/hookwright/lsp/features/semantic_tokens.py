"""`textDocument/semanticTokens`: what the pieces of commands and matchers are."""

from __future__ import annotations

from lsprotocol import types

from hookwright.ide.semantic_tokens import semantic_tokens
from hookwright.lsp.convert import span_of
from hookwright.lsp.services import Services
from hookwright.lsp.tokens import lsp_tokens

# Of longer texts clients get what they show.
_LONGEST = 256 * 1024


def semantic_tokens_full(services: Services, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """All tokens; nothing for files that hold no hooks, or are very long."""
    document = services.document(params.text_document)
    if document is None or document.file is None or len(document.text) > _LONGEST:
        return None
    return lsp_tokens(document.lines, semantic_tokens(document.file))


def semantic_tokens_range(services: Services, params: types.SemanticTokensRangeParams) -> types.SemanticTokens | None:
    """The tokens of the strings in the range; nothing for files that hold no hooks."""
    document = services.document(params.text_document)
    if document is None or document.file is None:
        return None
    return lsp_tokens(document.lines, semantic_tokens(document.file, span_of(document.lines, params.range)))
