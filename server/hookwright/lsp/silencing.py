"""The actions that keep rules from speaking, with the settings as they are in the editor or on the disk."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.settings.file import FILE_NAME
from hookwright.config.discover import project_of
from hookwright.config.view import HookFile
from hookwright.ide.actions.code_actions import Action
from hookwright.ide.actions.silence_rule import silence_rule_actions
from hookwright.lsp.diagnostics import settings_text
from hookwright.lsp.session import Session
from hookwright.lsp.workspace_edits import can_create


def silencing_actions(session: Session, file: HookFile, found: Iterable[Diagnostic]) -> Iterator[Action]:
    """The actions for these findings; settings that are not there yet need a client that creates files."""
    project, disk = project_of(file.dialect, file.path), RealDisk(session.options.home)
    there = settings_text(project, session.options, disk, session.open_texts())
    if there is not None:
        yield from silence_rule_actions(file, found, *there)
    # What is there and cannot be read is not replaced.
    elif can_create(session) and not os.path.lexists(path := os.path.join(project, FILE_NAME)):
        yield from silence_rule_actions(file, found, path, None)
