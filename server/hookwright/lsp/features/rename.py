"""`textDocument/rename` and `workspace/willRenameFiles`: an event, a name in matchers, or a script with its hooks."""

from __future__ import annotations

import os.path
from collections.abc import Mapping

from lsprotocol import types

from hookwright.config.view import HookFile
from hookwright.errors import UsageError
from hookwright.ide.references import (
    NamedScript,
    event_key_at,
    matcher_names,
    name_at,
    named_scripts,
    renamed,
    require_event_name,
    script_at,
)
from hookwright.lsp.client.workspace_edits import document_edits
from hookwright.lsp.convert import lsp_range
from hookwright.lsp.documents import Document
from hookwright.lsp.hook_files import hook_files
from hookwright.lsp.services import Services
from hookwright.lsp.session import Session
from hookwright.paths import is_in, path_of, uri_of
from hookwright.text import Span


def prepare_rename(services: Services, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """The range of the name, with it as the placeholder."""
    document = services.session.document(params.text_document)
    file = document.file if document is not None else None
    if document is None or file is None:
        return None
    text, span = _name_at(file, document.offset(params.position), services.session.options.home)
    return types.PrepareRenamePlaceholder(lsp_range(document.lines, span), text) if span is not None else None


def rename(services: Services, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """A workspace edit; raises UsageError if the new name cannot be one."""
    document = services.session.document(params.text_document)
    file = document.file if document is not None else None
    if document is None or file is None:
        return None
    offset, new = document.offset(params.position), params.new_name
    event = event_key_at(file, offset)
    if event is not None:
        require_event_name(file, new)
        return _in_document(document, [event[1]], new)
    script = script_at(file, offset, services.session.options.home)
    if script is None:
        return _matchers(document, offset, new)
    return _script(services.session, script, new) if script.file_name is not None else None


def will_rename_files(services: Services, params: types.RenameFilesParams) -> types.WorkspaceEdit | None:
    """The edits of every hook file that names one of the scripts; nothing if none does."""
    moves = {path_of(it.old_uri): path_of(it.new_uri) for it in params.files}
    changes = _moved_edits(
        services.session, {old: new for old, new in moves.items() if old is not None and new is not None}
    )
    return types.WorkspaceEdit(changes=changes) if changes else None


def _name_at(file: HookFile, offset: int, home: str) -> tuple[str, Span | None]:
    """The text that a new name would replace, and its place."""
    event = event_key_at(file, offset)
    if event is not None:
        return event[0].name, event[1]
    script = script_at(file, offset, home)
    if script is not None:
        return script.script.name, script.file_name
    return name_at(file, offset) or ("", None)


def _script(session: Session, script: NamedScript, new: str) -> types.WorkspaceEdit:
    target = os.path.join(os.path.dirname(script.path), new)
    if not new or "/" in new or not all(char.isalnum() or char in "._-+@%" for char in new):
        raise UsageError(
            f"`{new}` is not a valid name for a script", "use letters, digits and `._-+@%`, without a folder"
        )
    if os.path.exists(target):
        raise UsageError(f"`{target}` already exists", "choose another name")
    changes = _moved_edits(session, {script.path: target})
    if not os.path.isfile(script.path):
        return types.WorkspaceEdit(changes=changes)
    if "rename" not in session.options.client.edits.file_operations:
        raise UsageError(
            "This editor does not let servers rename files", "rename the script, then the path in the command"
        )
    moved = types.RenameFile(uri_of(script.path), uri_of(target))
    return types.WorkspaceEdit(document_changes=[*document_edits(session, changes), moved])


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


def _moved_edits(session: Session, paths: Mapping[str, str]) -> dict[str, list[types.TextEdit]]:
    """The text edits by URI; a folder that moves takes what is below it along."""
    found: dict[str, list[types.TextEdit]] = {}
    for file in hook_files(session):
        edits: list[types.TextEdit] = []
        for it in named_scripts(file, session.options.home):
            new = _new_path(it.path, paths)
            change = renamed(it, new) if new is not None else None
            if change is not None:
                edits.append(types.TextEdit(lsp_range(file.tree.lines, change[0]), change[1]))
        if edits:
            found[uri_of(file.path)] = edits
    return found


def _new_path(path: str, moves: Mapping[str, str]) -> str | None:
    for old, new in moves.items():
        if is_in(path, old):
            return new + path[len(old) :]
    return None
