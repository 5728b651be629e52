"""However a hook is ended, and wherever its processes have gone, none of them is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from tests.torture.census import Census, until_gone
from tests.torture.conftest import Place
from tests.torture.wire import PATIENCE, Wire

from hookwright.engine.runner import commands_at_once

_PREAMBLE = """
import os, signal, subprocess, sys, time

def stay(ready=True):
    if ready:
        open("READY", "w").close()
    while True:
        time.sleep(1000)

def processes():
    for entry in os.listdir("/proc"):
        try:
            fields = open(f"/proc/{entry}/stat").read().rpartition(") ")[2].split()
            yield int(entry), int(fields[1]), os.readlink(f"/proc/{entry}/cwd")
        except (OSError, ValueError):
            pass
"""
_WATCHER = "/bin/sh -c trap '' HUP INT TERM"
_ESCAPES = {
    "plain": "subprocess.Popen(['sleep', '1000']); stay()",
    "setsid": "subprocess.Popen(['setsid', 'sleep', '1000']); stay()",
    "setpgid": "subprocess.Popen(['sleep', '1000'], process_group=0); stay()",
    "gnu timeout": "subprocess.Popen(['timeout', '470', 'sleep', '460']); stay()",
    "deaf": """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
subprocess.Popen(['sleep', '1000'], start_new_session=True)
stay()
""",
    "stopped": """
child = subprocess.Popen(['sleep', '1000'], start_new_session=True)
os.kill(child.pid, signal.SIGSTOP)
stay()
""",
    "double fork": """
if not os.fork():
    os.setsid()
    if not os.fork():
        os.chdir("/")
        for fd in range(3):
            os.dup2(os.open("/dev/null", os.O_RDWR), fd)
        stay()
    os._exit(0)
os.wait()
stay(ready=False)
""",
    "double fork without the environment": """
read, write = os.pipe()
os.set_inheritable(write, True)
if not os.fork():
    os.setsid()
    if not os.fork():
        os.execve("/bin/sh", ["sh", "-c", f"echo >&{write}; exec {write}>&-; sleep 1000; :"], {})
    os._exit(0)
os.wait()
os.read(read, 1)
stay()
""",
    "forks for ever": """
def breed(generation):
    for _ in range(60):
        if not os.fork():
            os.setsid()
            time.sleep(0.02)
            if not os.fork():
                time.sleep(1000)
            os._exit(0)
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            pass
        time.sleep(0.005)
if not os.fork():
    open("READY", "w").close()
    breed(0)
    stay()
stay(ready=False)
""",
    "kills the watcher": """
def watchers():
    server = next(parent for it, parent, _ in processes() if it == os.getppid())
    return {it for it, parent, cwd in processes() if (parent, cwd) == (server, "/") and is_watcher(it)}
def is_watcher(it):
    return open(f"/proc/{it}/cmdline").read().replace("\\0", " ").startswith(WATCHER)
before = watchers()
assert before
for it in before:
    os.kill(it, signal.SIGKILL)
while not watchers() - before:
    time.sleep(0.01)
subprocess.Popen(['setsid', 'sleep', '1000'])
stay()
""",
}

End = Callable[[Wire, list[int]], None]


def _times_out(wire: Wire, requests: list[int]) -> None:
    outcomes = [wire.answer_of(it)["result"] for it in requests]
    assert {run["status"] for it in outcomes for run in it["runs"]} == {"timed-out"}
    wire.still_works()


def _is_cancelled(wire: Wire, requests: list[int]) -> None:
    for it in requests:
        wire.cancel(it)
    assert all("error" in wire.answer_of(it) for it in requests)
    wire.still_works()


def _is_told_to_exit(wire: Wire, _: list[int]) -> None:
    wire.send({"method": "exit"})


def _is_shut_down(wire: Wire, _: list[int]) -> None:
    wire.request("shutdown", None)
    wire.send({"method": "exit"})


def _loses_its_input(wire: Wire, _: list[int]) -> None:
    assert wire.process.stdin
    wire.process.stdin.close()


def _gets(number: int) -> End:
    return lambda wire, _: wire.process.send_signal(number)


_ENDS: dict[str, End] = {
    "time-out": _times_out,
    "cancel": _is_cancelled,
    "exit": _is_told_to_exit,
    "shutdown": _is_shut_down,
    "closed standard input": _loses_its_input,
    "SIGTERM": _gets(signal.SIGTERM),
    "SIGINT": _gets(signal.SIGINT),
    "SIGKILL": _gets(signal.SIGKILL),
}
# The server takes the same way out as with another.
_ALIKE = {"exit", "shutdown", "SIGINT", "SIGTERM"}
_SERVER_STAYS = {"time-out", "cancel"}
# What has emptied its environment and left its parents can be told from others by the living server only.
_UNKNOWN_AFTER_SIGKILL = {"double fork without the environment"}


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    "end", [pytest.param(it, marks=pytest.mark.torture_long) if it in _ALIKE else it for it in _ENDS]
)
def test_no_process_of_a_hook_outlives(end: str, place: Place, census: Census) -> None:
    escapes = [it for it in _ESCAPES if end != "SIGKILL" or it not in _UNKNOWN_AFTER_SIGKILL]
    _end_all(end, escapes, place, census)


@pytest.mark.torture_long
@pytest.mark.timeout(400)
@pytest.mark.parametrize("escape", _ESCAPES)
@pytest.mark.parametrize("end", [it for it in _ENDS if it not in _ALIKE])
def test_each_escape_alone_does_not_outlive(end: str, escape: str, place: Place, census: Census) -> None:
    if end == "SIGKILL" and escape in _UNKNOWN_AFTER_SIGKILL:
        pytest.skip("docs/engine.md says so")
    _end_all(end, [escape], place, census)


def _end_all(end: str, escapes: list[str], place: Place, census: Census) -> None:
    """Has the escapes run side by side, and ends them all."""
    ready = {it: place.project / f"ready-{number}" for number, it in enumerate(escapes)}
    commands = {
        f"Tool{number}": place.script(
            f"escape_{number}.py",
            (_PREAMBLE + _ESCAPES[it]).replace("READY", str(ready[it])).replace("WATCHER", repr(_WATCHER)),
        )
        for number, it in enumerate(escapes)
    }
    place.matched(commands, timeout=3 if end == "time-out" else 600)
    with place.server() as wire:
        wire.still_works()
        before = census.new()
        requests = [wire.begin_dispatch(tool_name=it) for it in commands]
        deadline = time.monotonic() + PATIENCE
        while end != "time-out" and (late := [it for it, file in ready.items() if not file.exists()]):
            assert time.monotonic() < deadline, f"never began: {late}"
            time.sleep(0.02)
        _ENDS[end](wire, requests)
        if end in _SERVER_STAYS:
            # One that was killed has been replaced.
            until_gone(*(it.pid for it in census.new() - before if not it.words.startswith(_WATCHER)))
        else:
            wire.process.wait(PATIENCE)
            census.nothing_runs()


@pytest.mark.timeout(400)
def test_seven_hundred_hooks_end_with_a_server_that_is_killed(place: Place, census: Census) -> None:
    place.hooks(*(f"sleep {1000 + it}" for it in range(7)), timeout=600)
    with place.server() as wire:
        for _ in range(100):
            wire.begin_dispatch()
        # Each is a shell and its program; where fewer files may be open, fewer run at the same time.
        most = min(700, 2 * commands_at_once())
        deadline = time.monotonic() + 60
        while len(census.new()) < most:
            assert time.monotonic() < deadline, f"only {len(census.new())} began"
            time.sleep(0.1)

        wire.process.kill()
        wire.process.wait()

        census.nothing_runs()


def test_what_a_hook_left_running_on_purpose_is_left_alone(place: Place, census: Census) -> None:
    place.hooks("sleep 1000 >/dev/null 2>&1 & echo $! >left")
    with place.server() as wire:
        before = census.new()
        assert wire.dispatch()["runs"][0]["exitCode"] == 0
        wire.still_works()
    left = int((place.project / "left").read_text())
    assert {it.pid for it in census.new() - before} == {left}
    os.kill(left, signal.SIGKILL)


_FIRST = """
import ctypes
from hookwright.engine.process import adopt_orphans
from hookwright.engine.process.process_group import Group

def start(mark):
    adopts = ctypes.c_int()
    ctypes.CDLL(None).prctl(37, ctypes.byref(adopts), 0, 0, 0)
    print(adopts.value)
    raise OSError

adopt_orphans()
try:
    Group(start)
except OSError:
    pass
"""


def test_what_the_first_command_leaves_is_adopted() -> None:
    done = subprocess.run([sys.executable, "-c", _FIRST], capture_output=True, text=True, check=True)

    assert done.stdout == "1\n"
