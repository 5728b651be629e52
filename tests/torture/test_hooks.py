"""Hooks that misbehave: what came of each is said, the next one runs, and nothing of it is left."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.torture.census import Census, until_gone
from tests.torture.conftest import Place
from tests.torture.wire import PATIENCE, Wire

Outcome = dict[str, Any]
_MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def temporary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("temporary")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The project and home of the server that all tests of this file share, as hooks should not harm each other."""
    root = tmp_path_factory.mktemp("house").resolve()
    place = Place(root / "project", root / "home")
    place.project.mkdir()
    place.home.mkdir()
    return place


@pytest.fixture(scope="module")
def shared(house: Place, temporary: Path) -> Iterator[Wire]:
    with house.server(environment={"TMPDIR": str(temporary)}) as wire:
        wire.warm()
        yield wire


@pytest.fixture
def survivor(shared: Wire, house: Place, census: Census, temporary: Path) -> Iterator[Wire]:
    """The server, which serves the next request and holds no more than before when the test is over."""
    before = shared.held()
    yield shared
    house.project.mkdir(exist_ok=True)
    shared.still_works()
    shared.holds_no_more_than(before)
    census.nothing_runs()
    assert [it.name for it in temporary.iterdir()] == []


def _run_of(outcome: Outcome) -> Outcome:
    run: Outcome = outcome["runs"][0]
    return run


def _fire(wire: Wire, place: Place, text: str, *, timeout: int = 60, **payload: Any) -> Outcome:
    """What came of a hook in Python."""
    place.hooks(place.script("hook.py", f"import os, signal, subprocess, sys, time\n{text}"), timeout=timeout)
    return wire.dispatch(seconds=3 * PATIENCE, **payload)


def test_hangs(survivor: Wire, house: Place) -> None:
    house.hooks("sleep 1000", timeout=1)
    assert _run_of(survivor.dispatch())["status"] == "timed-out"


def test_ignores_sigterm(survivor: Wire, house: Place) -> None:
    house.hooks("trap '' TERM HUP INT; while :; do sleep 1000; done", timeout=1)
    run = _run_of(survivor.dispatch())
    assert (run["status"], run["signal"]) == ("timed-out", signal.SIGKILL)


@pytest.mark.parametrize("command", ["sleep 1000 & echo $! >left", "setsid sleep 1000 & echo $! >left"])
def test_leaves_a_process_behind_that_holds_the_pipes(survivor: Wire, house: Place, command: str) -> None:
    house.hooks(command)
    assert _run_of(survivor.dispatch())["status"] == "succeeded"
    _end(house)


def test_leaves_a_daemon_behind(survivor: Wire, house: Place) -> None:
    daemon = """
if not os.fork():
    os.setsid()
    if not os.fork():
        for fd in range(3):
            os.dup2(os.open(os.devnull, os.O_RDWR), fd)
        open("left", "w").write(str(os.getpid()))
        time.sleep(1000)
    os._exit(0)
os.wait()
while not os.path.exists("left") or not open("left").read():
    time.sleep(0.01)
"""
    assert _run_of(_fire(survivor, house, daemon))["status"] == "succeeded"
    _end(house)


def _end(house: Place) -> None:
    """Ends what a hook left running as it ended, which is left alone."""
    file = house.project / "left"
    process = int(file.read_text())
    os.kill(process, signal.SIGKILL)
    file.unlink()
    until_gone(process)


@pytest.mark.parametrize("first", ["", "time.sleep(2)\n"], ids=["at once", "late"])
def test_orphans_that_have_ended_are_reaped(survivor: Wire, house: Place, first: str) -> None:
    orphans = first + "for _ in range(20):\n    subprocess.Popen(['setsid', 'sh', '-c', 'sleep 0.2 & exit'])"
    assert _run_of(_fire(survivor, house, orphans))["status"] == "succeeded"
    deadline = time.monotonic() + PATIENCE
    while zombies := _zombies_below(survivor.process.pid):
        assert time.monotonic() < deadline, f"never reaped: {zombies}"
        time.sleep(0.05)


def _zombies_below(process: int) -> list[str]:
    found = []
    for entry in os.listdir("/proc"):
        with suppress(OSError):
            fields = Path(f"/proc/{entry}/stat").read_text().rpartition(") ")[2].split()
            if int(fields[1]) == process and fields[0] == "Z":
                found.append(entry)
    return found


@pytest.mark.parametrize(
    "end", ["os.close(0); time.sleep(0.2)", "time.sleep(0.2)", "os.close(0); os.close(1); os.close(2)"]
)
def test_does_not_read_ten_megabytes(survivor: Wire, house: Place, end: str) -> None:
    outcome = _fire(survivor, house, end, tool_input={"command": "x" * 10 * _MEGABYTE})
    assert _run_of(outcome)["status"] == "succeeded"


@pytest.mark.parametrize(
    "megabytes",
    [64, pytest.param(1024, marks=[pytest.mark.torture_long, pytest.mark.timeout(400)])],
)
def test_floods_both_outputs(survivor: Wire, house: Place, megabytes: int) -> None:
    before = survivor.held()
    flood = (
        f"chunk = b'x' * {_MEGABYTE}\nfor _ in range({megabytes // 2}):\n"
        "    sys.stdout.buffer.write(chunk)\n    sys.stderr.buffer.write(chunk)"
    )
    run = _run_of(_fire(survivor, house, flood))
    assert len(run["stdout"]) + run["stdoutLeftOut"] == len(run["stderr"]) + run["stderrLeftOut"]
    assert len(run["stdout"]) + run["stdoutLeftOut"] == megabytes // 2 * _MEGABYTE
    assert survivor.held().kilobytes - before.kilobytes < 32 << 10


def test_prints_without_end(survivor: Wire, house: Place) -> None:
    house.hooks("yes; :", timeout=1)
    run = _run_of(survivor.dispatch())
    assert run["status"] == "timed-out"
    assert run["stdoutTruncated"]


@pytest.mark.parametrize(
    "printed",
    [r"b'\xff\xfe\xc3\x28\xed\xa0\x80'", r"b'\0\0\0{}\0'", r"b'{\"a\": \"\\u0000\\ud800\"}'", r"b'\x1b]0;x\x07\x9b2J'"],
)
def test_prints_what_is_no_text(survivor: Wire, house: Place, printed: str) -> None:
    assert _run_of(_fire(survivor, house, f"sys.stdout.buffer.write({printed})"))["status"] == "succeeded"


@pytest.mark.parametrize(
    "megabytes", [16, pytest.param(100, marks=[pytest.mark.torture_long, pytest.mark.timeout(400)])]
)
def test_prints_megabytes_of_json(survivor: Wire, house: Place, megabytes: int) -> None:
    text = (
        'sys.stdout.write(\'{"decision": "block", "reason": "\')\n'
        f"for _ in range({megabytes}):\n    sys.stdout.write('x' * {_MEGABYTE})\n"
        "sys.stdout.write('\"}')"
    )
    outcome = _fire(survivor, house, text)
    assert _run_of(outcome)["stdoutTruncated"]
    assert outcome["messages"], "what the hook wants is lost, and nothing says so"


def test_prints_ten_thousand_nested_arrays(survivor: Wire, house: Place) -> None:
    outcome = _fire(survivor, house, "print('{\"a\": ' + '[' * 10_000 + ']' * 10_000 + '}')")
    assert _run_of(outcome)["exitCode"] == 0


def test_kills_its_group(survivor: Wire, house: Place) -> None:
    house.hooks("sleep 1000 & kill -9 0; sleep 1000")
    run = _run_of(survivor.dispatch())
    assert run["signal"] == signal.SIGKILL


def test_stops_itself(survivor: Wire, house: Place) -> None:
    house.hooks(*(f"kill -{it:d} $$; sleep 1000" for it in (signal.SIGSTOP, signal.SIGTSTP)), timeout=1)
    assert [it["status"] for it in survivor.dispatch()["runs"]] == ["timed-out", "timed-out"]


def test_deletes_the_project(survivor: Wire, house: Place) -> None:
    house.hooks(f"rm -rf '{house.project}'")
    assert _run_of(survivor.dispatch())["status"] == "succeeded"
    assert not house.project.exists()


def test_rewrites_the_settings_file_while_it_is_read(survivor: Wire, house: Place) -> None:
    read = house.project / "read"
    rewriter = f"""
import itertools, os
file = {str(house.project / ".claude" / "settings.json")!r}
text = open(file).read()
for n in itertools.count():
    if os.path.exists({str(read)!r}):
        break
    open(file, "w").write(text[: n * 7 % len(text)])
    open(file, "w").write(text)
open(file, "w").write(text)
"""
    house.hooks(house.script("hook.py", rewriter))
    begun = survivor.begin_dispatch()
    others = [survivor.begin_dispatch("Stop") for _ in range(100)]
    assert all("result" in survivor.answer_of(it) for it in others)
    read.touch()
    assert _run_of(survivor.answer_of(begun)["result"])["status"] == "succeeded"


def test_forks_two_hundred_children(survivor: Wire, house: Place) -> None:
    text = "for _ in range(200):\n    if not os.fork():\n        time.sleep(1000)\ntime.sleep(1000)"
    assert _run_of(_fire(survivor, house, text, timeout=1))["status"] == "timed-out"


def test_kills_its_parent(place: Place, census: Census) -> None:
    place.hooks("setsid sleep 1000 & kill -9 $PPID; sleep 1000")
    with place.server() as wire:
        wire.begin_dispatch()
        assert wire.process.wait(PATIENCE) == -signal.SIGKILL
        census.nothing_runs()
    with place.server() as wire:
        wire.still_works()


_BOMB = """
import os, resource, sys, time
os.setgroups([])
os.setgid(UID)
os.setuid(UID)
resource.setrlimit(resource.RLIMIT_NPROC, (60, 60))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
os.environ["BOMB"] = "1"
while True:
    try:
        os.fork()
    except OSError:
        time.sleep(0.01)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may start a process of another user, with a limit of its own")
def test_a_fork_bomb_under_a_limit_of_processes(survivor: Wire, house: Place) -> None:
    text = _BOMB.replace("UID", "47113")
    house.hooks(f"exec {house.script('bomb.py', text)}", timeout=1)
    for parent in (house.project, *house.project.parents):
        if parent.stat().st_uid == os.geteuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o055)
    assert _run_of(survivor.dispatch())["status"] == "timed-out"
