"""What an agent knows of the plugins in use: the name of each, the folder for its data, and what its user has set."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from hookwright.config.environment import as_text
from hookwright.config.view import HookFile
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.plugins import PluginOptions
from hookwright.patterns import late_pattern
from hookwright.readers.search import below_user
from hookwright.syntax.tree import Kind, Node, child, plain

# The options of a plugin are the user's: those that a project or a plugin sets are not read.
_OF_USERS = (Scope.USER, Scope.OVERRIDE, Scope.SYSTEM, Scope.MANAGED)
_NOT_IN_FOLDERS = late_pattern(r"[^A-Za-z0-9_-]")


class PluginInUse(Struct, frozen=True):
    """A plugin whose hooks apply: the folder for its data, empty where it has none, and the `options` that are set."""

    data: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def plugins_in_use(
    dialect: Dialect, names: Mapping[str, str], files: Sequence[HookFile], host: Host
) -> Mapping[str, PluginInUse]:
    """The plugins in these folders, each with what settings call it, such as `guards@market`.

    `files` are in the order in which they apply: of several that set an option, the last counts.
    """
    return {folder: _in_use(dialect, name, files, host) for folder, name in names.items()}


def _in_use(dialect: Dialect, name: str, files: Sequence[HookFile], host: Host) -> PluginInUse:
    data = ""
    if dialect.plugins.data and host.home:
        data = os.path.join(*below_user(dialect, dialect.plugins.data, host), _NOT_IN_FOLDERS.sub("-", name))
    known = dialect.plugins.options
    options = {} if known is None else dict(pair for it in files for pair in _options(known, name, it))
    return PluginInUse(data, options)


def _options(known: PluginOptions, name: str, file: HookFile) -> Iterator[tuple[str, str]]:
    if file.scope not in _OF_USERS or file.is_whole_but_void:
        return
    # Those under the whole name go before those under the plugin's own.
    for key in (name.rpartition("@")[0], name):
        node = _at(file.tree.root, known.settings, key, known.values)
        for it in node.members if node is not None and node.kind is Kind.OBJECT else ():
            yield it.name, as_text(plain(it.value))


def _at(node: Node | None, *keys: str) -> Node | None:
    for key in keys:
        node = child(node, key) if node is not None else None
    return node
