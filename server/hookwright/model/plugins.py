"""The plugins of an agent: where they lie, what marks them, and what their hooks are given."""

from __future__ import annotations

import re

from msgspec import Struct

from hookwright.model.servers import PluginServers


class PluginFolder(Struct, frozen=True):
    """A folder that is a plugin, relative to the project or the user's home; a last part `*` is every folder there."""

    path: str
    below_home: bool = False


class InstalledPlugins(Struct, frozen=True):
    """The plugins that a user has installed: the key of the settings that switches each on, by its name.

    `plugins` and `marketplaces` are the agent's own lists of them, below the user's home.  `default` is the key of a
    manifest that switches a plugin off where the settings do not speak of it, `needs` the one that lists the plugins
    without which it is not loaded.
    """

    enabled_by: str
    plugins: str
    marketplaces: str
    default: str = ""
    needs: str = ""


class PluginOptions(Struct, frozen=True):
    """What the user of a plugin has set: `${placeholder.KEY}`, which a shell is never given, and the variable.

    The key `settings` of the user's settings has it, by the plugin's name, under the key `values` there.
    """

    placeholder: str
    variable: str
    settings: str
    values: str

    def variable_of(self, key: str) -> str:
        """The variable that holds an option."""
        return self.variable.format(key=re.sub(r"\W", "_", key, flags=re.ASCII).upper())


class Plugins(Struct, frozen=True, kw_only=True, eq=False):
    """Where an agent has its plugins, which folders are any, and what comes with them.

    They lie in the `folders`, in the order in which they apply.  If there are `marks`, a folder is a plugin of the
    dialect only if it holds one of them, or if a `marketplace`, a file that lists plugins, above it names it; one that
    holds one of `foreign_marks` is another agent's.  `installed` says how users get them, `options` how their hooks get
    what the user has set, `data` is the folder below the user's home with a folder for the data of each, empty if
    there is none, and `servers` how the tools of their MCP servers are named.  Unless `wraps_events` is false,
    an object of hooks in a manifest may have its events under the key of the hooks once more.  `nowhere_else`: a folder
    that does not lie in one of the `folders` is no plugin of the dialect.  Before the version in `names_usual_since`, a
    plugin is refused whose manifest names the file with hooks that is read in any case.
    """

    folders: tuple[PluginFolder, ...] = ()
    marks: tuple[str, ...] = ()
    foreign_marks: tuple[str, ...] = ()
    marketplace: str | None = None
    installed: InstalledPlugins | None = None
    options: PluginOptions | None = None
    data: str = ""
    servers: PluginServers | None = None
    wraps_events: bool = True
    nowhere_else: bool = False
    names_usual_since: str = ""
