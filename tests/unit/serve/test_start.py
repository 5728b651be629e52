"""The end of an engine that cannot end by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

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
        _expect_answer(it)

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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_engine_that_a_signal_ended_exits_as_a_shell_reports_it(number: signal.Signals) -> None:
    served = _start("import sys; from hookwright.serve.start import *; sys.exit(serve_pipes(0, 1))")
    _expect_answer(served)
    served.send_signal(number)
    served.communicate(timeout=120)
    assert served.returncode == 128 + number


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_listener_is_ended_by_a_signal(number: signal.Signals, code: int, tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o700)
    listens = _start(
        f"import sys; from hookwright.serve.start import *; sys.exit(serve_socket({str(tmp_path / 's')!r}))"
    )
    assert listens.stderr is not None
    assert b"listens on" in listens.stderr.readline()
    listens.send_signal(number)
    listens.communicate(timeout=120)
    assert listens.returncode == code


def _expect_answer(served: subprocess.Popen[bytes]) -> None:
    assert served.stdin is not None
    assert served.stdout is not None
    served.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "engine/unknown"}\n')
    served.stdin.flush()
    assert b'"id": 1' in served.stdout.readline()


def _start(program: str = _STUCK) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe, stderr=pipe)
