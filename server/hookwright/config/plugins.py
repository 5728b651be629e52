"""Which plugins are written in a folder, and the files that have their hooks; the search is bounded and remembered."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping

from msgspec import Struct

from hookwright.config.discover import PASSED_OVER, concerns_hooks, told_by_content
from hookwright.config.loading import Loaded, read
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.host import NOBODY, Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.outline import Located
from hookwright.readers.place import paths_at
from hookwright.readers.plugins import (
    has_hooks,
    listed_plugins,
    name_in,
    named_files,
    plugin_places,
)
from hookwright.readers.search import hook_paths

# How deep, and in how many folders, plugins are looked for; others are found by the lists that name them.
_DEEPEST = 5
_MOST_FOLDERS = 5000
_MOST_PLUGINS = 200
_MOST_KEPT = 20_000
# A folder that was changed this shortly before it was read may change again without a new time stamp.
_UNSETTLED = 2_000_000_000


class Plugin(Struct, frozen=True, eq=False):
    """A plugin of a dialect, in its folder."""

    dialect: Dialect
    folder: str

    @property
    def name(self) -> str:
        """What its manifest calls it, else the name of its folder."""
        manifests = (os.path.join(self.folder, it.path) for it in plugin_places(self.dialect) if it.manifest)
        return next((name for it in manifests if (name := name_in(it))), "") or os.path.basename(self.folder)

    @property
    def name_added(self) -> str:
        """What settings call it where the agent was started with its folder."""
        return f"{self.name}@inline"

    def places(self) -> tuple[str, ...]:
        """Every file that may have hooks of it, whether it is there or not, each once."""
        places = [(it, path) for it in plugin_places(self.dialect) for path in paths_at(self.folder, it)]
        named = (one for it, path in places if it.manifest for one in named_files(self.dialect, path, self.folder))
        return tuple(dict.fromkeys([*(path for _, path in places), *named]))

    def hook_files(self) -> tuple[str, ...]:
        """The files that are there and have hooks, or say where some are."""
        manifests = {os.path.join(self.folder, it.path) for it in plugin_places(self.dialect) if it.manifest}
        there = (it for it in self.places() if os.path.isfile(it))
        return tuple(it for it in there if self._is_one(it, manifest=it in manifests))

    def _is_one(self, path: str, *, manifest: bool) -> bool:
        return has_hooks(self.dialect, path) if manifest else concerns_hooks(self.dialect, Scope.PLUGIN, path)

    def manifest(self, open_texts: Mapping[str, str]) -> HookFile | None:
        """Its manifest, be it about hooks or not; None if it has none that can be read."""
        paths = (os.path.join(self.folder, it.path) for it in plugin_places(self.dialect) if it.manifest)
        read_ones = (read(self.dialect, Scope.PLUGIN, it, open_texts) for it in paths)
        return next((it.file for it in read_ones if isinstance(it, Loaded)), None)


def plugins_in(folder: str) -> tuple[Plugin, ...]:
    """The plugins at a folder and below it, by what lies in their folders or who lists them, those further up first.

    Whether the agent runs their hooks in some project is another matter: they are written here, not installed.
    """
    dialects = tuple(it for it in OUTLINES if it.plugins.marks)
    found = {(it.id, folder): it for it in dialects if _is_unmarked_plugin(it, folder)}
    for above, names in _folders(folder):
        found.update({(it.id, path): it for it in dialects for path in _plugins_at(it, above, names)})
        if len(found) >= _MOST_PLUGINS:
            break
    return tuple(Plugin(by_id(dialect.id), path) for (_, path), dialect in found.items())[:_MOST_PLUGINS]


def hook_files_in_use(folder: str, host: Host = NOBODY) -> Iterator[str]:
    """The hook files that apply in a folder and are there, those of the host's user, and the folder's plugins'."""
    found = ((it.id, *place) for it in OUTLINES for place in hook_paths(it, folder, host))
    there = ((by_id(id), scope, path) for id, scope, path in found if os.path.isfile(path))  # noqa: A001
    yield from (path for dialect, scope, path in there if concerns_hooks(dialect, scope, path))
    yield from (path for plugin in plugins_in(folder) for path in plugin.hook_files())


def plugin_at(file: HookFile) -> Plugin | None:
    """The plugin that a file is part of, where its dialect marks plugins."""
    if file.scope is not Scope.PLUGIN or not file.dialect.plugins.marks:
        return None
    return Plugin(file.dialect, file.plugin or file.project)


def _plugins_at(dialect: Located, folder: str, names: frozenset[str]) -> Iterator[str]:
    """The folder where it is a plugin, and those that a list in it names; `names` are those of the folders in it."""
    if names.isdisjoint(dialect.plugins.marks):
        return
    if any(os.path.isfile(os.path.join(folder, it.path)) for it in plugin_places(dialect)):
        yield folder
    if dialect.plugins.marketplace is not None:
        listed = listed_plugins(os.path.join(folder, dialect.plugins.marketplace), folder)
        yield from (it for it in listed if os.path.isdir(it))


def _is_unmarked_plugin(dialect: Located, folder: str) -> bool:
    """Whether the folder itself is a plugin without a manifest, by what its hooks use."""
    paths = (os.path.join(folder, it.path) for it in plugin_places(dialect) if not it.manifest)
    told = (told_by_content(it) for it in paths if os.path.isfile(it))
    return any(it is not None and it[0].id == dialect.id and it[1] is Scope.PLUGIN for it in told)


def _folders(folder: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The folder and those below it, level by level as far as plugins are looked for, with the folders in each."""
    level, left = [folder], _MOST_FOLDERS
    for _ in range(_DEEPEST + 1):
        below: list[str] = []
        for it in level[:left]:
            names = _subfolders(it)
            yield it, names
            below += (
                os.path.join(it, name) for name in sorted(names) if not name.startswith(".") and name not in PASSED_OVER
            )
        left -= len(level)
        if left <= 0:
            return
        level = below


_kept: dict[str, tuple[int, frozenset[str]]] = {}


def _subfolders(folder: str) -> frozenset[str]:
    """The names of the folders in a folder, read again only where it has changed; links are not followed."""
    try:
        changed = os.stat(folder).st_mtime_ns
        kept = _kept.get(folder)
        if kept is not None and kept[0] == changed:
            return kept[1]
        with os.scandir(folder) as entries:
            names = frozenset(it.name for it in entries if it.is_dir(follow_symlinks=False))
    except OSError:
        return frozenset()
    if time.time_ns() - changed > _UNSETTLED:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[folder] = (changed, names)
    return names
