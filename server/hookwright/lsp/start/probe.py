"""Starts a language server, has it say who it is, and ends it: for `hookwright doctor`."""

from __future__ import annotations

import os
import sys

from hookwright.engine.process import Command, run
from hookwright.host import Host
from hookwright.transport.frames import frame
from hookwright.workflows.checks import Check, State

_SECONDS = 20.0


async def probe(host: Host) -> Check:
    """Whether a server starts, answers and ends.  It starts in the root folder, where no project's modules are."""
    messages = (
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}',
        '{"jsonrpc":"2.0","id":2,"method":"shutdown"}',
        '{"jsonrpc":"2.0","method":"exit"}',
    )
    stdin = b"".join(frame(it.encode()) for it in messages)
    argv = (sys.executable, "-P", "-m", "hookwright", "lsp")
    ended = await run(Command(argv, os.sep, host.environ, stdin, _SECONDS))
    if ended.exit_code == 0 and b'"serverInfo"' in ended.stdout:
        return Check("hookwright", "language server", State.OK, f"answered after {ended.duration * 1000:.0f} ms")
    how = "timed out" if ended.timed_out else ended.start_error or f"ended with {ended.exit_code}"
    last = ended.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    again = "install hookwright again, from where you have it"
    return Check("hookwright", "language server", State.BROKEN, f"it {how}{f': {last}' if last else ''}", again)
