"""What a command did is in the answer, whatever it did with its streams and its exit, and nothing of it is left."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from tests.unit.engine.commands import ENVIRONMENT, finish, open_descriptors, shell

from hookwright.engine.process import Command, adoption, run

MEGABYTE = 1 << 20

_SET_CHILD_SUBREAPER, _GET_CHILD_SUBREAPER = 36, 37


class TestStreams:
    def test_stdin_that_nobody_reads_is_no_fault(self, tmp_path: Path) -> None:
        finished = finish(shell("exit 7", tmp_path, stdin=bytes(10 * MEGABYTE)))
        assert finished.exit_code == 7

    def test_stdin_that_is_closed_early_is_no_fault(self, tmp_path: Path) -> None:
        finished = finish(shell("exec <&-; echo done", tmp_path, stdin=bytes(10 * MEGABYTE)))
        assert (finished.exit_code, finished.stdout) == (0, b"done\n")

    def test_output_before_input_does_not_lock(self, tmp_path: Path) -> None:
        text = f"head -c {10 * MEGABYTE} /dev/zero; wc -c >&2"
        finished = finish(shell(text, tmp_path, stdin=bytes(MEGABYTE)))
        assert finished.stdout_total == 10 * MEGABYTE
        assert finished.stderr.split() == [b"%d" % MEGABYTE]

    def test_keeps_no_more_than_it_should(self, tmp_path: Path) -> None:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        finished = finish(shell(f"head -c {50 * MEGABYTE} /dev/zero", tmp_path))
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
        assert len(finished.stdout) == MEGABYTE
        assert finished.stdout_total == 50 * MEGABYTE
        assert grown < 16 * MEGABYTE

    def test_output_without_end_is_cut_by_the_time_out(self, tmp_path: Path) -> None:
        finished = finish(shell("yes", tmp_path, timeout=0.2, kept_bytes=10))
        assert finished.timed_out
        assert finished.stdout == b"y\ny\ny\ny\ny\n"
        assert finished.stdout_total > MEGABYTE

    def test_keeps_bytes_that_are_no_text(self, tmp_path: Path) -> None:
        assert finish(shell(r"printf '\377\376\000'", tmp_path)).stdout == b"\xff\xfe\x00"

    def test_passes_on_everything_as_it_comes_whatever_is_kept(self, tmp_path: Path) -> None:
        seen: list[tuple[str, bytes]] = []
        text = "echo one; read -r line <fifo; echo two >&2; printf three"
        os.mkfifo(tmp_path / "fifo")

        def on_output(stream: str, chunk: bytes) -> None:
            seen.append((stream, chunk))
            if chunk == b"one\n":
                (tmp_path / "fifo").write_text("go on\n")

        finished = finish(shell(text, tmp_path, kept_bytes=4), on_output)
        assert sorted(seen) == [("stderr", b"two\n"), ("stdout", b"one\n"), ("stdout", b"three")]
        assert (finished.stdout, finished.stdout_total) == (b"one\n", 9)

    def test_a_faulty_listener_stops_nothing(self, tmp_path: Path) -> None:
        faults: list[dict[str, object]] = []

        def on_output(stream: str, chunk: bytes) -> None:
            raise LookupError(stream)

        async def scenario() -> int | None:
            asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
            return (await run(shell("echo one", tmp_path), on_output)).exit_code

        assert asyncio.run(scenario()) == 0
        assert [type(fault["exception"]) for fault in faults] == [LookupError]


class TestExit:
    def test_gives_every_exit_code(self, tmp_path: Path) -> None:
        async def scenario() -> list[int | None]:
            commands = [shell(f"exit {code}", tmp_path) for code in range(256)]
            codes: list[int | None] = []
            for start in range(0, 256, 16):
                codes += [it.exit_code for it in await asyncio.gather(*map(run, commands[start : start + 16]))]
            return codes

        assert asyncio.run(scenario()) == list(range(256))

    def test_default_signals_are_restored(self, tmp_path: Path) -> None:
        text = "trap - PIPE; { yes; echo $? >&2; } | head -n 1"
        finished = finish(shell(text, tmp_path, timeout=2.0))
        assert not finished.timed_out
        assert finished.stderr == b"141\n"

    def test_a_server_that_ignores_its_children_still_gets_exit_codes(self, tmp_path: Path) -> None:
        text = (
            "import asyncio, os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
            "from hookwright.engine.process import Command, run\n"
            "print(asyncio.run(run(Command(('/bin/sh', '-c', 'exit 2'), '/', {}, b'', 5.0))).exit_code)"
        )
        finished = finish(_python(text, tmp_path))
        assert (finished.stdout, finished.stderr) == (b"2\n", b"")

    def test_other_children_keep_their_status(self, tmp_path: Path) -> None:
        other = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 9"], {})
        finish(shell("exit 0", tmp_path))
        assert os.waitstatus_to_exitcode(os.waitpid(other, 0)[1]) == 9

    def test_says_when_it_began_and_how_long_it_took(self, tmp_path: Path) -> None:
        finished = finish(shell("sleep 0.1", tmp_path))
        assert finished.started_at.utcoffset() == timedelta(0)
        assert finished.duration >= 0.1


@pytest.fixture
def childless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without the orphans of others, which this process adopts once a test has run a command of ours in it."""
    if not sys.platform.startswith("linux"):
        yield
        return
    system, was = ctypes.CDLL(None), ctypes.c_int()
    monkeypatch.setattr(adoption, "_wanted", False)
    system.prctl(_GET_CHILD_SUBREAPER, ctypes.byref(was), 0, 0, 0)
    system.prctl(_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    yield
    system.prctl(_SET_CHILD_SUBREAPER, was.value, 0, 0, 0)


@pytest.mark.usefixtures("childless")
class TestLeaks:
    @pytest.fixture(autouse=True)
    def _warm(self, childless: None, tmp_path: Path) -> Iterator[None]:
        finish(shell("exit 0", tmp_path))
        # What other tests have left to the collector is not counted as open before, and closed behind.
        gc.collect()
        before = open_descriptors()
        yield
        assert open_descriptors() == before
        with pytest.raises(ChildProcessError):
            _reap_whoever_has_ended()

    def test_fifty_at_a_time_leave_nothing(self, tmp_path: Path) -> None:
        async def scenario() -> list[bytes]:
            commands = [shell(f"cat; echo {number}", tmp_path, stdin=b"x") for number in range(50)]
            return [it.stdout for it in await asyncio.gather(*map(run, commands))]

        assert asyncio.run(scenario()) == [b"x%d\n" % number for number in range(50)]

    def test_refused_starts_leave_nothing(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            for _ in range(20):
                assert (await run(shell("exit 0", tmp_path / "none"))).start_error

        asyncio.run(scenario())

    def test_stopped_commands_leave_nothing(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            commands = [shell("sleep 1000", tmp_path, timeout=0.05, stdin=bytes(MEGABYTE)) for _ in range(10)]
            assert all(it.timed_out for it in await asyncio.gather(*map(run, commands)))

        asyncio.run(scenario())


def _reap_whoever_has_ended() -> None:
    """Raises ChildProcessError when no child is left but the one that outlives us, which has not ended."""
    process, _ = os.waitpid(-1, os.WNOHANG)
    if process == 0:
        raise ChildProcessError
    raise AssertionError(f"{process} was never reaped")


def _python(text: str, folder: Path) -> Command:
    return Command((sys.executable, "-c", text), str(folder), ENVIRONMENT, b"", 10.0)
