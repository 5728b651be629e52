"""Frames leave whole and in order, whoever writes and however slowly they are read."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from hookwright.lsp.outbox import Outbox
from hookwright.lsp.wire import FrameParser


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def read_ids(fd: int, count: int) -> list[int]:
    parser, ids = FrameParser(), list[int]()
    while len(ids) < count:
        ids += [item["id"] for item in parser.feed(os.read(fd, 1 << 16)) if isinstance(item, dict)]
    return ids


def test_a_small_frame_is_out_when_send_returns(pipe: tuple[int, int]) -> None:
    os.set_blocking(pipe[0], False)
    Outbox(pipe[1]).send({"id": 1})
    assert read_ids(pipe[0], 1) == [1]


def test_nobody_waits_for_a_slow_reader(pipe: tuple[int, int]) -> None:
    outbox = Outbox(pipe[1])
    for number in range(20):
        outbox.send({"id": number, "text": "x" * 100_000})
    assert read_ids(pipe[0], 20) == list(range(20))
    outbox.flush(10)
    outbox.send({"id": 20})
    assert read_ids(pipe[0], 1) == [20]


def test_threads_do_not_mix_their_frames(pipe: tuple[int, int]) -> None:
    outbox = Outbox(pipe[1])

    def send_some(first: int) -> None:
        for number in range(first, first + 50):
            outbox.send({"id": number, "text": "x" * 5000})

    threads = [threading.Thread(target=send_some, args=(first,)) for first in (0, 100, 200)]
    for thread in threads:
        thread.start()
    ids = read_ids(pipe[0], 150)
    for thread in threads:
        thread.join()
    for first in (0, 100, 200):
        assert [it for it in ids if first <= it < first + 100] == list(range(first, first + 50))


@pytest.mark.parametrize("size", [1, 200_000])
def test_a_reader_that_went_away_is_told_once(pipe: tuple[int, int], size: int) -> None:
    outbox = Outbox(pipe[1])
    calls: list[str] = []
    outbox.on_broken = lambda: calls.append("broken")
    os.close(pipe[0])
    outbox.send({"text": "x" * size})
    outbox.send({"id": 2})
    outbox.flush(10)
    assert outbox.broken
    assert calls == ["broken"]


def test_a_reader_that_goes_away_while_frames_wait(pipe: tuple[int, int]) -> None:
    outbox = Outbox(pipe[1])
    told = threading.Event()
    outbox.on_broken = told.set
    outbox.send({"text": "x" * 1_000_000})
    os.close(pipe[0])
    assert told.wait(10)
    outbox.flush(10)
    assert outbox.broken


def test_no_frame_overtakes_one_that_waits(pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Outbox, "_start_helper", lambda _: None)
    os.set_blocking(pipe[0], False)
    outbox = Outbox(pipe[1])
    outbox.send({"text": "x" * 1_000_000})
    while True:
        try:
            os.read(pipe[0], 1 << 20)
        except BlockingIOError:
            break
    outbox.send({"id": 2})
    with pytest.raises(BlockingIOError):
        os.read(pipe[0], 1)
