"""Every hook file that the editor has to do with: the open ones, and those of the workspace folders on disk."""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.config.discover import hook_paths
from hookwright.config.plugins import plugins_in
from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS
from hookwright.errors import UnreadableInput
from hookwright.lsp.firing import hook_file
from hookwright.lsp.session import Session
from hookwright.paths import uri_of


def hook_files(session: Session) -> Iterator[HookFile]:
    """Each once, as the editor shows it or else as it is on disk; those of the user's home come last."""
    open_paths = {it.path: it.uri for it in session.documents.values() if it.path is not None and it.file is not None}
    paths = dict.fromkeys(open_paths)
    for folder in session.options.folders:
        paths |= dict.fromkeys(hook_files_of(folder, session.options.home))
    for path in paths:
        try:
            yield hook_file(session, open_paths.get(path) or uri_of(path))
        except UnreadableInput:
            continue


def hook_files_of(folder: str, home: str | None) -> Iterator[str]:
    """The hook files that apply in a folder and are there, those below `home` where one is given, and its plugins'."""
    found = (path for dialect in DIALECTS for _, path in hook_paths(dialect, folder, home))
    yield from (it for it in found if os.path.isfile(it))
    yield from (path for plugin in plugins_in(folder) for path in plugin.hook_files())
