"""`textDocument/formatting` and `rangeFormatting`: a hook file, or its settings, laid out anew."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from hookwright.ide.formatting import Style, edits_within, format_edits, style_of
from hookwright.lsp.convert import span_of, text_edits
from hookwright.lsp.services import Services
from hookwright.lsp.session import Session
from hookwright.syntax.tree import Tree


async def formatting(services: Services, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """The edits; none if the text is broken, or its dialect was guessed."""
    tree = _tree(services.session, params.text_document)
    if tree is None:
        return []
    return text_edits(tree.lines, await asyncio.to_thread(format_edits, tree, _style(params.options)))


async def range_formatting(services: Services, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    """The edits that lie in the range; none if the text is broken, or its dialect was guessed."""
    tree = _tree(services.session, params.text_document)
    if tree is None:
        return []
    edits = await asyncio.to_thread(format_edits, tree, _style(params.options))
    return text_edits(tree.lines, edits_within(edits, span_of(tree.lines, params.range)))


def _tree(session: Session, named: types.TextDocumentIdentifier) -> Tree | None:
    document = session.document(named)
    if document is None or (document.file is not None and document.file.is_guessed):
        return None
    return document.tree


def _style(options: types.FormattingOptions) -> Style:
    given = {"tabSize": options.tab_size, "insertSpaces": options.insert_spaces}
    return style_of({**given, "insertFinalNewline": options.insert_final_newline})
