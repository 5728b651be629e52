"""Which plugins a user has installed and switched on, and the folders that they are in."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from hookwright.config.places import below_user
from hookwright.config.view import HookFile
from hookwright.dialects.plugins import inside, parsed_file
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.syntax.tree import JSON, child, plain


def installed_plugins(dialect: Dialect, files: Sequence[HookFile], host: Host) -> tuple[str, ...]:
    """The folders of the plugins that the settings in `files`, in the order in which they apply, switch on."""
    known = dialect.plugins.installed
    names = tuple(_switched_on(known.enabled_by, files)) if known is not None else ()
    if known is None or not names:
        return ()
    plugins, marketplaces = (
        _read(os.path.join(*below_user(dialect, it, host))) for it in (known.plugins, known.marketplaces)
    )
    found = (_folder(dialect, name, plugins, marketplaces) for name in names)
    return tuple(it for it in found if it is not None and os.path.isdir(it))


def _switched_on(key: str, files: Sequence[HookFile]) -> Iterator[str]:
    """The names that are set to true by the last file that says something of them."""
    said: dict[str, bool] = {}
    for file in files:
        root = file.tree.root
        node = child(root, key) if root is not None and file.scope is not Scope.PLUGIN and not file.voided else None
        for it in node.members if node is not None else ():
            said[it.name] = it.value.value is True
    return (name for name, on in said.items() if on)


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
