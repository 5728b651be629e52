"""Where the hook files of a workspace folder are."""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.config.discover import hook_paths
from hookwright.config.plugins import plugins_in
from hookwright.dialects import DIALECTS


def hook_files_of(folder: str, home: str | None) -> Iterator[str]:
    """The hook files that apply in a folder and are there, those below `home` where one is given, and its plugins'."""
    found = (path for dialect in DIALECTS for _, path in hook_paths(dialect, folder, home))
    yield from (it for it in found if os.path.isfile(it))
    yield from (path for plugin in plugins_in(folder) for path in plugin.hook_files())
