"""The changes of a hook file that mend nothing: hooks taken out and put back, and commands made scripts."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.config.discover import project_of
from hookwright.config.view import HookFile
from hookwright.errors import HookwrightError
from hookwright.ide.actions.add_tool import add_tool_actions
from hookwright.ide.actions.code_actions import Action
from hookwright.ide.actions.disable_hook import disable_hook_actions
from hookwright.ide.actions.extract_script import extract_script_actions
from hookwright.lsp.convert import span_of
from hookwright.lsp.documents import Document
from hookwright.lsp.session import Session
from hookwright.lsp.stamps import Stamp, stamp
from hookwright.workflows.disabled_hooks.edits import DisabledHook
from hookwright.workflows.disabled_hooks.store import name_in_project, read_disabled, store_path

logger = logging.getLogger(__name__)


def refactorings(session: Session, document: Document, file: HookFile, extent: dict[str, Any]) -> Iterator[Action]:
    """The actions for a selection; a file whose dialect was guessed only gets back the hooks that were taken out."""
    span, path = span_of(document.lines, extent), store_path(file)
    name = name_in_project(file)
    parked = [it for it in _parked(path, stamp(path)) if it.file == name]
    if session.options.trusted and not file.guessed:
        # Else the script would not be made.
        disk = RealDisk(session.options.home)
        yield from extract_script_actions(Subject(file, project_of(file.dialect, file.path), disk), span)
    if not file.guessed:
        yield from add_tool_actions(file, span)
    yield from disable_hook_actions(file, span, parked, parks=session.client_can("workspace", "applyEdit"))


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
