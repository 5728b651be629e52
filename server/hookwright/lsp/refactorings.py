"""The actions that fix nothing: hooks taken out and put back, commands made scripts, and rules kept quiet."""

from __future__ import annotations

import logging
import os.path
from collections.abc import Iterable, Iterator
from functools import lru_cache

from lsprotocol import types

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.settings.file import FILE_NAME
from hookwright.config.discover import project_of
from hookwright.config.view import HookFile
from hookwright.errors import HookwrightError
from hookwright.ide.actions.code_actions import Action
from hookwright.ide.actions.refactorings import add_tool_actions, disable_hook_actions, extract_script_actions
from hookwright.ide.actions.silence_rule import silence_rule_actions
from hookwright.lsp.convert import span_of
from hookwright.lsp.diagnostics.judge import settings_text
from hookwright.lsp.documents import Document
from hookwright.lsp.services import Services
from hookwright.lsp.stamps import Stamp, stamp
from hookwright.lsp.workspace_edits import can_create
from hookwright.workflows.disabled_hooks.edits import DisabledHook
from hookwright.workflows.disabled_hooks.store import name_in_project, read_disabled, store_path

logger = logging.getLogger(__name__)


def refactorings(services: Services, document: Document, file: HookFile, extent: types.Range) -> Iterator[Action]:
    """The actions for a selection; a file whose dialect was guessed only gets back the hooks that were taken out."""
    span, path = span_of(document.lines, extent), store_path(file)
    name = name_in_project(file)
    parked = [it for it in _parked(path, stamp(path)) if it.file == name]
    if services.options.trusted and not file.guessed:
        # Else the script would not be made.
        disk = RealDisk(services.options.home)
        yield from extract_script_actions(Subject(file, project_of(file.dialect, file.path), disk), span)
    if not file.guessed:
        yield from add_tool_actions(file, span)
    yield from disable_hook_actions(file, span, parked, parks=services.options.applies_edits)


@lru_cache(maxsize=8)
def _parked(path: str, then: Stamp) -> tuple[DisabledHook, ...]:
    """What is parked there, by the stamp of the file."""
    if then is None:
        return ()
    try:
        return read_disabled(path)
    except HookwrightError as error:
        logger.warning("%s", error)
        return ()


def silencing_actions(services: Services, file: HookFile, found: Iterable[Diagnostic]) -> Iterator[Action]:
    """The actions for these findings; settings that are not there yet need a client that creates files."""
    project, disk = project_of(file.dialect, file.path), RealDisk(services.options.home)
    there = settings_text(project, services.options, disk, services.open_texts())
    if there is not None:
        yield from silence_rule_actions(file, found, *there)
    # What is there and cannot be read is not replaced.
    elif can_create(services) and not os.path.lexists(path := os.path.join(project, FILE_NAME)):
        yield from silence_rule_actions(file, found, path, None)
