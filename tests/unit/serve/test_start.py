"""The end of an engine that cannot end by itself."""

from __future__ import annotations

import signal
import subprocess
import sys

_STUCK = """
import sys

from hookwright.serve.server import EngineServer
from hookwright.serve.start import serve_pipes
from hookwright.transport import process


async def finish(server):
    while True:
        pass


EngineServer.finish = finish
process.ENDING_SECONDS = 1.0
sys.exit(process.serve_stdio(serve_pipes))
"""


def test_an_engine_that_is_stuck_does_not_outlive_its_client_or_a_signal() -> None:
    left, stopped = _start(), _start()
    for it in (left, stopped):
        assert it.stdin is not None
        assert it.stdout is not None
        it.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "engine/unknown"}\n')
        it.stdin.flush()
        assert b'"id": 1' in it.stdout.readline()

    assert left.stdin is not None
    left.stdin.close()
    left.stdin = None
    stopped.send_signal(signal.SIGTERM)

    # The input of the second stays open until it has ended.
    for it in (stopped, left):
        assert it.wait(120) == 1
        log = it.communicate()[1]
        assert b"does not end by itself" in log
        assert b"in finish" in log


def _start() -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", _STUCK], stdin=pipe, stdout=pipe, stderr=pipe)
