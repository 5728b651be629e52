"""Starts a language server: the first answer needs the standard library alone, the rest comes when it is needed."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable

from hookwright.lsp import stopping
from hookwright.lsp.greet import greet
from hookwright.lsp.outbox import Outbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from hookwright.lsp.protocol import HookProtocol
    from hookwright.lsp.session import Feature, Session

_LAST_WORDS_SECONDS = 1.0


def serve(
    in_fd: int,
    out_fd: int,
    feature: Callable[[str], Feature | None],
    build_protocol: Callable[[Session], HookProtocol],
    *,
    at_end: Callable[[], None] | None = None,
    log_level: str = "WARNING",
) -> int:
    """Serves one client over two descriptors and gives the exit code: 0 after a shutdown request, 1 otherwise.

    `feature` gives the handler of a method, called as `handler(session, params)`, and may import what that one needs.
    `build_protocol` makes pygls serve what is no feature; it is called in a thread, when such a request comes.
    `at_end` is called last, however the session ends.  Logs go to standard error.
    """
    # A stray print must not get between two frames.
    sys.stdout = sys.stderr
    stopping.heed()
    outbox = Outbox(out_fd)
    # Nearly all that starting makes is there to stay: looking for garbage in it costs time now and at every keystroke.
    gc.disable()
    try:
        return _serve(in_fd, outbox, feature, build_protocol, log_level)
    except (KeyboardInterrupt, SystemExit):
        return 1
    finally:
        gc.enable()
        if at_end is not None:
            at_end()
        outbox.flush(_LAST_WORDS_SECONDS)


def _serve(
    in_fd: int,
    outbox: Outbox,
    feature: Callable[[str], Feature | None],
    build_protocol: Callable[[Session], HookProtocol],
    log_level: str,
) -> int:
    greeting = greet(in_fd, outbox)
    if greeting is None:
        return 1

    import logging

    from hookwright.lsp.inbox import Inbox

    logging.basicConfig(stream=sys.stderr, level=log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")

    from hookwright.lsp.conversation import converse

    inbox = Inbox(in_fd, greeting.parser, greeting.rest)
    return converse(greeting.initialize["params"], inbox, outbox, feature, build_protocol)


def serve_stdio(serve_descriptors: Callable[[int, int], int]) -> int:
    """Serves over standard input and output, which nothing else in this process, nor a child of it, can reach then."""
    in_fd, out_fd = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    return serve_descriptors(in_fd, out_fd)


def leave(exit_code: int) -> NoReturn:
    """Ends the process after `serve`, also where a handler's thread would keep it."""
    import threading

    if all(it.daemon or it is threading.current_thread() for it in threading.enumerate()):
        sys.exit(exit_code)
    sys.stderr.flush()
    os._exit(exit_code)
