"""Which plugins an agent loads, and what it knows of each: its name, the folder for its data, what its user has set."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from hookwright.config.environment import as_text
from hookwright.config.plugins import Plugin
from hookwright.config.view import HookFile
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.plugins import PluginOptions
from hookwright.patterns import late_pattern
from hookwright.readers.folders import plugin_of
from hookwright.readers.plugins import inside, parsed_file, plugin_places
from hookwright.readers.search import below_user
from hookwright.syntax.tree import JSON, Kind, Node, child, plain

# The options of a plugin are the user's: those that a project or a plugin sets are not read.
_OF_USERS = (Scope.USER, Scope.OVERRIDE, Scope.SYSTEM, Scope.MANAGED)
_NOT_IN_FOLDERS = late_pattern(r"[^A-Za-z0-9_-]")


class PluginInUse(Struct, frozen=True):
    """A plugin whose hooks apply: the folder for its data, empty if it has none, and the `options` that are set."""

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
    found = ((_folder_of(dialect, name, plugins, marketplaces), name) for name in names)
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


def _folder_of(dialect: Dialect, name: str, plugins: JSON, marketplaces: JSON) -> str | None:
    """Where a plugin is: in the marketplace where that is a folder of the machine, else where it was copied to."""
    plugin, _, marketplace = name.rpartition("@")
    source = _in(marketplaces, marketplace, "source", "path")
    if isinstance(source, str) and os.path.isabs(source) and dialect.plugins.marketplace is not None:
        listed = _in(_read(os.path.join(source, dialect.plugins.marketplace)), "plugins")
        for it in listed if isinstance(listed, list) else ():
            where = _in(it, "source")
            if _in(it, "name") == plugin and isinstance(where, str):
                return inside(source, where)
    copies = _in(plugins, "plugins", name)
    copied = _in(copies[-1], "installPath") if isinstance(copies, list) and copies else None
    return copied if isinstance(copied, str) and os.path.isabs(copied) else None


def _in(value: JSON, *keys: str) -> JSON:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _read(path: str) -> JSON:
    tree = parsed_file(path)
    return plain(tree.root) if tree is not None and tree.root is not None else None


def left_out(
    dialect: Dialect,
    files: Sequence[HookFile],
    added: Sequence[str],
    open_texts: Mapping[str, str],
    installed: Iterable[str] = (),
) -> Mapping[str, str | None]:
    """The folders of the plugins of these files that the agent does not load, each with why, unless a file says so.

    It refuses a plugin because of one file of it.  Of those that it is started with, in the folders `added`, it loads
    one of each name, and none that is switched off; they go before others of the same name.  `installed` are the
    folders of those that are switched on.  None is loaded that needs a plugin which is not.
    """
    voidings = [it.grammar.voiding for it in plugin_places(dialect) if it.grammar is not None]
    if not any(it is not None and it.plugin for it in voidings):
        return {}
    by_folder: dict[str, list[HookFile]] = {it: [] for it in added}
    for file in files:
        folder = plugin_of(dialect, file.path) if file.scope is Scope.PLUGIN else None
        if folder is not None:
            by_folder.setdefault(folder, []).append(file)
    switches = plugin_switches(dialect, files)
    found: dict[str, str | None] = {}
    named: dict[str, str] = {}
    for folder, its in by_folder.items():
        plugin = Plugin(dialect, folder)
        manifest = plugin.manifest(open_texts)
        why = _refusal(its, manifest)
        if why is None and folder in added:
            why = _why_off(dialect, plugin, manifest, switches) or _why_second(folder, named.get(plugin.name))
        if why is not None:
            found[folder] = why or None
        elif folder in added:
            named[plugin.name] = folder
    there = [Plugin(dialect, it) for it in dict.fromkeys((*installed, *by_folder)) if it not in found]
    return {**found, **_without_others(there, open_texts)}


def _without_others(plugins: Sequence[Plugin], open_texts: Mapping[str, str]) -> Mapping[str, str]:
    """The folders of the plugins that need one which is not among them, or is left out for the same reason."""
    needs = {it: _needs(it, open_texts) for it in plugins}
    found: dict[str, str] = {}
    while True:
        names = {it.name for it in needs}
        unmet = {it: next((one for one in its if one not in names), None) for it, its in needs.items()}
        out = {it: missing for it, missing in unmet.items() if missing is not None}
        if not out:
            return found
        for it, missing in out.items():
            why = f"needs the plugin `{missing}`, which is not loaded, so none of its hooks run"
            found[it.folder] = f"{it.folder}: {why}"
            del needs[it]


def _needs(plugin: Plugin, open_texts: Mapping[str, str]) -> tuple[str, ...]:
    """The names of the plugins that a plugin needs, without those of marketplaces."""
    known = plugin.dialect.plugins.installed
    manifest = plugin.manifest(open_texts) if known is not None and known.needs else None
    node = child(manifest.tree.root, known.needs) if known and manifest and manifest.tree.root else None
    given = (plain(it) for it in node.items) if node is not None else ()
    names = (it.get("name") if isinstance(it, dict) else it for it in given)
    return tuple(it.partition("@")[0] for it in names if isinstance(it, str))


def _refusal(files: Sequence[HookFile], manifest: HookFile | None) -> str | None:
    """Why the agent refuses a plugin: empty if one of the files says so, None if it does not refuse it."""
    if any(not cause.alone for it in files for cause in it.voided):
        return ""
    return None if manifest is None or manifest.void is None else f"{manifest.path}: {manifest.void}"


def _why_off(dialect: Dialect, plugin: Plugin, manifest: HookFile | None, switches: Mapping[str, object]) -> str | None:
    known, name = dialect.plugins.installed, plugin.name_added
    if known is not None and switches.get(name) is False:
        return f"{plugin.folder}: `{known.enabled_by}` of the settings switches `{name}` off, so none of its hooks run"
    key = known.default if known is not None and switches.get(name) is not True else ""
    root = manifest.tree.root if manifest is not None else None
    node = child(root, key) if root is not None else None
    if manifest is None or node is None or node.value is not False:
        return None
    return f"{manifest.path}: `{key}` is `false`, so none of the plugin's hooks run"


def _why_second(folder: str, first: str | None) -> str | None:
    return None if first is None else f"{folder}: a plugin of the same name is in {first}, so none of its hooks run"
