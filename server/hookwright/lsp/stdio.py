"""The language server over standard input and output, as editors start it."""

from __future__ import annotations

from hookwright.lsp.start import leave, serve_stdio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from hookwright.lsp.server import HookServer
    from hookwright.lsp.shapes import EarlyDiagnostics


def main() -> NoReturn:
    """Serves one client and ends the process."""
    leave(serve_stdio(build, load_early=load_early, at_end=end))


def build() -> HookServer:
    """The server, imported only when `initialize` was answered."""
    from hookwright.lsp.build import build_server

    return build_server()


def load_early() -> EarlyDiagnostics:
    """The diagnostics of documents that are opened before the server is whole."""
    from hookwright.lsp.diagnostics import early_publication

    return early_publication


def end() -> None:
    """Leaves no hook running."""
    import sys

    if (process := sys.modules.get("hookwright.engine.process")) is not None:
        process.kill_everything()
