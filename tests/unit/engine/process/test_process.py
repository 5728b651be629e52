"""A command ends with all it started when it must, and is left alone when it may."""

from __future__ import annotations

import asyncio
import os
import select
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.engine.commands import finish, is_gone, lives, shell

from hookwright.engine.process import Command, Finished, descendants, kill_everything, run

# Seconds, and more than a test may take: a run that waits for their end, and not for what it should, fails.
ENDLESS = 1000.0
FOREVER = "sleep 1000"
DEAF = "trap '' TERM; echo $$; while :; do sleep 1000; done"


@pytest.fixture(params=["as usual", "without process descriptors", "without epoll"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    match request.param:
        case "without process descriptors":
            monkeypatch.setattr("hookwright.engine.process.process_group._process_descriptor", lambda _: -1)
        case "without epoll":
            monkeypatch.delattr(select, "epoll")
    return str(request.param)


@pytest.fixture
def survivors() -> Iterator[list[int]]:
    """Processes that a test means to survive; they end with it."""
    processes: list[int] = []
    yield processes
    for process in processes:
        os.kill(process, signal.SIGKILL)


class Running:
    """A command in a task, and the pieces of its stdout."""

    def __init__(self, command: Command) -> None:
        self._pieces: asyncio.Queue[bytes] = asyncio.Queue()
        self.task = asyncio.create_task(run(command, self._on_output))

    def _on_output(self, stream: str, chunk: bytes) -> None:
        if stream == "stdout":
            self._pieces.put_nowait(chunk)

    async def piece(self) -> bytes:
        return await self._pieces.get()

    async def processes(self) -> list[int]:
        return [int(word) for word in (await self.piece()).split()]


def processes_in(finished: Finished) -> list[int]:
    return [int(word) for word in finished.stdout.split()]


class TestTimeOut:
    def test_ends_a_whole_pipeline(self, tmp_path: Path) -> None:
        text = f"sh -c 'echo $$; {FOREVER}; :' | sh -c 'read -r line; echo $line $$; {FOREVER}; :'"
        finished = finish(shell(text, tmp_path, timeout=0.2, grace=ENDLESS))
        processes = processes_in(finished)
        assert len(processes) == 2
        assert all(map(is_gone, processes))
        assert (finished.timed_out, finished.signal) == (True, signal.SIGTERM)

    def test_kills_who_does_not_listen(self, tmp_path: Path) -> None:
        finished = finish(shell(DEAF, tmp_path, timeout=0.1, grace=0.1))
        assert (finished.timed_out, finished.exit_code, finished.signal) == (True, None, signal.SIGKILL)
        assert all(map(is_gone, processes_in(finished)))
        assert finished.duration >= 0.2

    def test_kills_a_child_that_does_not_listen(self, tmp_path: Path) -> None:
        text = (
            f'sh -c "{DEAF.replace("$", chr(92) + "$")}" >deaf & until [ -s deaf ]; do :; done; cat deaf; {FOREVER}; :'
        )
        finished = finish(shell(text, tmp_path, timeout=0.3, grace=0.1))
        assert (finished.timed_out, finished.signal) == (True, signal.SIGTERM)
        assert len(processes_in(finished)) == 1
        assert all(map(is_gone, processes_in(finished)))

    def test_gives_time_to_tidy_up(self, tmp_path: Path) -> None:
        text = f"trap 'echo bye; exit 5' TERM; {FOREVER} & wait"
        finished = finish(shell(text, tmp_path, timeout=0.2, grace=ENDLESS))
        assert (finished.timed_out, finished.exit_code, finished.signal) == (True, 5, None)
        assert finished.stdout == b"bye\n"

    def test_a_child_may_tidy_up_after_its_leader(self, tmp_path: Path) -> None:
        text = f"sh -c 'trap \"sleep 0.1; echo bye >bye; exit\" TERM; echo >ready; {FOREVER} & wait' & wait"
        finished = finish(shell(text, tmp_path, timeout=0.2, grace=ENDLESS))
        assert finished.timed_out
        assert (tmp_path / "ready").exists()
        assert (tmp_path / "bye").read_text() == "bye\n"

    def test_may_be_endless(self, tmp_path: Path) -> None:
        assert finish(shell("exit 1", tmp_path, timeout=float("inf"))).exit_code == 1


class TestBackground:
    def test_a_child_that_holds_the_pipes_holds_up_nothing(self, tmp_path: Path, survivors: list[int]) -> None:
        finished = finish(shell(f"{FOREVER} & echo $!", tmp_path, linger=0.1))
        survivors += processes_in(finished)
        assert (finished.exit_code, finished.timed_out) == (0, False)
        assert finished.duration >= 0.1

    def test_a_daemon_that_holds_the_pipes_holds_up_nothing(self, tmp_path: Path, survivors: list[int]) -> None:
        os.mkfifo(tmp_path / "up")
        text = f"setsid sh -c 'echo $$; echo >up; exec {FOREVER}' & read -r _ <up"
        finished = finish(shell(text, tmp_path, linger=0.1))
        survivors += processes_in(finished)
        assert finished.exit_code == 0
        assert finished.duration >= 0.1
        assert all(map(lives, survivors))

    def test_a_child_with_its_own_output_is_left_alone(self, tmp_path: Path, survivors: list[int]) -> None:
        finished = finish(shell(f"{FOREVER} >/dev/null 2>&1 & echo $!", tmp_path, linger=ENDLESS))
        survivors += processes_in(finished)
        assert finished.exit_code == 0
        assert all(map(lives, survivors))

    def test_last_words_of_a_child_are_heard(self, tmp_path: Path) -> None:
        finished = finish(shell("{ sleep 0.1; echo late; } & echo early", tmp_path, linger=ENDLESS))
        assert finished.stdout == b"early\nlate\n"

    def test_a_child_that_talks_on_is_cut(self, tmp_path: Path) -> None:
        finished = finish(shell("yes & exit 4", tmp_path, linger=0.1, kept_bytes=4))
        assert (finished.exit_code, finished.stdout) == (4, b"y\ny\n")

    def test_time_may_run_out_while_a_child_holds_the_pipes(self, tmp_path: Path, survivors: list[int]) -> None:
        finished = finish(shell(f"{FOREVER} & echo $!", tmp_path, timeout=0.2, linger=0.4))
        survivors += processes_in(finished)
        assert (finished.exit_code, finished.timed_out) == (0, False)


class TestCancel:
    def test_ends_the_group_before_it_passes_on(self, tmp_path: Path) -> None:
        async def scenario() -> list[int]:
            running = Running(shell(f"{FOREVER} & echo $$ $!; wait", tmp_path, grace=ENDLESS))
            processes = await running.processes()
            running.task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running.task
            assert not any(map(lives, processes))
            return processes

        assert len(asyncio.run(scenario())) == 2

    def test_kills_who_does_not_listen_however_often_it_comes(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            running = Running(shell(DEAF, tmp_path, grace=0.2))
            processes = await running.processes()
            for _ in range(3):
                running.task.cancel()
                await asyncio.sleep(0)
            assert not running.task.done()
            with pytest.raises(asyncio.CancelledError):
                await running.task
            assert all(map(is_gone, processes))

        asyncio.run(scenario())

    def test_asks_a_child_that_left_the_group_to_end(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        # Whether a child has the time to tidy up depends on the machine; that it is asked first does not.
        sent: list[tuple[int, int]] = []

        def send(it: descendants.Seen, number: int) -> None:
            sent.append((it.pid, number))
            original(it, number)

        original = descendants.send
        monkeypatch.setattr(descendants, "send", send)

        async def scenario() -> tuple[int, int]:
            running = Running(shell(f"echo $$; setsid sh -c 'echo $$; {FOREVER}' & wait", tmp_path, grace=ENDLESS))
            began: list[int] = []
            while len(began) < 2:
                began += await running.processes()
            leader, child = began
            running.task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running.task
            assert is_gone(child)
            return leader, child

        leader, child = asyncio.run(scenario())
        assert (child, signal.SIGTERM) in sent
        assert leader not in dict(sent)

    def test_bears_with_who_does_not_listen_for_less_time_than_a_time_out_does(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            running = Running(shell(DEAF, tmp_path, grace=ENDLESS))
            processes = await running.processes()
            running.task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running.task
            assert all(map(is_gone, processes))

        asyncio.run(scenario())

    def test_while_a_time_out_is_carried_out(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            text = "trap 'echo heard' TERM; echo $$; while :; do sleep 1000; done"
            running = Running(shell(text, tmp_path, timeout=0.1, grace=0.3))
            processes = await running.processes()
            assert await running.piece() == b"heard\n"
            running.task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running.task
            assert all(map(is_gone, processes))

        asyncio.run(scenario())

    def test_while_a_child_holds_the_pipes_ends_the_child(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            running = Running(shell(f"{FOREVER} & echo $$ $!", tmp_path, linger=20.0))
            leader, child = await running.processes()
            await asyncio.to_thread(is_gone, leader)
            await asyncio.sleep(0)
            running.task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running.task
            assert is_gone(child)

        asyncio.run(scenario())

    def test_an_abandoned_command_is_killed(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            told: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            coroutine = run(shell(DEAF, tmp_path), lambda _, chunk: told.set_result(chunk))
            coroutine.send(None)
            leader = int(await told)
            coroutine.close()
            assert not lives(leader)

        before = os.listdir("/proc/self/fd")
        asyncio.run(scenario())
        assert sorted(os.listdir("/proc/self/fd")) == sorted(before)


class TestKillEverything:
    def test_kills_every_group_at_once(self, tmp_path: Path) -> None:
        async def scenario() -> None:
            several = [Running(shell(DEAF, tmp_path)) for _ in range(3)]
            processes = [process for running in several for process in await running.processes()]
            kill_everything()
            for running in several:
                assert (await running.task).signal == signal.SIGKILL
            assert all(map(is_gone, processes))

        asyncio.run(scenario())

    def test_leaves_alone_what_outlived_its_command(self, tmp_path: Path, survivors: list[int]) -> None:
        finished = finish(shell(f"{FOREVER} >/dev/null 2>&1 & echo $!", tmp_path))
        survivors += processes_in(finished)
        kill_everything()
        assert all(map(lives, survivors))
