"""Starts a language server: the first answer comes from the standard library, the rest is imported behind it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable

from hookwright.lsp.greet import greet
from hookwright.lsp.outbox import Outbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from pygls.lsp.server import LanguageServer

    from hookwright.lsp.shapes import EarlyDiagnostics, Payload

_LAST_WORDS_SECONDS = 1.0


def serve(
    in_fd: int,
    out_fd: int,
    build_server: Callable[[], LanguageServer],
    *,
    load_early: Callable[[], EarlyDiagnostics] | None = None,
    at_end: Callable[[], None] | None = None,
    log_level: str = "WARNING",
) -> int:
    """Serves one client over two descriptors and gives the exit code: 0 after a shutdown request, 1 otherwise.

    `build_server` makes a server whose protocol is a HookProtocol; it is called, and may import what it likes, only
    after `initialize` was answered. `load_early` likewise; what it gives makes the diagnostics (publishDiagnostics
    params, or None) of documents opened until then, from the params of `initialize` and of `didOpen`, and must be
    quick and light. `at_end` is called last, however the session ends. Logs go to standard error.
    """
    # A stray print must not get between two frames.
    sys.stdout = sys.stderr
    _die_tidily()
    outbox = Outbox(out_fd)
    try:
        return _serve(in_fd, outbox, build_server, load_early, log_level)
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
    build_server: Callable[[], LanguageServer],
    load_early: Callable[[], EarlyDiagnostics] | None,
    log_level: str,
) -> int:
    greeting = greet(in_fd, outbox)
    if greeting is None:
        return 1

    import logging

    from hookwright.lsp.early import EarlySession
    from hookwright.lsp.inbox import Inbox

    logging.basicConfig(stream=sys.stderr, level=log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    inbox = Inbox(in_fd, greeting.parser, greeting.rest)
    inbox.start()
    early = EarlySession(greeting, inbox, outbox)
    # Nearly all that starting makes is there to stay: looking for garbage in it costs time now and at every keystroke.
    gc.disable()
    early.bridge(load_early)
    if early.exit_code is not None:
        return early.exit_code

    from hookwright.lsp.run import run_session

    server = build_server()
    gc.freeze()
    gc.enable()
    return run_session(server, greeting.initialize, early, inbox, outbox)


def serve_stdio(build_server: Callable[[], LanguageServer], **options: Payload) -> int:
    """Serves over standard input and output, which nothing else in this process, nor a child of it, can reach then.

    Options are those of `serve`.
    """
    in_fd, out_fd = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    return serve(in_fd, out_fd, build_server, **options)


def leave(exit_code: int) -> NoReturn:
    """Ends the process after `serve`, also where a handler's thread would keep it."""
    import threading

    if all(it.daemon or it is threading.current_thread() for it in threading.enumerate()):
        sys.exit(exit_code)
    sys.stderr.flush()
    os._exit(exit_code)


def _die_tidily() -> None:
    """Makes a signal that comes before the event loop does end the session like any other end."""
    import signal
    import threading

    def end(*_: object) -> NoReturn:
        raise SystemExit(1)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGHUP, end)
