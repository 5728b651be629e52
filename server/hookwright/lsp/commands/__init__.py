"""What `workspace/executeCommand` runs: every command in one table, with its handler, imported when first needed.

A handler is called as `handler(services, params)`, made of the one object that lenses and actions carry, and gives the
result of the method of the same name.  A plain client is shown a report beside that.
"""

from __future__ import annotations

from msgspec import Struct

from hookwright.embedding.methods import params_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.embedding.params import Params


class ServerCommand(Struct, frozen=True):
    """A command, its handler as `module.function` in this package, and the name of what its argument is read as."""

    name: str
    handler: str
    reads: str

    @property
    def params(self) -> type[Params]:
        """What its argument is read as."""
        return params_named(self.reads)


COMMANDS = (
    ServerCommand("hookwright.fire", "reports.fire", "lsp.methods.FireParams"),
    ServerCommand("hookwright.fireScratch", "reports.fire_scratch", "lsp.methods.FireParams"),
    ServerCommand("hookwright.attack", "attacks.attack", "lsp.methods.AttackParams"),
    ServerCommand("hookwright.explain", "reports.explain", "lsp.methods.FireParams"),
    ServerCommand("hookwright.lastReport", "reports.last_report", "lsp.methods.LastReportParams"),
    ServerCommand("hookwright.goToHooks", "scripts.go_to_hooks", "lsp.methods.ScriptParams"),
    ServerCommand("hookwright.goToScript", "scripts.go_to_script", "lsp.methods.FireParams"),
    ServerCommand("hookwright.disableHook", "disabled_hooks.disable_hook", "lsp.methods.FireParams"),
    ServerCommand("hookwright.enableHook", "disabled_hooks.enable_hook", "lsp.methods.EnableHookParams"),
    ServerCommand("hookwright.makeExecutable", "files.make_executable", "lsp.methods.FireParams"),
    ServerCommand("hookwright.changeScript", "files.change_script", "lsp.methods.ChangeScriptParams"),
    ServerCommand("hookwright.newSample", "files.new_sample", "lsp.methods.FireParams"),
    ServerCommand("hookwright.replay", "reports.replay", "lsp.methods.ReplayParams"),
    ServerCommand("hookwright.status", "reports.status", "embedding.params.ProjectParams"),
    ServerCommand("hookwright.doctor", "reports.doctor", "embedding.params.ProjectParams"),
    ServerCommand("hookwright.seen", "reports.seen", "lsp.methods.SeenParams"),
    ServerCommand("hookwright.list", "reports.list_hooks", "embedding.params.ProjectParams"),
)
