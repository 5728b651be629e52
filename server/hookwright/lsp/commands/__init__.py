"""What `workspace/executeCommand` runs: every command in one table, with its handler, imported when first needed.

A handler is called as `handler(services, params)`, made of the one object that lenses and actions carry, and gives the
result of the method of the same name.  A plain client is shown a report beside that.
"""

from __future__ import annotations

from msgspec import Struct

from hookwright.embedding.params import Params, ProjectParams
from hookwright.lsp import methods


class ServerCommand(Struct, frozen=True):
    """A command, its handler as `module.function` in this package, and what its argument is read as."""

    name: str
    handler: str
    params: type[Params]


COMMANDS = (
    ServerCommand("hookwright.fire", "reports.fire", methods.FireParams),
    ServerCommand("hookwright.fireScratch", "reports.fire_scratch", methods.FireParams),
    ServerCommand("hookwright.explain", "reports.explain", methods.FireParams),
    ServerCommand("hookwright.lastReport", "reports.last_report", methods.LastReportParams),
    ServerCommand("hookwright.disableHook", "disabled_hooks.disable_hook", methods.FireParams),
    ServerCommand("hookwright.enableHook", "disabled_hooks.enable_hook", methods.EnableHookParams),
    ServerCommand("hookwright.makeExecutable", "files.make_executable", methods.FireParams),
    ServerCommand("hookwright.changeScript", "files.change_script", methods.ChangeScriptParams),
    ServerCommand("hookwright.newSample", "files.new_sample", methods.FireParams),
    ServerCommand("hookwright.replay", "reports.replay", methods.ReplayParams),
    ServerCommand("hookwright.status", "reports.status", ProjectParams),
    ServerCommand("hookwright.doctor", "reports.doctor", ProjectParams),
    ServerCommand("hookwright.list", "reports.list_hooks", ProjectParams),
)
