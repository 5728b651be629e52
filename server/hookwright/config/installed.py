"""Which plugins a user has installed and switched on, and the folders that they are in."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from hookwright.config.view import HookFile
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.readers.plugins import inside, parsed_file
from hookwright.readers.search import below_user
from hookwright.syntax.tree import JSON, child, plain


def installed_plugins(dialect: Dialect, files: Sequence[HookFile], host: Host) -> Mapping[str, str]:
    """The folders of the plugins that the settings in `files`, in the order in which they apply, switch on.

    Each with the name that the settings have for it.
    """
    known = dialect.plugins.installed
    names = tuple(name for name, it in plugin_switches(dialect, files).items() if it is True)
    if known is None or not names:
        return {}
    plugins, marketplaces = (
        _read(os.path.join(*below_user(dialect, it, host))) for it in (known.plugins, known.marketplaces)
    )
    found = ((_folder(dialect, name, plugins, marketplaces), name) for name in names)
    return {folder: name for folder, name in found if folder is not None and os.path.isdir(folder)}


def plugin_switches(dialect: Dialect, files: Sequence[HookFile]) -> Mapping[str, object]:
    """What the last file that says something of a plugin says of it, by the plugin's name: true switches it on.

    False switches it off.
    """
    known = dialect.plugins.installed
    said: dict[str, object] = {}
    if known is None:
        return said
    key = known.enabled_by
    for file in files:
        root = file.tree.root
        node = child(root, key) if root is not None and file.scope is not Scope.PLUGIN and not file.voided else None
        for it in node.members if node is not None else ():
            said[it.name] = it.value.value
    return said


def _folder(dialect: Dialect, name: str, plugins: JSON, marketplaces: JSON) -> str | None:
    """Where a plugin is: in the marketplace where that is a folder of the machine, else where it was copied to."""
    plugin, _, marketplace = name.rpartition("@")
    source = _at(marketplaces, marketplace, "source", "path")
    if isinstance(source, str) and os.path.isabs(source) and dialect.plugins.marketplace is not None:
        listed = _at(_read(os.path.join(source, dialect.plugins.marketplace)), "plugins")
        for it in listed if isinstance(listed, list) else ():
            where = _at(it, "source")
            if _at(it, "name") == plugin and isinstance(where, str):
                return inside(source, where)
    copies = _at(plugins, "plugins", name)
    copied = _at(copies[-1], "installPath") if isinstance(copies, list) and copies else None
    return copied if isinstance(copied, str) and os.path.isabs(copied) else None


def _at(value: JSON, *keys: str) -> JSON:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _read(path: str) -> JSON:
    tree = parsed_file(path)
    return plain(tree.root) if tree is not None and tree.root is not None else None
