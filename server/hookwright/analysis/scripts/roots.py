"""The folders that a hook file's scripts are named from: its plugin, or its project where that has variables."""

from __future__ import annotations

from msgspec import Struct

from hookwright.config.view import HookFile
from hookwright.model.event import Source, Variable
from hookwright.model.hook import Scope


class PluginRoot(Struct, frozen=True):
    """The folder of the plugin that a file belongs to, and the variables that its hooks name it by."""

    folder: str
    variables: tuple[Variable, ...]

    def variable(self, event: str) -> str | None:
        """The name to use on an event, None if its hooks get none."""
        return next((it.name for it in self.variables if it.on(event)), None)


def plugin_root(file: HookFile) -> PluginRoot | None:
    """The plugin of a file, None if it is not a plugin's, or its place does not tell of which."""
    named = (it for it in file.dialect.variables if it.root and it.source is Source.PLUGIN_ROOT)
    variables = tuple(it for it in named if it.scopes is None or file.scope in it.scopes)
    folder = file.plugin if variables else None
    return PluginRoot(folder, variables) if folder is not None else None


class ScriptRoot(Struct, frozen=True):
    """A folder that has variables; `of_plugin`: it is the plugin's own."""

    folder: str
    variables: tuple[Variable, ...]
    of_plugin: bool = False

    def variable(self, event: str) -> Variable | None:
        """The one that a hook of the event gets."""
        return next((it for it in self.variables if it.on(event)), None)


def script_root(file: HookFile, project: str) -> ScriptRoot | None:
    """The root of a file's scripts; None if relative paths are as good, or there is no root."""
    plugin = plugin_root(file)
    if plugin is not None and file.dialect.running.in_plugin:
        return None
    if plugin is not None:
        return ScriptRoot(plugin.folder, plugin.variables, of_plugin=True)
    dialect = file.dialect
    tells_folder = any(it.source is Source.CWD for it in dialect.payload)
    if not tells_folder or dialect.running.in_project or file.scope not in (Scope.PROJECT, Scope.LOCAL):
        return None
    # Nobody knows of which project a file is that no agent looks for.
    if not file.is_placed:
        return None
    variables = tuple(it for it in file.dialect.variables if it.root and it.source is Source.PROJECT_DIR)
    return ScriptRoot(project, variables)
