"""Nothing that a command started outlives a server that was killed, and nothing else is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.unit.engine.commands import finish, is_gone, lives, shell

from hookwright.engine.process import Command, descendants, run
from hookwright.engine.process import process_group as tree
from hookwright.engine.process.orphans import Orphans

SERVER = """
import asyncio, sys
from hookwright.engine.process import process_group as tree
from hookwright.engine.process.orphans import Orphans
from hookwright.engine.process import Command, descendants, run

def tell(stream, chunk):
    print(tree._alive._watcher, chunk.decode().strip(), flush=True)

async def carry_out(text):
    await run(Command(("/bin/sh", "-c", text), "/", {}, b"", 1000.0), tell)
    print("over", flush=True)

async def serve():
    await asyncio.gather(*map(carry_out, sys.argv[1:]))
    await asyncio.Event().wait()

asyncio.run(serve())
"""


class Server:
    """A process that runs commands; each tells process ids in one line."""

    def __init__(self, *texts: str, before: str = "") -> None:
        program = f"import sys\n{before}\n{SERVER}"
        self._process = subprocess.Popen([sys.executable, "-c", program, *texts], stdout=subprocess.PIPE)
        self.watcher = 0
        self.told: list[int] = []
        for _ in texts:
            self.watcher, *processes = map(int, self.line().split())
            self.told += processes

    def line(self) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def end(self, number: int) -> None:
        self._process.send_signal(number)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture
def survivors() -> Iterator[list[int]]:
    processes: list[int] = []
    yield processes
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_member_outlives_the_server(number: int) -> None:
    text = "trap '' TERM HUP; sleep 1000 & echo $$ $!; sleep 1000; :"
    server = Server(text, text)
    assert len(server.told) == 4
    assert all(map(lives, server.told))
    server.end(number)
    assert all(map(is_gone, server.told))
    assert is_gone(server.watcher)


def test_groups_end_also_where_python_is_gone() -> None:
    server = Server("sleep 1000 & echo $$ $!; sleep 1000; :", before="sys.executable = '/nowhere/python'")
    server.end(signal.SIGKILL)
    assert all(map(is_gone, server.told))
    assert is_gone(server.watcher)


def test_what_outlived_its_command_is_left_alone(survivors: list[int]) -> None:
    server = Server("sleep 1000 >/dev/null 2>&1 & echo $!")
    survivors += server.told
    assert server.line() == b"over\n"
    server.end(signal.SIGKILL)
    assert is_gone(server.watcher)
    assert all(map(lives, survivors))


def test_a_watcher_that_was_killed_is_replaced(tmp_path: Path) -> None:
    finish(shell("exit 0", tmp_path))
    first = tree._alive._watcher
    os.kill(first, signal.SIGKILL)
    assert is_gone(first)
    finish(shell("exit 0", tmp_path))
    second = tree._alive._watcher
    assert second != first
    assert lives(second)


def test_a_system_that_cannot_start_a_watcher_runs_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise FileNotFoundError

    monkeypatch.setattr("hookwright.engine.process.orphans.spawn", refuse)
    monkeypatch.setattr(tree, "_alive", Orphans())
    assert finish(shell("exit 3", tmp_path)).exit_code == 3


async def test_what_could_not_be_started_is_not_killed_later(tmp_path: Path) -> None:
    before = dict(tree._alive.running)
    ended = await run(Command((str(tmp_path / "none"),), str(tmp_path), {}, b"", 1.0))
    assert ended.start_error is not None
    assert tree._alive.running == before


def test_a_command_whose_leader_is_not_known_yet_is_no_group() -> None:
    """The number 0 would mean the group of this very process."""
    assert not tree._signal_group(0, 0)
    assert not tree._signal_group(-1, 0)


def test_a_command_that_has_ended_is_no_longer_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise FileNotFoundError

    monkeypatch.setattr("hookwright.engine.process.orphans.spawn", refuse)
    orphans = Orphans()
    ended, _ = orphans.expect()
    _, mark = orphans.expect()
    orphans.remove(ended)
    table = os.pread(orphans._file, os.fstat(orphans._file).st_size, 0)
    assert [it.mark.decode() for it in descendants.ancestors_in(table, orphans._token)] == [mark]
