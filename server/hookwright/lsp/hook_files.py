"""Every hook file that the editor has to do with: the open ones, and those of the workspace folders on disk."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.config.view import HookFile
from hookwright.errors import UnreadableInput
from hookwright.lsp.firing import hook_file
from hookwright.lsp.hook_paths import hook_files_of
from hookwright.lsp.services import Services
from hookwright.paths import uri_of


def hook_files(services: Services) -> Iterator[HookFile]:
    """Each once, as the editor shows it or else as it is on disk; those of the user's home come last."""
    open_paths = {it.path: it.uri for it in services.documents.values() if it.path is not None and it.file is not None}
    paths = dict.fromkeys(open_paths)
    for folder in services.options.folders:
        paths |= dict.fromkeys(hook_files_of(folder, services.options.home))
    for path in paths:
        try:
            yield hook_file(services, open_paths.get(path) or uri_of(path))
        except UnreadableInput:
            continue
