"""Whether the user of an agent has said not to trust a folder, so that the agent runs no hooks of the project in it."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hookwright.config.loading import Loaded, read
from hookwright.config.view import HookFile
from hookwright.files import read_text
from hookwright.host import Host
from hookwright.model.folder_trust import FolderTrust
from hookwright.model.hook import Scope
from hookwright.paths import is_in
from hookwright.readers.search import hook_paths
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Tree, plain
from hookwright.workflows.guarding.guard import Stop

_MOST_BYTES = 1 << 20
_DECIDING = (Scope.MANAGED, Scope.USER, Scope.SYSTEM)
_ASKED = frozenset({*_DECIDING, Scope.PROJECT, Scope.LOCAL})


def not_trusted(file: HookFile, host: Host) -> Stop | None:
    """Why the agent runs no hook of the file; None if it does, or if that cannot be told.

    What an editor says that the agent is connected to is not known.
    """
    how, folder = file.dialect.folder_trust, os.path.realpath(file.project)
    if how is None or file.scope not in how.scopes or not host.home:
        return None
    if any(host.environ.get(name) == value for name, value in how.trusted_by.items()):
        return None
    if not _is_distrusted(how, file, folder, host) or not _is_asked(how, file, host):
        return None
    agent = file.dialect.title
    why = f"{agent} runs no hooks of a project that you do not trust"
    return Stop(why, None, f"run `{how.command}` in {agent}, and trust the folder")


def _is_distrusted(how: FolderTrust, file: HookFile, folder: str, host: Host) -> bool:
    """Whether the rule for the folder says so; where it is open which rule counts, it does not."""
    rules = [it for it in _rules(how, file, host) if is_in(folder, it[1])]
    if not rules:
        return False
    # One agent takes the longest path as it is written, another the deepest folder that is meant.
    longest = max(len(written) for written, _, _ in rules)
    deepest = max(len(meant) for _, meant, _ in rules)
    return not any(trusts for written, meant, trusts in rules if len(written) == longest or len(meant) == deepest)


def _rules(how: FolderTrust, file: HookFile, host: Host) -> Iterator[tuple[str, str, bool]]:
    """The paths as they are written, the folders that they mean, and whether these are trusted."""
    home = file.dialect.home_variable
    above = (host.environ.get(home.name) if home is not None else None) or os.path.join(
        host.home, home.folder if home is not None else ""
    )
    path = host.environ.get(how.variable) or os.path.join(above, how.path)
    try:
        kept = _plain(parse(read_text(path, most=_MOST_BYTES)))
    except (OSError, ValueError):
        return
    for written, word in kept.items() if isinstance(kept, dict) else ():
        if word in how.trusting or word in how.distrusting:
            yield written, os.path.realpath(written), word in how.trusting
        elif word in how.trusting_around:
            yield written, os.path.realpath(os.path.dirname(written)), True


def _is_asked(how: FolderTrust, file: HookFile, host: Host) -> bool:
    """Whether trust counts, by the settings of the machine and the user; those of the project can only demand it."""
    said = dict[Scope, bool]()
    for scope, path in hook_paths(file.dialect, file.project, host):
        loaded = read(file.dialect, scope, path, {}) if scope in _ASKED and os.path.isfile(path) else None
        value = _plain(loaded.file.tree) if isinstance(loaded, Loaded) else None
        for key in how.switch:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, bool):
            said[scope] = value
    return any(said.get(it) for it in how.scopes) or next((said[it] for it in _DECIDING if it in said), how.is_on)


def _plain(tree: Tree) -> object:
    return plain(tree.root) if tree.root is not None else None
