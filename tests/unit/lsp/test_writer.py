"""Frames leave whole and in order, whoever writes and however slowly they are read."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from hookwright.transport.frames import FrameParser
from hookwright.transport.writer import FrameWriter


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
    parser, ids = FrameParser(lambda code, reason, _: None), list[int]()
    while len(ids) < count:
        ids += [json.loads(it)["id"] for it in parser.feed(os.read(fd, 1 << 16))]
    return ids


def body(message: dict[str, Any]) -> bytes:
    return json.dumps(message).encode()


def test_a_small_frame_is_out_when_it_is_written(pipe: tuple[int, int]) -> None:
    os.set_blocking(pipe[0], False)
    FrameWriter(pipe[1]).write(body({"id": 1}))
    assert read_ids(pipe[0], 1) == [1]


def test_nobody_waits_for_a_slow_reader(pipe: tuple[int, int]) -> None:
    writer = FrameWriter(pipe[1])
    for number in range(20):
        writer.write(body({"id": number, "text": "x" * 100_000}))
    assert read_ids(pipe[0], 20) == list(range(20))
    writer.flush(10)
    writer.write(body({"id": 20}))
    assert read_ids(pipe[0], 1) == [20]


def test_threads_do_not_mix_their_frames(pipe: tuple[int, int]) -> None:
    writer = FrameWriter(pipe[1])

    def send_some(first: int) -> None:
        for number in range(first, first + 50):
            writer.write(body({"id": number, "text": "x" * 5000}))

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
    calls: list[str] = []
    writer = FrameWriter(pipe[1], lambda: calls.append("broken"))
    os.close(pipe[0])
    writer.write(body({"text": "x" * size}))
    writer.write(body({"id": 2}))
    writer.flush(10)
    assert writer.broken
    assert calls == ["broken"]


def test_a_reader_that_goes_away_while_frames_wait(pipe: tuple[int, int]) -> None:
    told = threading.Event()
    writer = FrameWriter(pipe[1], told.set)
    writer.write(body({"text": "x" * 1_000_000}))
    os.close(pipe[0])
    assert told.wait(120)
    writer.flush(10)
    assert writer.broken


def test_no_frame_overtakes_one_that_waits(pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FrameWriter, "_start_helper", lambda _: None)
    os.set_blocking(pipe[0], False)
    writer = FrameWriter(pipe[1])
    writer.write(body({"text": "x" * 1_000_000}))
    while True:
        try:
            os.read(pipe[0], 1 << 20)
        except BlockingIOError:
            break
    writer.write(body({"id": 2}))
    with pytest.raises(BlockingIOError):
        os.read(pipe[0], 1)


def test_who_lets_too_much_pile_up_is_given_up(pipe: tuple[int, int]) -> None:
    told = threading.Event()
    writer = FrameWriter(pipe[1], told.set, most_backlog_bytes=300_000)
    for number in range(3):
        writer.write(body({"id": number, "text": "x" * 100_000}))
    assert not told.is_set()
    for number in range(3):
        writer.write(body({"id": number, "text": "x" * 100_000}))
    assert told.is_set()
    os.close(pipe[0])
