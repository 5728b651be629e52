"""What applies to a project now: its hook files, read, with the editor's text before the disk's, and their hooks.

A file that breaks keeps those hooks of its last good reading that the broken text still has (see `last_good`).  A file
that is broken when it is first read has none.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.config.environment import settings_environment
from hookwright.config.knobs import knobs_of, listed_at_root, spares_managed, switched_off
from hookwright.config.loading import Loaded, closed_notice, read
from hookwright.config.plugin_use import PluginInUse, installed_plugins, left_out, plugins_in_use
from hookwright.config.plugins import Plugin
from hookwright.config.view import HookFile
from hookwright.host import NOBODY, Host
from hookwright.model.codes import Code, Notice
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Hook, OwnerKind, Scope
from hookwright.readers.folders import plugin_of
from hookwright.readers.place import location_at
from hookwright.readers.search import hook_paths, managed_paths

# What settings are called that are no file.
_INLINE = "--settings"


class Snapshot(Struct, frozen=True):
    """The files of one dialect that apply, in their order, their runnable hooks, and what had to be left out.

    `switched_off` says why none of the hooks is to run, None if they are; those of managed settings are where it
    `spares_managed`.  `knobs` are the keys beside the events with their values, in the file's unit.  `urls` are
    those that http hooks may call, `variables` those that their headers may hold; None is no restriction.
    `environment` are the variables that the files set for every hook, `plugins` those that are in use, by folder.
    """

    dialect: Dialect
    files: tuple[HookFile, ...]
    hooks: tuple[Hook, ...]
    problems: tuple[Notice, ...]
    switched_off: str | None = None
    knobs: Mapping[str, Any] = field(default_factory=dict)
    urls: tuple[str, ...] | None = None
    variables: tuple[str, ...] | None = None
    spares_managed: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)
    plugins: Mapping[str, PluginInUse] = field(default_factory=dict)

    @property
    def is_borrowed(self) -> bool:
        """Whether all of the files are another agent's, which this one reads too: whether it is used is not known."""
        return bool(self.files) and all(_is_borrowed(self.dialect, it) for it in self.files)

    def runs(self, hook: Hook) -> bool:
        """Whether the hook is switched on."""
        return self.switched_off is None or (self.spares_managed and hook.scope.is_of_machine)


class NamedFiles(Struct, frozen=True, kw_only=True):
    """What somebody names in place of the files that are found, and what an agent is started with besides them.

    `config_files` replace what is found; None replaces nothing.  `plugin_dirs` are folders of plugins, and `settings`
    files with settings, of which the last one counts; in the place of one there may be its JSON text.
    """

    config_files: Sequence[str] | None = None
    plugin_dirs: Sequence[str] = ()
    settings: Sequence[str] = ()

    def paths(self) -> tuple[str, ...]:
        """Every file and folder that is named, as it is written."""
        return (*(self.config_files or ()), *self.plugin_dirs, *(it for it in self.settings if not _is_inline(it)))

    def absolute(self) -> NamedFiles:
        """The same, where what is relative is so to the process' own folder."""
        return replace(
            self,
            plugin_dirs=tuple(map(os.path.abspath, self.plugin_dirs)),
            settings=tuple(it if _is_inline(it) else os.path.abspath(it) for it in self.settings),
        )


NOTHING_NAMED = NamedFiles()


def _is_inline(settings: str) -> bool:
    return settings.lstrip().startswith("{")


def _is_borrowed(dialect: Dialect, file: HookFile) -> bool:
    location = location_at(dialect, file.path, file.scope)
    return location is not None and location.borrowed


def load(
    dialect: Dialect,
    project: str,
    host: Host = NOBODY,
    named: NamedFiles = NOTHING_NAMED,
    *,
    open_texts: Mapping[str, str] | None = None,
    given: Mapping[str, str] | None = None,
) -> Snapshot:
    """The snapshot of a project, with what is `named` in place of its files or besides them.

    The variables of the `host` that the dialect knows go before what the files set (A19), and say where the user's
    files are.  `open_texts` (by path) go before the disk.  Files that are `given` to a dialect, by the ids of these,
    are of no other.

    Files that are not there are not a problem unless they were named.  A file that cannot be read, or not understood,
    is a sentence in `problems`, and the others apply anyway.  Of a file that has broken since this process read
    it last, the hooks apply that were well-formed then and are still there, and a sentence says how many.
    """
    closed: list[str] = []
    if named.config_files is None:
        places = _with_given(dialect, project, host, hook_paths(dialect, project, host, closed.append), given or {})
        places += managed_paths(dialect, host)
    else:
        places = _named(dialect, named.config_files)
    settings, texts = _settings_added(project, named.settings, open_texts or {})
    problems: list[Notice] = [closed_notice(it) for it in closed]
    found: list[Loaded] = []

    def take(scope: Scope, path: str, *, wanted: bool) -> None:
        loaded = read(dialect, scope, path, texts)
        if isinstance(loaded, Loaded):
            found.extend([loaded] if loaded.file.concerns_hooks else [])
        elif loaded is not None or wanted:
            missing = Notice(f"{path}: does not exist, so it adds no hooks", Code.MISSING_FILE, path)
            problems.append(loaded or missing)

    for it, path in _in_order((*places, *settings)):
        take(it, path, wanted=named.config_files is not None or (it, path) in settings)
    added = tuple(os.path.abspath(os.path.join(project, it)) for it in named.plugin_dirs)
    installed = installed_plugins(dialect, [one.file for one in found], host) if host.home else {}
    for folder in dict.fromkeys((*installed, *added)):
        for path in Plugin(dialect, folder).hook_files():
            if all(one.file.path != path for one in found):
                take(Scope.PLUGIN, path, wanted=True)
    problems += (sentence for one in found for sentence in one.problems)
    out = left_out(dialect, [one.file for one in found], added, texts, installed)
    problems += (Notice(it, Code.PLUGIN_LEFT_OUT, folder) for folder, it in out.items() if it is not None)
    kept = _first_of_each_name([one for one in found if _plugin(dialect, one.file) not in out])
    hooks = tuple(hook for one in kept for hook in _under_plugin(dialect, one))
    said = tuple(file for one in found for file in one.settings())
    snapshot = snapshot_of(dialect, tuple(one.file for one in found), hooks, tuple(dict.fromkeys(problems)), host, said)
    names = {**installed, **{it: Plugin(dialect, it).name_added for it in added}}
    return replace(snapshot, plugins=plugins_in_use(dialect, names, said, host)) if names else snapshot


def _first_of_each_name(found: Sequence[Loaded]) -> Sequence[Loaded]:
    """The files without those whose skill, command or agent the agent does not know, as another has its name."""
    known: dict[object, Loaded] = {}
    for one in found:
        owner = one.file.owner
        owner = replace(owner, also="") if owner is not None else None
        if owner is None or one.file.scope is Scope.PLUGIN:
            known[one.file.path] = one
        elif owner not in known or (one.file.location is not None and one.file.location.last_counts):
            known[owner] = one
    return tuple(known.values())


def _under_plugin(dialect: Dialect, one: Loaded) -> Iterable[Hook]:
    """The hooks of a file; those of a plugin's skill under the name that it has with the plugin's before it."""
    owner, folder = one.file.owner, _plugin(dialect, one.file)
    if owner is None or folder is None or owner.kind is not OwnerKind.SKILL:
        return one.hooks
    plugin = Plugin(dialect, folder).name
    named = replace(owner, name=f"{plugin}:{owner.name}", also=f"{plugin}:{owner.also}" if owner.also else "")
    return (replace(it, owner=named) for it in one.hooks)


def _with_given(
    dialect: Dialect,
    project: str,
    host: Host,
    places: tuple[tuple[Scope, str], ...],
    given: Mapping[str, str],
) -> tuple[tuple[Scope, str], ...]:
    """The places without files that are given to other dialects, and with those that are given to this one."""
    own = tuple(it for it in places if given.get(it[1], dialect.id) == dialect.id)
    known = {path for _, path in own}
    more = [path for path, it in given.items() if it == dialect.id and path not in known]
    if not more:
        return own
    from hookwright.readers.choice import placed

    return (*own, *((placed(it, project, host.home or None, named=dialect.id)[0].scope, it) for it in more))


def _in_order(places: Iterable[tuple[Scope, str]]) -> Iterable[tuple[Scope, str]]:
    """What managers preset before all others, and what they demand behind them, so that it is the last word."""
    return sorted(places, key=lambda it: (it[0] is Scope.MANAGED) - (it[0] is Scope.SYSTEM))


def _settings_added(
    project: str, given: Sequence[str], texts: Mapping[str, str]
) -> tuple[tuple[tuple[Scope, str], ...], Mapping[str, str]]:
    """The place of the settings that are added, and the texts with theirs where no file was named."""
    if not given:
        return (), texts
    last = given[-1]
    if _is_inline(last):
        path = os.path.join(project, _INLINE)
        return ((Scope.OVERRIDE, path),), {**texts, path: last}
    return ((Scope.OVERRIDE, os.path.abspath(os.path.join(project, last))),), texts


def _plugin(dialect: Dialect, file: HookFile) -> str | None:
    return plugin_of(dialect, file.path) if file.scope is Scope.PLUGIN else None


def snapshot_of(
    dialect: Dialect,
    files: tuple[HookFile, ...],
    hooks: tuple[Hook, ...],
    problems: tuple[Notice, ...],
    host: Host = NOBODY,
    settings: Sequence[HookFile] | None = None,
) -> Snapshot:
    """The snapshot of files that have been read, with what their knobs, or those of `settings`, are set to."""
    settings = files if settings is None else settings
    knobs = knobs_of(dialect, settings, host.environ)
    off = switched_off(dialect, settings, knobs)
    spares = off is not None and spares_managed(dialect, settings)
    urls, variables = (listed_at_root(it, settings) for it in (dialect.http.urls, dialect.http.variables))
    return Snapshot(
        dialect=dialect,
        files=files,
        hooks=hooks,
        problems=(*problems, *knobs.problems),
        switched_off=off,
        knobs=knobs.values,
        urls=urls,
        variables=variables,
        spares_managed=spares,
        environment=settings_environment(dialect, settings),
    )


def _named(dialect: Dialect, paths: Iterable[str]) -> tuple[tuple[Scope, str], ...]:
    """Files that were named apply instead of all others; the hooks of a plugin's still get its variables."""
    named = dict.fromkeys(map(os.path.abspath, paths))
    return tuple((_scope_of_named(dialect, path), path) for path in named)


def _scope_of_named(dialect: Dialect, path: str) -> Scope:
    from hookwright.readers.choice import place_of

    return Scope.PLUGIN if place_of(path) == (dialect, Scope.PLUGIN) else Scope.OVERRIDE
