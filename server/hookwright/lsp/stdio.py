"""The language server over standard input and output, as editors start it."""

from __future__ import annotations

from hookwright.lsp.features import feature
from hookwright.lsp.start import leave, serve, serve_stdio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from hookwright.lsp.protocol import HookProtocol
    from hookwright.lsp.session import Session


def main() -> NoReturn:
    """Serves one client and ends the process."""
    leave(serve_stdio(serve_descriptors))


def serve_descriptors(in_fd: int, out_fd: int) -> int:
    """Serves one client over two descriptors and gives the exit code."""
    return serve(in_fd, out_fd, feature, _build, at_end=_end)


def _build(session: Session) -> HookProtocol:
    from hookwright.lsp.build import build_protocol

    return build_protocol(session)


def _end() -> None:
    """Leaves no hook running."""
    import sys

    if (process := sys.modules.get("hookwright.engine.process")) is not None:
        process.kill_everything()
