"""`textDocument/codeAction`: quick fixes, refactorings, keeping rules quiet, and firing what is under the cursor."""

from __future__ import annotations

from lsprotocol import types

from hookwright.engine.process import can_start
from hookwright.ide.actions.code_actions import CHANGE_SCRIPT, MAKE_EXECUTABLE, Action, code_actions, of_kinds
from hookwright.ide.actions.silence_rule import touched
from hookwright.ide.code_lens import FIRING
from hookwright.lsp.convert import BEGINNING, lsp_diagnostic, span_of, text_edits
from hookwright.lsp.diagnostics.judge import diagnostics_of, tree_of
from hookwright.lsp.documents import Document
from hookwright.lsp.refactorings import refactorings, silencing_actions
from hookwright.lsp.services import Services
from hookwright.lsp.workspace_edits import created, workspace_edit
from hookwright.paths import uri_of


def code_action(services: Services, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Actions with their edits or commands inside, so that nothing is to be resolved later."""
    document = services.document(params.text_document)
    if document is None:
        return []
    texts, files = services.open_texts(), services.open_files()
    asked = services.linting.asked()
    found = diagnostics_of(document, services.options, open_texts=texts, open_files=files, linter=asked)
    only = None if params.context.only is None else [str(getattr(it, "value", it)) for it in params.context.only]
    span = span_of(document.lines, params.range)
    actions = code_actions(document.file, found, span, only=only)
    if document.file is not None:
        actions += of_kinds(refactorings(services, document, document.file, params.range), only)
        actions += of_kinds(silencing_actions(services, document.file, touched(found, span)), only)
    offered = (it for it in actions if can_start() or it.command not in FIRING)
    return [_lsp_action(services, document, it) for it in offered]


def _lsp_action(services: Services, document: Document, action: Action) -> types.CodeAction:
    tree = tree_of(document) if action.diagnostic is not None else None
    cured = None
    if action.diagnostic is not None and tree is not None:
        cured = [lsp_diagnostic(document.uri, tree, action.diagnostic, services.options)]
    return types.CodeAction(
        action.title,
        kind=action.kind.value,
        diagnostics=cured,
        is_preferred=True if action.preferred else None,
        edit=_edit(services, document, action),
        command=_command(document, action),
    )


def _edit(services: Services, document: Document, action: Action) -> types.WorkspaceEdit | None:
    """What the action changes in the document, in a script and in the settings."""
    changes = {document.uri: text_edits(document.lines, action.edits)} if action.edits else {}
    if action.script is not None and action.script.insert:
        changes[uri_of(action.script.path)] = [types.TextEdit(BEGINNING, action.script.insert)]
    if action.settings is not None:
        settings = uri_of(action.settings.path)
        if action.settings.create is not None:
            return created(settings, action.settings.create)
        changes[settings] = text_edits(action.settings.lines, action.settings.edits)
    return workspace_edit(services, changes) if changes else None


def _command(document: Document, action: Action) -> types.Command | None:
    """What the client is to ask for, behind the edit."""
    if action.command is not None:
        return types.Command(action.title, action.command, arguments=[{"uri": document.uri, "pointer": action.pointer}])
    script = action.script
    if script is None:
        return None
    uri = uri_of(script.path)
    if script.create or script.line_feeds:
        argument = {"uri": uri, "create": script.create, "lineFeeds": script.line_feeds}
        return types.Command(action.title, CHANGE_SCRIPT, arguments=[{**argument, "executable": script.executable}])
    return types.Command(action.title, MAKE_EXECUTABLE, arguments=[{"uri": uri}]) if script.executable else None
