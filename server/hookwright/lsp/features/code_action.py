"""`textDocument/codeAction`: quick fixes, refactorings, keeping rules quiet, and firing what is under the cursor."""

from __future__ import annotations

from typing import Any

from hookwright.engine.process import can_start
from hookwright.ide.actions.code_actions import CHANGE_SCRIPT, MAKE_EXECUTABLE, Action, code_actions, of_kinds
from hookwright.ide.actions.silence_rule import touched
from hookwright.ide.code_lens import FIRING
from hookwright.lsp.convert import diagnostic_json, edits_json, span_of
from hookwright.lsp.diagnostics import diagnostics_of, tree_of
from hookwright.lsp.documents import Document
from hookwright.lsp.refactoring import refactorings
from hookwright.lsp.session import Session
from hookwright.lsp.silencing import silencing_actions
from hookwright.lsp.workspace_edits import created, workspace_edit
from hookwright.paths import uri_of

_BEGINNING = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def code_action(session: Session, params: dict[str, Any]) -> list[dict[str, Any]]:
    """Actions with their edits or commands inside, so that nothing is to be resolved later."""
    document = session.document(params)
    if document is None:
        return []
    texts, files = session.open_texts(), session.open_files()
    asked = session.linting.asked()
    found = diagnostics_of(document, session.options, open_texts=texts, open_files=files, linter=asked)
    only = params.get("context", {}).get("only")
    span = span_of(document.lines, params["range"])
    actions = code_actions(document.file, found, span, only=only)
    if document.file is not None:
        actions += of_kinds(refactorings(session, document, document.file, params["range"]), only)
        actions += of_kinds(silencing_actions(session, document.file, touched(found, span)), only)
    offered = (it for it in actions if can_start() or it.command not in FIRING)
    return [_action_json(session, document, it) for it in offered]


def _action_json(session: Session, document: Document, action: Action) -> dict[str, Any]:
    answer: dict[str, Any] = {"title": action.title, "kind": action.kind.value}
    if action.preferred:
        answer["isPreferred"] = True
    tree = tree_of(document) if action.diagnostic is not None else None
    if action.diagnostic is not None and tree is not None:
        answer["diagnostics"] = [diagnostic_json(document.uri, tree, action.diagnostic, session.options)]
    edit, command = _edit(session, document, action), _command(document, action)
    if edit is not None:
        answer["edit"] = edit
    if command is not None:
        answer["command"] = {"title": action.title, **command}
    return answer


def _edit(session: Session, document: Document, action: Action) -> dict[str, Any] | None:
    """What the action changes in the document, in a script and in the settings."""
    changes = {document.uri: edits_json(document.lines, action.edits)} if action.edits else {}
    if action.script is not None and action.script.insert:
        changes[uri_of(action.script.path)] = [{"range": _BEGINNING, "newText": action.script.insert}]
    if action.settings is not None:
        settings = uri_of(action.settings.path)
        if action.settings.create is not None:
            return created(settings, action.settings.create)
        changes[settings] = edits_json(action.settings.lines, action.settings.edits)
    return workspace_edit(session, changes) if changes else None


def _command(document: Document, action: Action) -> dict[str, Any] | None:
    """What the client is to ask for, behind the edit."""
    if action.command is not None:
        return {"command": action.command, "arguments": [{"uri": document.uri, "pointer": action.pointer}]}
    script = action.script
    if script is None:
        return None
    uri = uri_of(script.path)
    if script.create or script.line_feeds:
        argument = {"uri": uri, "create": script.create, "lineFeeds": script.line_feeds}
        return {"command": CHANGE_SCRIPT, "arguments": [{**argument, "executable": script.executable}]}
    return {"command": MAKE_EXECUTABLE, "arguments": [{"uri": uri}]} if script.executable else None
