"""`textDocument/rename`: an event, a name in all matchers of the file, or a script with every hook that names it."""

from __future__ import annotations

import os.path

from lsprotocol import types

from hookwright.config.view import HookFile
from hookwright.errors import UsageError
from hookwright.ide.references import NamedScript, event_key_at, matcher_names, name_at, require_event_name, script_at
from hookwright.lsp.convert import lsp_range
from hookwright.lsp.documents import Document
from hookwright.lsp.script_moves import moved_edits
from hookwright.lsp.services import Services
from hookwright.lsp.workspace_edits import document_edits
from hookwright.paths import uri_of
from hookwright.text import Span


def prepare_rename(services: Services, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """The range of the name, with it as the placeholder."""
    document = services.document(params.text_document)
    file = document.file if document is not None else None
    if document is None or file is None:
        return None
    text, span = _name_at(file, document.offset(params.position), services.options.home)
    return types.PrepareRenamePlaceholder(lsp_range(document.lines, span), text) if span is not None else None


def rename(services: Services, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """A workspace edit; raises UsageError where the new name cannot be one."""
    document = services.document(params.text_document)
    file = document.file if document is not None else None
    if document is None or file is None:
        return None
    offset, new = document.offset(params.position), params.new_name
    event = event_key_at(file, offset)
    if event is not None:
        require_event_name(file, new)
        return _in_document(document, [event[1]], new)
    script = script_at(file, offset, services.options.home)
    if script is None:
        return _matchers(document, offset, new)
    return _script(services, script, new) if script.file_name is not None else None


def _name_at(file: HookFile, offset: int, home: str) -> tuple[str, Span | None]:
    """The text that a new name would replace, and its place."""
    event = event_key_at(file, offset)
    if event is not None:
        return event[0].name, event[1]
    script = script_at(file, offset, home)
    if script is not None:
        return script.script.name, script.file_name
    return name_at(file, offset) or ("", None)


def _script(services: Services, script: NamedScript, new: str) -> types.WorkspaceEdit:
    target = os.path.join(os.path.dirname(script.path), new)
    if not new or "/" in new or not all(char.isalnum() or char in "._-+@%" for char in new):
        raise UsageError(
            f"`{new}` is not a valid name for a script", "use letters, digits and `._-+@%`, without a folder"
        )
    if os.path.exists(target):
        raise UsageError(f"`{target}` already exists", "choose another name")
    changes = moved_edits(services, {script.path: target})
    if not os.path.isfile(script.path):
        return types.WorkspaceEdit(changes=changes)
    if "rename" not in services.options.file_operations:
        raise UsageError(
            "This editor does not let servers rename files", "rename the script, then the path in the command"
        )
    moved = types.RenameFile(uri_of(script.path), uri_of(target))
    return types.WorkspaceEdit(document_changes=[*document_edits(services, changes), moved])


def _matchers(document: Document, offset: int, new: str) -> types.WorkspaceEdit | None:
    file = document.file
    found = name_at(file, offset) if file is not None else None
    if file is None or found is None:
        return None
    if not new or any(char in ' \t"\\|,()*' for char in new):
        raise UsageError(
            f"`{new}` is not a valid name in a matcher", "use one without spaces, quotes, `|`, `,`, `*` or brackets"
        )
    return _in_document(document, [span for text, span in matcher_names(file) if text == found[0]], new)


def _in_document(document: Document, spans: list[Span], new: str) -> types.WorkspaceEdit:
    edits = [types.TextEdit(lsp_range(document.lines, it), new) for it in spans]
    return types.WorkspaceEdit(changes={document.uri: edits})
