"""Code actions over the wire, and what an editor makes of their edits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lsprotocol import converters, types
from tests.conformance.document import Document
from tests.e2e.editor import Editor

_CONVERTER = converters.get_converter()


async def actions_at(
    editor: Editor, uri: str, extent: types.Range, problems: list[types.Diagnostic], only: types.CodeActionKind | None
) -> list[types.CodeAction]:
    """The actions that the server offers for a range, of one kind or of all."""
    context = types.CodeActionContext(problems, [only] if only else None)
    found = await editor.text_document_code_action_async(
        types.CodeActionParams(types.TextDocumentIdentifier(uri), extent, context)
    )
    return [it for it in found or () if isinstance(it, types.CodeAction)]


def applied(text: str, uri: str, action: types.CodeAction) -> str:
    """The text of a document after the edits of an action."""
    assert action.edit is not None
    changed = {
        it.text_document.uri: it.edits
        for it in action.edit.document_changes or ()
        if isinstance(it, types.TextDocumentEdit)
    }
    return edited(text, (changed or action.edit.changes or {})[uri])


def edited(text: str, edits: Iterable[object]) -> str:
    """A text after edits of the protocol."""
    made: list[dict[str, Any]] = _CONVERTER.unstructure(list(edits))
    return Document(text).edited(made)
