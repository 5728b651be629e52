"""The folder whose scripts hooks name by a variable, since they run wherever the agent is at work."""

from __future__ import annotations

from dataclasses import dataclass

from hookwright.analysis.hook_scripts import plugin_root
from hookwright.config.view import HookFile
from hookwright.model.event import Source, Variable
from hookwright.model.hook import Scope


@dataclass(frozen=True, slots=True)
class ScriptRoot:
    """A folder that has variables; `of_plugin`: it is the plugin's own."""

    folder: str
    variables: tuple[Variable, ...]
    of_plugin: bool = False

    def variable(self, event: str) -> Variable | None:
        """The one that a hook of the event gets."""
        return next((it for it in self.variables if it.on(event)), None)


def script_root(file: HookFile, project: str) -> ScriptRoot | None:
    """The root of a file's scripts; None where relative paths are as good, or there is no root."""
    plugin = plugin_root(file)
    if plugin is not None:
        return ScriptRoot(plugin.folder, plugin.variables, of_plugin=True)
    tells_folder = any(it.source is Source.CWD for it in file.dialect.payload)
    if not tells_folder or file.scope not in (Scope.PROJECT, Scope.LOCAL):
        return None
    variables = tuple(it for it in file.dialect.variables if it.root and it.source is Source.PROJECT_DIR)
    return ScriptRoot(project, variables)
