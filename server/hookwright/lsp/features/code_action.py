"""`textDocument/codeAction`: quick fixes, refactorings, keeping rules quiet, and firing what is under the cursor."""

from __future__ import annotations

import logging
import os.path
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import NotRequired, TypedDict

from lsprotocol import types

from hookwright.analysis.check import Diagnostic, ScriptOrigin
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.settings import FILE_NAME
from hookwright.config.view import HookFile
from hookwright.engine.process import can_start
from hookwright.errors import HookwrightError
from hookwright.ide.actions.code_actions import CHANGE_SCRIPT, MAKE_EXECUTABLE, Action, code_actions, of_kinds
from hookwright.ide.actions.refactorings import add_tool_actions, disable_hook_actions, extract_script_actions
from hookwright.ide.actions.silence_rule import silence_in_script_actions, silence_rule_actions, touched
from hookwright.ide.code_lens import FIRING
from hookwright.lsp.client.workspace_edits import can_create, created, workspace_edit
from hookwright.lsp.convert import BEGINNING, DiagnosticJson, lsp_diagnostic, placed, span_of, text_edits
from hookwright.lsp.documents import Document, Surroundings
from hookwright.lsp.services import Services
from hookwright.lsp.session import Session
from hookwright.lsp.stamps import Stamp, stamp
from hookwright.matching.expressions import limited
from hookwright.paths import uri_of
from hookwright.transport.tasks import in_turns
from hookwright.workflows.disabled_hooks.edits import DisabledHook
from hookwright.workflows.disabled_hooks.store import name_in_project, read_disabled, store_path

logger = logging.getLogger(__name__)


class CodeActionJson(TypedDict):
    """A code action as the client receives it."""

    title: str
    kind: str
    diagnostics: NotRequired[list[DiagnosticJson]]
    isPreferred: NotRequired[bool]
    edit: NotRequired[types.WorkspaceEdit]
    command: NotRequired[types.Command]


async def code_action(services: Services, params: types.CodeActionParams) -> list[CodeActionJson]:
    """Actions with their edits or commands inside, so that nothing is to be resolved later."""
    document = services.session.document(params.text_document)
    if document is None:
        return []
    await services.find_hooks_of(document)
    session, text, linter = services.session, document.text, services.shell_checks.asked()
    disk, texts, files = RealDisk(session.options.home), session.open_texts(), session.open_files()
    found = await in_turns(document.judged(Surroundings(session.options, disk, texts, files, linter)))
    if document.text is not text:
        return []
    only = None if params.context.only is None else [str(getattr(it, "value", it)) for it in params.context.only]
    with limited():
        actions = _actions(session, document, found, params.range, only)
    return [_lsp_action(session, document, it) for it in actions if can_start() or it.command not in FIRING]


def _actions(
    session: Session, document: Document, found: tuple[Diagnostic, ...], extent: types.Range, only: list[str] | None
) -> tuple[Action, ...]:
    span = span_of(document.lines, extent)
    actions = code_actions(document.file, found, span, tree=document.tree, only=only)
    actions += of_kinds(document.own_actions(span, found), only)
    if document.file is not None:
        actions += of_kinds(_refactorings(session, document, document.file, extent), only)
        silencing = partial(silence_rule_actions, document.file, touched(found, span))
        actions += of_kinds(_silencing_actions(session, document.file.project, silencing), only)
    elif (script := _script_of(touched(found, span))) is not None:
        silencing = partial(silence_in_script_actions, script, touched(found, span))
        actions += of_kinds(_silencing_actions(session, script.project, silencing), only)
    return actions


def _script_of(found: Iterable[Diagnostic]) -> ScriptSubject | None:
    """The script that findings are in."""
    return next((it.origin.subject for it in found if isinstance(it.origin, ScriptOrigin)), None)


def _refactorings(session: Session, document: Document, file: HookFile, extent: types.Range) -> Iterator[Action]:
    """The actions for a selection; a file whose dialect was guessed only gets back the hooks that were taken out."""
    span, path = span_of(document.lines, extent), store_path(file)
    name = name_in_project(file)
    disabled = [it for it in _disabled(path, stamp(path)) if it.file == name]
    if session.options.settings.trusted and not file.is_guessed:
        # Else the script would not be made.
        disk = RealDisk(session.options.home)
        yield from extract_script_actions(Subject(file, file.project, disk), span)
    if not file.is_guessed:
        yield from add_tool_actions(file, span)
    yield from disable_hook_actions(file, span, disabled, can_edit=session.options.client.edits.applies)


@lru_cache(maxsize=8)
def _disabled(path: str, then: Stamp) -> tuple[DisabledHook, ...]:
    """The disabled hooks that are kept there, by the stamp of the file."""
    if then is None:
        return ()
    try:
        return read_disabled(path)
    except HookwrightError as error:
        logger.warning("%s", error)
        return ()


def _silencing_actions(
    session: Session, project: str, silencing: Callable[[str, str | None], Iterator[Action]]
) -> Iterator[Action]:
    """The actions that change the project's settings; those that are not there yet need a client that creates files."""
    there = session.projects().text(project)
    if there is not None:
        yield from silencing(*there)
    # What is there and cannot be read is not replaced.
    elif can_create(session.options) and not os.path.lexists(path := os.path.join(project, FILE_NAME)):
        yield from silencing(path, None)


def _lsp_action(session: Session, document: Document, action: Action) -> CodeActionJson:
    made: CodeActionJson = {"title": action.title, "kind": action.kind.value}
    if action.diagnostic is not None:
        cured = lsp_diagnostic(document.uri, document.lines, document.tree, action.diagnostic, session.options)
        made["diagnostics"] = [cured]
    if action.preferred:
        made["isPreferred"] = True
    if (edit := _edit(session, document, action)) is not None:
        made["edit"] = edit
    if (command := _command(document, action)) is not None:
        made["command"] = command
    return made


def _edit(session: Session, document: Document, action: Action) -> types.WorkspaceEdit | None:
    """What the action changes in the document, in a script and in the settings."""
    changes = {document.uri: text_edits(document.lines, action.edits)} if action.edits else {}
    if action.script is not None and action.script.insert:
        changes[uri_of(action.script.path)] = [types.TextEdit(BEGINNING, action.script.insert)]
    if action.settings is not None:
        settings = uri_of(action.settings.path)
        if action.settings.create is not None:
            return created(settings, action.settings.create)
        changes[settings] = text_edits(action.settings.lines, action.settings.edits)
    return workspace_edit(session, changes) if changes else None


def _command(document: Document, action: Action) -> types.Command | None:
    """What the client is to ask for, behind the edit."""
    if action.command is not None:
        place = placed(document.uri, action.path, action.pointer)
        return types.Command(action.title, action.command, arguments=[place])
    script = action.script
    if script is None:
        return None
    uri = uri_of(script.path)
    if script.create or script.line_feeds:
        argument = {"uri": uri, "create": script.create, "lineFeeds": script.line_feeds}
        return types.Command(action.title, CHANGE_SCRIPT, arguments=[{**argument, "executable": script.executable}])
    return types.Command(action.title, MAKE_EXECUTABLE, arguments=[{"uri": uri}]) if script.executable else None
