"""Work that several forked processes share: what comes back, and what a process leaves behind that fails."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from hookwright.engine.process.forking import side_by_side

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks")

PARTS = range(5)


class Thing(Struct, frozen=True, eq=False):
    """Something that is only equal to itself."""


def shared(
    do: Callable[[int], object], begun: Path, known: tuple[object, ...] = (), processes: int = 2
) -> dict[int, object]:
    """What comes of the parts; this process does one at most, in which it waits until others have begun the rest."""
    here = os.getpid()

    def do_here(part: int) -> object:
        if os.getpid() != here:
            with begun.open("a") as file:
                file.write(f"{part}\n")
            return do(part)
        while len(begun.read_text().split()) < len(PARTS) - 1:
            time.sleep(0.001)
        return "here"

    begun.touch()
    return dict(side_by_side(do_here, lambda _, done: done, PARTS, processes, known))


def children() -> set[str]:
    """The ids of the processes that this one has started and not yet waited for."""
    return {it for task in Path("/proc/self/task").iterdir() for it in (task / "children").read_text().split()}


@pytest.fixture(autouse=True)
def no_child_is_left() -> Iterator[None]:
    before = children()
    yield
    assert not children() - before


def test_each_part_is_done_once(tmp_path: Path) -> None:
    found = shared(lambda it: it * it, tmp_path / "begun", processes=4)
    assert sorted(found) == [*PARTS]
    here = {it: done for it, done in found.items() if done == "here"}
    assert len(here) <= 1
    assert found == {it: it * it for it in PARTS} | here
    assert sorted(map(int, (tmp_path / "begun").read_text().split())) == [it for it in PARTS if it not in here]


def test_what_is_known_stays_the_same(tmp_path: Path) -> None:
    known = Thing(), Thing()
    found = shared(lambda it: {"is": known[it % 2], "new": Thing()}, tmp_path / "begun", known)
    sent = {it: done for it, done in found.items() if isinstance(done, dict)}
    assert len(sent) >= len(PARTS) - 1
    assert all(done["is"] is known[it % 2] and done["new"] not in known for it, done in sent.items())


def test_what_is_sent_is_what_is_portable() -> None:
    here = os.getpid()
    found = side_by_side(lambda it: it, lambda part, done: -part - done if os.getpid() != here else 0, PARTS, 2, ())
    assert all(done in (part, -2 * part) for part, done in found.items())
    assert sorted(found) == [*PARTS]


@pytest.mark.parametrize(
    "failing",
    [
        lambda it: PARTS[it + len(PARTS)],
        lambda _: sys.exit(3),
        lambda _: os.kill(os.getpid(), signal.SIGKILL),
        lambda _: os.kill(os.getpid(), signal.SIGINT),
        lambda _: lambda: "what cannot be sent",
        lambda _: os.closerange(3, os.sysconf("SC_OPEN_MAX")),
    ],
    ids=["raises", "exits", "is killed", "is interrupted", "cannot be sent", "cannot send"],
)
def test_what_a_process_does_not_get_done_is_missing(
    failing: Callable[[int], object], capfd: pytest.CaptureFixture[str]
) -> None:
    here = os.getpid()
    found = side_by_side(lambda it: "here" if os.getpid() == here else failing(it), lambda _, it: it, PARTS, 2, ())
    assert set(found.values()) <= {"here"}
    assert capfd.readouterr() == ("", "")


def test_no_process_goes_on_behind_a_failure_here() -> None:
    here = os.getpid()

    def do(_: int) -> None:
        if os.getpid() == here:
            raise KeyboardInterrupt
        time.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        side_by_side(do, lambda _, done: done, PARTS, 3, ())
