"""The MCP servers that a plugin brings along, and what the names of their tools begin with."""

from __future__ import annotations

import os.path
from collections.abc import Mapping

from hookwright.analysis.rule import Disk, Subject
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import plain


def bundled_servers(subject: Subject) -> Mapping[str, str]:
    """By a server's name, the beginning of its tools' names; nothing for a file that is not a plugin's."""
    told = subject.file.dialect.plugins.servers
    folder = subject.file.plugin if told is not None else None
    if told is None or folder is None:
        return {}
    manifest = _object(subject.disk, os.path.join(folder, told.manifest))
    name = manifest.get("name")
    if not isinstance(name, str) or not name:
        return {}
    beside = _object(subject.disk, os.path.join(folder, told.file))
    named = manifest.get(told.key)
    if isinstance(named, str):
        named = _object(subject.disk, os.path.normpath(os.path.join(folder, named))).get(told.key)
    # The file may hold the servers themselves, without the key around them.
    servers = {**_mapping(beside.get(told.key, beside)), **_mapping(named)}
    return {it: told.prefix(name, it) for it in servers}


def _object(disk: Disk, path: str) -> Mapping[str, object]:
    text = disk.text(path)
    root = parse(text).root if text else None
    return _mapping(plain(root)) if root is not None else {}


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
