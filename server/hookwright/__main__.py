"""The `hookwright` command."""

from __future__ import annotations

import os
import sys

# Said before anything is imported that an older Python cannot read.
if sys.version_info < (3, 11):  # noqa: UP036  a clone can be started with any Python
    _IS = ".".join(str(it) for it in sys.version_info[:3])
    sys.exit("hookwright needs Python 3.11 or newer, and {} is Python {}".format(sys.executable, _IS))  # noqa: UP032

import gc
from contextlib import suppress

# What editors start; they wait for the first answer, so the command line's library is not even imported.
_EDITOR_STARTS = (["lsp"], ["lsp", "--stdio"])


def main() -> None:
    """Runs the command line and exits with its code."""
    if sys.argv[1:] in _EDITOR_STARTS:
        from hookwright.lsp.start.serve import main as serve

        serve()
    else:
        _run_command()


def _run_command() -> None:
    # A command is over before there is much to collect.
    gc.set_threshold(200_000)
    from hookwright.cli import main as run

    try:
        run()
    except SystemExit as end:
        _leave(end)


def _leave(end: SystemExit) -> None:
    """Ends the process without taking every module apart first, which takes as long as many a command."""
    if end.code is not None and not isinstance(end.code, int):
        raise end
    if (telemetry := sys.modules.get("hookwright.engine.telemetry")) is not None:
        telemetry.finish()
    for stream in (sys.stdout, sys.stderr):
        # What could not be written has been reported by now.
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
    os._exit(end.code or 0)


if __name__ == "__main__":
    main()
