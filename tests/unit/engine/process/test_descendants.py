"""What a command started is found wherever it went, and nothing else is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.engine.commands import is_gone, lives

from hookwright.engine.process import descendants
from hookwright.engine.process.descendants import MARK, Ancestor, Seen, kill_all, look, members

_MARK = b"token-7"


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Processes that end with the test."""
    every: list[subprocess.Popen[bytes]] = []
    yield every
    for it in every:
        it.kill()
        it.wait()
        if it.stdout is not None:
            it.stdout.close()


def _start(started: list[subprocess.Popen[bytes]], text: str, mark: str | None = None) -> tuple[int, list[int]]:
    """The shell's own id, and those that it prints in one line."""
    environment = {"PATH": os.environ["PATH"], **({MARK: mark} if mark else {})}
    process = subprocess.Popen(["/bin/sh", "-c", text], stdout=subprocess.PIPE, env=environment, start_new_session=True)
    started.append(process)
    assert process.stdout is not None
    return process.pid, [int(it) for it in process.stdout.readline().split()]


def _found(leader: int, *, before: int | None = None, strays: tuple[int, ...] = ()) -> set[int]:
    ancestor = Ancestor(leader, 0, descendants.ticks() if before is None else before, _MARK)
    return {it.pid for it in members([ancestor], look(), strays)[ancestor]}


def test_children_and_theirs_are_found_in_other_sessions_too(started: list[subprocess.Popen[bytes]]) -> None:
    leader, children = _start(started, "setsid sleep 1000 & echo $!; wait")
    assert _found(leader) == {leader, *children}
    os.kill(children[0], signal.SIGKILL)


def test_an_orphan_is_found_by_its_session(started: list[subprocess.Popen[bytes]]) -> None:
    # The shell waits for the end of the one in between.
    leader, orphans = _start(started, "orphan=$(sleep 1000 >&- & echo $!); echo $orphan; exec sleep 1000")
    assert _found(leader) == {leader, *orphans}
    os.kill(orphans[0], signal.SIGKILL)


@pytest.mark.parametrize("mark", ["token-7", "outer-1 token-7", "token-7 inner-2"])
def test_a_process_is_found_by_its_mark_alone(started: list[subprocess.Popen[bytes]], mark: str) -> None:
    process, _ = _start(started, "echo $$; exec sleep 1000", mark)
    assert _found(0) == {process}


@pytest.mark.parametrize("mark", ["token-77", "oken-7", "other-7", None])
def test_a_process_with_another_mark_is_left_alone(started: list[subprocess.Popen[bytes]], mark: str | None) -> None:
    process, _ = _start(started, "echo $$; exec sleep 1000", mark)
    assert process not in _found(0)


def test_a_number_that_was_given_away_again_is_another_process(started: list[subprocess.Popen[bytes]]) -> None:
    before = descendants.ticks() - 100
    process, _ = _start(started, "echo $$; exec sleep 1000")
    assert _found(process, before=before) == set()


def test_a_stray_without_a_mark_is_taken_for_ours_and_one_with_a_mark_is_not(
    started: list[subprocess.Popen[bytes]],
) -> None:
    bare, _ = _start(started, "echo $$; exec sleep 1000")
    marked, _ = _start(started, "echo $$; exec sleep 1000", "token-8")
    assert _found(0, strays=(bare, marked)) == {bare}
    early = Ancestor(0, descendants.ticks() + 100, 0, _MARK)
    assert members([early], look(), (bare,))[early] == set()


def test_what_has_left_its_parent_and_its_group_is_found_by_its_session() -> None:
    # No system gives numbers as high as these, so none of them has a mark.
    leader, group, other = 1 << 30, (1 << 30) + 1, (1 << 30) + 2
    seen = {
        it.pid: it
        for it in (Seen(group, 1, group, leader, 9), Seen(other, 1, leader, other, 9), Seen(other + 1, 1, 1, 1, 9))
    }
    ancestor = Ancestor(leader, 0, 10, _MARK)
    assert {it.pid for it in members([ancestor], seen)[ancestor]} == {group, other}


def test_what_starts_others_all_the_time_is_killed(started: list[subprocess.Popen[bytes]]) -> None:
    text = "while :; do setsid sleep 1000 & setsid sleep 1000 & echo $!; sleep 0.01; done"
    leader, _ = _start(started, text, "token-7")
    ancestor = Ancestor(leader, 0, descendants.ticks(), _MARK)

    kill_all(lambda seen: members([ancestor], seen)[ancestor])

    assert _found(leader) == set()


def test_a_later_process_of_the_same_number_is_not_signalled(started: list[subprocess.Popen[bytes]]) -> None:
    process, _ = _start(started, "echo $$; exec sleep 1000")
    now = look()[process]
    descendants.send(Seen(process, now.parent, now.group, now.session, now.start - 1), signal.SIGKILL)
    assert lives(process)
    descendants.send(now, signal.SIGKILL)
    assert is_gone(process)


def test_the_program_imports_the_standard_library_only(tmp_path: Path) -> None:
    with (tmp_path / "table").open("w+b") as table:
        program = [sys.executable, "-I", "-S", descendants.__file__, "token"]
        assert subprocess.run(program, stdout=table, check=False).returncode == 0
