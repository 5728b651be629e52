"""The tree of all configured hooks: as open documents have them or else the disk, and how they did last."""

from __future__ import annotations

import logging
import os.path
import threading
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.settings import FILE_NAME
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.config.plugins import Plugin, plugin_at, plugins_in
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.config.workspace import NamedFiles, Snapshot, load, snapshot_of
from hookwright.dialects.outlines import OUTLINES
from hookwright.engine.journal.statistics import HookKey, LastRun, latest
from hookwright.errors import HookwrightError, UnreadableInput
from hookwright.ide.configured_hooks import Configured, configured
from hookwright.ide.hook_tree import HookTreeJson, SeenHooksOf, TreeContext, tree_json
from hookwright.lsp.kinds import open_document
from hookwright.lsp.options import Options
from hookwright.lsp.stamps import DATABASE_LOG, Inspected, stamp
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.readers.plugins import plugin_places
from hookwright.readers.search import hook_paths
from hookwright.reports.hook_list import overview
from hookwright.workflows.disabled_hooks.edits import DisabledHook
from hookwright.workflows.disabled_hooks.store import read_disabled, store_path
from hookwright.workflows.guarding.guard import Guard
from hookwright.workflows.guarding.kept import KnownGuards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.engine.journal.statistics import HookKey, LastRun


# The folder, the dialect's id, and whether it is what a plugin there has.
_Key = tuple[str, str, str | None]
_PLUGIN = "plugin"


class TreeRequest(Struct, frozen=True):
    """What a tree is made of beside the disk.

    `texts` are those of the open documents by path, `uris` their URIs.  `fired` is what this session has fired last,
    `journal` the path of the database, None if nothing is recorded, `seen` what agents recorded
    themselves, by project.  Where `open_too`, so are hook files that are
    open and that apply in none of the `folders`.
    """

    folders: tuple[str, ...]
    open_too: bool
    options: Options
    texts: Mapping[str, str]
    uris: Mapping[str, str]
    journal: str | None
    fired: Mapping[HookKey, LastRun]
    seen: Mapping[str, SeenHooksOf]


def found_hooks(asked: TreeRequest, looked: Inspected) -> tuple[Configured, ...]:
    """What each folder has in each dialect, the plugins that are written there, and what is open elsewhere."""
    snapshots: dict[_Key, Snapshot] = {}
    names: dict[_Key, str] = {}
    plugins = {_key_of(it): (folder, it) for folder in asked.folders for it in plugins_in(folder)}
    theirs = {path for _, it in plugins.values() for path in it.places()}
    for folder in asked.folders:
        for it in _snapshots(asked, folder, looked):
            # What one agent takes for a plugin of its own may say that it is another agent's.
            if not it.files or any(file.path not in theirs for file in it.files):
                snapshots[folder, it.dialect.id, None] = it
    for key, (folder, plugin) in plugins.items():
        snapshot = _of_plugin(asked, plugin, folder, looked)
        if snapshot is not None:
            snapshots[key], names[key] = snapshot, plugin.name
    for file in _open_elsewhere(asked, snapshots) if asked.open_too else ():
        own = plugin_at(file)
        key = (file.project, file.dialect.id, None) if own is None else _key_of(own)
        before = snapshots.get(key)
        if before is None or all(it.path != file.path for it in before.files):
            snapshots[key] = _with(asked, before, key[0], file, looked)
        if own is not None:
            names[key] = own.name
    return tuple(_configured(key[0], it, looked, names.get(key)) for key, it in snapshots.items())


def _key_of(plugin: Plugin) -> _Key:
    return plugin.folder, plugin.dialect.id, _PLUGIN


def _of_plugin(asked: TreeRequest, plugin: Plugin, folder: str, looked: Inspected) -> Snapshot | None:
    """The plugin's own hooks alone; None if it has none.  A new one beside it is noticed, too."""
    places = plugin.places()
    usual = {os.path.join(plugin.folder, it.path) for it in plugin_places(plugin.dialect)}
    looked.places.update((path, stamp(path)) for path in places if path in usual)
    around = (plugin.folder, os.path.dirname(plugin.folder)) if plugin.folder != folder else ()
    for path in (*(it for it in places if it not in usual), *around):
        looked.stamp(path)
    if not plugin.hook_files():
        return None
    alone = NamedFiles(config_files=(), plugin_dirs=(plugin.folder,))
    found = load(plugin.dialect, plugin.folder, named=alone, open_texts=asked.texts)
    return found if found.problems or any(it.events for it in found.files) else None


def _snapshots(asked: TreeRequest, folder: str, looked: Inspected) -> Iterator[Snapshot]:
    settings = os.path.join(folder, FILE_NAME)
    looked.places[settings] = stamp(settings)
    for dialect in OUTLINES:
        looked.places.update((path, stamp(path)) for _, path in hook_paths(dialect, folder, asked.options.host))
    yield from overview(folder, asked.options.host, open_texts=asked.texts)


def _load(asked: TreeRequest, dialect: Dialect, project: str, looked: Inspected) -> Snapshot:
    host = asked.options.host
    looked.places.update((path, stamp(path)) for _, path in hook_paths(dialect, project, host))
    return load(dialect, project, host, open_texts=asked.texts)


def _open_elsewhere(asked: TreeRequest, snapshots: Mapping[_Key, Snapshot]) -> Iterator[HookFile]:
    dialects = ProjectSettings(asked.options.home, texts=asked.texts)
    known = {file.path for it in snapshots.values() for file in it.files}
    for path, uri in asked.uris.items():
        if path in known:
            continue
        file = open_document(uri, None, asked.texts[path], asked.options, dialects.dialect_of).file
        if file is not None and (file.events or not file.manifest):
            yield file


def _with(asked: TreeRequest, before: Snapshot | None, project: str, file: HookFile, looked: Inspected) -> Snapshot:
    """The snapshot of an open file's own project, with the file, which may stand at no place of the dialect."""
    alone = file.scope is Scope.PLUGIN and bool(file.dialect.plugins.marks)
    snapshot = before or (_none(file.dialect) if alone else _load(asked, file.dialect, project, looked))
    if any(it.path == file.path for it in snapshot.files):
        return snapshot
    hooks, problems = runnable_hooks(file)
    if not snapshot.files:
        return snapshot_of(file.dialect, (file,), hooks, problems, asked.options.host)
    return replace(
        snapshot,
        files=(*snapshot.files, file),
        hooks=(*snapshot.hooks, *hooks),
        problems=(*snapshot.problems, *problems),
    )


def _none(dialect: Dialect) -> Snapshot:
    return snapshot_of(dialect, (), (), ())


def _configured(project: str, snapshot: Snapshot, looked: Inspected, plugin: str | None) -> Configured:
    disabled: dict[str, tuple[DisabledHook, ...]] = {}
    problems: dict[str, None] = {}
    for file in snapshot.files:
        path = store_path(file)
        if looked.is_file(path):
            try:
                disabled[file.path] = read_disabled(path)
            except UnreadableInput as wrong:
                problems[str(wrong)] = None
    return replace(configured(project, snapshot, disabled, tuple(problems)), plugin=plugin)


logger = logging.getLogger(__name__)


class HookTrees:
    """Makes the trees of one session, one at a time, from any thread; runs nothing."""

    def __init__(self, guards: KnownGuards) -> None:
        self._making = threading.Lock()
        self._guards = guards
        self._read_at: object = None
        self._recorded: Mapping[HookKey, LastRun] = {}

    def make(self, asked: TreeRequest) -> tuple[HookTreeJson, Inspected]:
        """The answer to `hookwright/hooks`, and what it depends on."""
        with self._making:
            looked = Inspected()
            found = found_hooks(asked, looked)
            last = self._last(asked, found, looked)
            around = TreeContext(asked.options.home, asked.uris, last, looked.is_file, self._guards_of)
            trees = [tree_json(it, replace(around, seen=asked.seen.get(it.project, {}))) for it in found]
            return {"dialects": trees}, looked

    def _guards_of(self, file: HookFile) -> Mapping[str, Guard]:
        try:
            return self._guards.of(file)
        except Exception:
            logger.exception("the guards of %s cannot be looked at", file.path)
            return {}

    def _last(self, asked: TreeRequest, found: Sequence[Configured], looked: Inspected) -> Mapping[HookKey, LastRun]:
        """How the hooks did; the journal is read again where it has changed, or other hooks are there."""
        if asked.journal is None or looked.stamp(asked.journal) is None:
            return asked.fired
        hooks = frozenset(it for one in found for it in one.identities())
        now = (looked.stamp(asked.journal), looked.stamp(asked.journal + DATABASE_LOG), hooks)
        if now != self._read_at:
            try:
                self._recorded = latest(asked.journal, hooks, timed=False)
            except HookwrightError as error:
                logger.info("%s", error)
                self._recorded = {}
            self._read_at = now
        fired = {key: it for key, it in asked.fired.items() if _is_newest(it, self._recorded.get(key))}
        return {**self._recorded, **fired}


def _is_newest(fired: LastRun, recorded: LastRun | None) -> bool:
    return recorded is None or recorded.dispatch_id == fired.dispatch_id
