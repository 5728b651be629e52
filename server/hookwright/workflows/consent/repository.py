"""What git runs by itself when it only reads: what the configuration of the repository says."""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.config.discover import repository_of
from hookwright.files import read_start
from hookwright.workflows.consent.programs import GIT_ONCE

_MOST_BYTES = 64 * 1024
# The hooks of git that it runs even for commands that only look.
_HOOKS = ("post-index-change", "reference-transaction")


def repository_files(folder: str) -> Iterator[str]:
    """The configuration of the repository that a folder is in, and its hooks that run for what only reads."""
    root = repository_of(folder)
    if root is None:
        return
    own = os.path.join(root, ".git")
    if os.path.isfile(own):
        # A worktree or a submodule: the file says where the rest is.
        yield own
        own = _named_in(own, "gitdir:", root)
    common = _named_in(os.path.join(own, "commondir"), "", own)
    yield os.path.join(own, "commondir")
    for place in dict.fromkeys((own, common)):
        yield os.path.join(place, "config")
        yield os.path.join(place, "config.worktree")
        yield from (os.path.join(place, "hooks", it) for it in _HOOKS)


def runs_more(path: str) -> bool:
    """Whether a configuration names programs, or another configuration; one that cannot be read whole might."""
    try:
        found = read_start(path, _MOST_BYTES + 1)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return len(found) > _MOST_BYTES or GIT_ONCE.search(found.decode("utf-8", "replace")) is not None


def _named_in(path: str, prefix: str, folder: str) -> str:
    """The path that a file holds, from the folder on; the folder itself where there is no such file."""
    try:
        text = read_start(path, 4096).decode("utf-8", "surrogateescape").strip()
    except OSError:
        return folder
    return os.path.normpath(os.path.join(folder, text.removeprefix(prefix).strip())) if "\0" not in text else folder
