"""The hook files that the editor has to do with: as it shows them, or else as they are on the disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

from hookwright.config.plugins import hook_files_in_use
from hookwright.config.view import HookFile
from hookwright.errors import HookwrightError, UnreadableInput
from hookwright.files import read_text
from hookwright.lsp.kinds import open_document
from hookwright.lsp.session import Session
from hookwright.paths import path_of, uri_of
from hookwright.workflows.disabled_hooks.store import drop_restored

logger = logging.getLogger(__name__)


def hook_file(session: Session, uri: str) -> HookFile:
    """The hook file that a URI names, as the editor shows it or else as it is on disk.

    Raises UnreadableInput if it cannot be read or is no hook file.
    """
    document = session.documents.get(uri) or open_document(
        uri, None, _text_on_disk(uri), session.options, session.dialect_of
    )
    file = document.file
    if file is None:
        raise UnreadableInput(f"`{uri}` is not a hook file", "name its dialect in `hookwright.json`")
    return file


def hook_files(session: Session) -> Iterator[HookFile]:
    """The open ones and those of the workspace folders, each once; those of the user's home come last."""
    open_paths = {it.path: it.uri for it in session.documents.values() if it.path is not None and it.file is not None}
    paths = dict.fromkeys(open_paths)
    for folder in session.options.folders:
        paths |= dict.fromkeys(hook_files_in_use(folder, session.options.host))
    for path in paths:
        try:
            yield hook_file(session, open_paths.get(path) or uri_of(path))
        except UnreadableInput:
            continue


async def forget_where_restored(session: Session, uri: str) -> None:
    """Keeps disabled hooks no longer that are back in the file on the disk; if it cannot be read, they stay kept."""
    document = session.documents.get(uri) or open_document(uri, None, "", session.options)
    if document.path is None:
        return
    try:
        text = await asyncio.to_thread(read_text, document.path)
        file = open_document(uri, None, text, session.options, session.dialect_of).file
        if file is not None and file.fault is None:
            await asyncio.to_thread(drop_restored, file)
    except (OSError, UnicodeDecodeError, HookwrightError) as error:
        logger.warning("Disabled hooks of `%s` stay kept: %s", document.path, error)


def _text_on_disk(uri: str) -> str:
    path = path_of(uri)
    if path is None:
        raise UnreadableInput(f"`{uri}` is not a file", "open it in the editor, or give a `file:` URI")
    try:
        return read_text(path)
    except (OSError, UnicodeDecodeError) as wrong:
        raise UnreadableInput(f"`{path}` cannot be read", str(wrong)) from wrong
