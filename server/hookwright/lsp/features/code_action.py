"""`textDocument/codeAction`: quick fixes, refactorings, all safe fixes at once, and firing what is under the cursor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hookwright.ide.code_actions import CHANGE_SCRIPT, MAKE_EXECUTABLE, Action, asked_for, code_actions
from hookwright.lsp.convert import diagnostic_json, edits_json, span_of
from hookwright.lsp.diagnostics import diagnostics_of, tree_of
from hookwright.lsp.documents import Document
from hookwright.lsp.refactoring import refactorings
from hookwright.lsp.session import Session
from hookwright.lsp.workspace_edits import workspace_edit

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
    actions = code_actions(document.file, found, span_of(document.lines, params["range"]), only=only)
    if document.file is not None:
        actions += asked_for(refactorings(session, document, document.file, params["range"]), only)
    return [_action_json(session, document, it) for it in actions]


def _action_json(session: Session, document: Document, action: Action) -> dict[str, Any]:
    answer: dict[str, Any] = {"title": action.title, "kind": action.kind.value}
    if action.preferred:
        answer["isPreferred"] = True
    tree = tree_of(document) if action.diagnostic is not None else None
    if action.diagnostic is not None and tree is not None:
        answer["diagnostics"] = [diagnostic_json(document.uri, tree, action.diagnostic, session.options)]
    changes = {document.uri: edits_json(document.lines, action.edits)} if action.edits else {}
    if action.script is not None:
        script = Path(action.script.path).as_uri()
        if action.script.insert:
            changes[script] = [{"range": _BEGINNING, "newText": action.script.insert}]
        if action.script.create or action.script.line_feeds:
            argument = {
                "uri": script,
                "create": action.script.create,
                "lineFeeds": action.script.line_feeds,
                "executable": action.script.executable,
            }
            answer["command"] = {"title": action.title, "command": CHANGE_SCRIPT, "arguments": [argument]}
        elif action.script.executable:
            answer["command"] = {"title": action.title, "command": MAKE_EXECUTABLE, "arguments": [{"uri": script}]}
    if changes:
        answer["edit"] = workspace_edit(session, changes)
    if action.command is not None:
        arguments = [{"uri": document.uri, "pointer": action.pointer}]
        answer["command"] = {"title": action.title, "command": action.command, "arguments": arguments}
    return answer
