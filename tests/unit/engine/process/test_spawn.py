"""A command starts as asked, in every way a system may have us take, or the answer says why it did not."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import select
import signal
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.unit.engine.commands import ENVIRONMENT, finish, open_descriptors, shell

from hookwright.engine.process import Command, run

MEGABYTE = 1 << 20


@pytest.fixture(params=["as usual", "without process descriptors", "without epoll"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every way a system may have us take; each gives the same answers."""
    match request.param:
        case "without process descriptors":
            monkeypatch.delattr(os, "pidfd_open")
        case "without epoll":
            monkeypatch.delattr(select, "epoll")
    return str(request.param)


@pytest.mark.usefixtures("way")
class TestEveryWay:
    def test_gives_streams_and_exit_code(self, tmp_path: Path) -> None:
        finished = finish(shell("read -r line; echo out $line; echo err >&2; exit 3", tmp_path, stdin=b"payload\n"))
        assert finished.exit_code == 3
        assert finished.signal is None
        assert not finished.timed_out
        assert finished.start_error is None
        assert (finished.stdout, finished.stderr) == (b"out payload\n", b"err\n")
        assert (finished.stdout_total, finished.stderr_total) == (12, 4)

    def test_starts_in_the_folder_with_this_environment_alone(self, tmp_path: Path) -> None:
        command = shell("pwd; env", tmp_path, environment={"ODD": "a=b\nc", "NAME": "wört\udcff"})
        lines = finish(command).stdout.split(b"\n")
        assert lines[0] == os.fsencode(tmp_path)
        assert b"ODD=a=b" in lines
        assert b"NAME=w\xc3\xb6rt\xff" in lines
        assert not any(line.startswith(b"HOME=") for line in lines)

    def test_leads_a_session_of_its_own(self, tmp_path: Path) -> None:
        finished = finish(shell("echo $$; cut -d ' ' -f 5,6 /proc/$$/stat", tmp_path))
        leader, group, session = finished.stdout.split()
        assert leader == group == session

    def test_inherits_no_descriptor(self, tmp_path: Path) -> None:
        inheritable = os.dup2(0, 100)
        assert os.get_inheritable(inheritable)
        try:
            finished = finish(shell("ls /proc/$$/fd", tmp_path))
        finally:
            os.close(inheritable)
        assert finished.stdout.split() == [b"0", b"1", b"2"]

    def test_gives_the_signal_that_ended_it(self, tmp_path: Path) -> None:
        finished = finish(shell("kill -9 $$", tmp_path))
        assert (finished.exit_code, finished.signal, finished.timed_out) == (None, signal.SIGKILL, False)

    def test_feeds_and_drains_at_the_same_time(self, tmp_path: Path) -> None:
        payload = os.urandom(3 * MEGABYTE)
        finished = finish(shell("cat", tmp_path, stdin=payload, kept_bytes=4 * MEGABYTE))
        assert finished.stdout == payload

    def test_says_that_a_folder_is_missing(self, tmp_path: Path) -> None:
        finished = finish(shell("exit 0", tmp_path / "none"))
        assert finished.start_error == f"the working directory `{tmp_path / 'none'}` does not exist"
        assert (finished.exit_code, finished.signal) == (None, None)

    def test_says_that_a_program_is_missing(self, tmp_path: Path) -> None:
        finished = finish(Command(("no-such-program", "-x"), str(tmp_path), ENVIRONMENT, b"", 1.0))
        assert finished.start_error == "`no-such-program` was not found"

    def test_outlives_a_time_out(self, tmp_path: Path) -> None:
        finished = finish(shell("sleep 1000", tmp_path, timeout=0.05))
        assert (finished.timed_out, finished.signal) == (True, signal.SIGTERM)


class TestStart:
    def test_says_that_the_folder_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        finished = finish(shell("exit 0", tmp_path / "file"))
        assert finished.start_error == f"the working directory `{tmp_path / 'file'}` is not a directory"

    def test_says_that_a_file_may_not_be_executed(self, tmp_path: Path) -> None:
        (tmp_path / "hook").write_text("#!/bin/sh\n")
        assert finish(_program("./hook", tmp_path)).start_error == "`./hook` may not be executed"

    def test_says_that_a_file_is_no_program(self, tmp_path: Path) -> None:
        _write_executable(tmp_path / "hook", "echo hello\n")
        start_error = finish(_program("./hook", tmp_path)).start_error
        assert start_error == "`./hook` is neither a program nor a script that begins with `#!`"

    def test_says_that_the_interpreter_is_missing(self, tmp_path: Path) -> None:
        _write_executable(tmp_path / "hook", "#!/no/such/interpreter\n")
        start_error = finish(_program("./hook", tmp_path)).start_error
        assert start_error == "the interpreter that the first line of `./hook` names was not found"

    def test_says_that_the_environment_is_too_large(self, tmp_path: Path) -> None:
        finished = finish(shell("exit 0", tmp_path, environment={"HUGE": "x" * 4 * MEGABYTE}))
        assert finished.start_error == "the arguments and environment of `/bin/sh` are larger than the system allows"

    @pytest.mark.parametrize(
        "change",
        [
            {"argv": ("/bin/sh", "-c", "echo \0")},
            {"argv": ("/bin\0/sh",)},
            {"cwd": "/\0"},
            {"environment": {"NAME": "\0OTHER=1"}},
            {"environment": {"NAME\0": ""}},
        ],
    )
    def test_says_that_there_is_a_nul(self, tmp_path: Path, change: dict[str, object]) -> None:
        finished = finish(replace(shell("exit 0", tmp_path), **change))
        assert finished.start_error == "the command, its working directory or its environment has a NUL character"

    def test_says_that_a_name_is_no_name(self, tmp_path: Path) -> None:
        finished = finish(shell("exit 0", tmp_path, environment={"A=B": "1"}))
        assert finished.start_error == "the environment has a name with `=` in it"

    def test_says_that_text_cannot_be_encoded(self, tmp_path: Path) -> None:
        start_error = finish(shell("echo \ud800", tmp_path)).start_error
        assert start_error == "the command or its environment has a character that the system cannot encode"

    def test_says_that_there_is_no_program(self, tmp_path: Path) -> None:
        assert finish(Command((), str(tmp_path), {}, b"", 1.0)).start_error == "there is no program to start"

    def test_says_that_no_descriptor_is_left(self, tmp_path: Path) -> None:
        finish(shell("exit 0", tmp_path))

        async def scenario() -> str | None:
            await run(shell("exit 0", tmp_path))
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            taken = os.dup(0)
            os.close(taken)
            resource.setrlimit(resource.RLIMIT_NOFILE, (taken + 3, hard))
            try:
                return (await run(shell("exit 0", tmp_path))).start_error
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

        before = open_descriptors()
        assert asyncio.run(scenario()) == "`/bin/sh` could not be started: too many files are open in this process"
        assert open_descriptors() == before

    def test_another_fault_is_told_in_the_words_of_the_system(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        finish(shell("exit 0", tmp_path))
        monkeypatch.setattr(subprocess, "Popen", refuse)
        assert finish(shell("exit 0", tmp_path)).start_error == "`/bin/sh` could not be started: Input/output error"


def _write_executable(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def _program(program: str, folder: Path) -> Command:
    return Command((program,), str(folder), ENVIRONMENT, b"", 5.0)
