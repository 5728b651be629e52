"""Language server, command line and engine for the hook files of coding agents.

from hookwright import HookService, SeveralDialects

async with await HookService.open(project_dir=".") as hooks:
    answer = await hooks.on_pre_tool_use("Bash", "toolu_1", {"command": "rm -rf /"})
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.client.service import RemoteHookService
    from hookwright.engine.facade import HookService, SeveralDialects
    from hookwright.engine.hooks import Hooks

__all__ = ["HookService", "Hooks", "RemoteHookService", "SeveralDialects", "__version__"]

__version__ = "0.1.0"

_PLACES = {
    "HookService": "hookwright.engine.facade",
    "Hooks": "hookwright.engine.hooks",
    "RemoteHookService": "hookwright.client.service",
    "SeveralDialects": "hookwright.engine.facade",
}


def __getattr__(name: str) -> object:
    # The language server imports this package too, and must not wait for the engine.
    if name in _PLACES:
        from importlib import import_module

        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
