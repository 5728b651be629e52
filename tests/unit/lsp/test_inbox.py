"""Messages arrive in order, and whoever waits for the input to rest hears of every piece."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from hookwright.lsp.inbox import Inbox
from hookwright.lsp.wire import EndOfInput, FrameParser, encode


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def test_what_was_read_before_comes_first_and_the_end_last(pipe: tuple[int, int]) -> None:
    inbox = Inbox(pipe[0], FrameParser(), [{"id": 1}])
    assert not inbox.empty()
    inbox.start()
    os.write(pipe[1], encode({"id": 2}) + encode({"id": 3}))
    os.close(pipe[1])
    found: list[Any] = [inbox.take(None) for _ in range(4)]
    assert found[:3] == [{"id": 1}, {"id": 2}, {"id": 3}]
    assert isinstance(found[3], EndOfInput)
    assert inbox.take() is None
    assert inbox.take(0.001) is None
    assert inbox.empty()


def test_input_that_nobody_read_yet_counts(pipe: tuple[int, int]) -> None:
    inbox = Inbox(pipe[0], FrameParser())
    assert inbox.empty()
    os.write(pipe[1], b"C")
    assert not inbox.empty()


def test_half_a_frame_is_an_arrival_too(pipe: tuple[int, int]) -> None:
    inbox = Inbox(pipe[0], FrameParser())
    arrived = threading.Event()
    inbox.on_arrival = arrived.set
    inbox.start()
    os.write(pipe[1], b"Content-Length: 2\r\n\r\n{")
    assert arrived.wait(10)
    assert inbox.empty()
    assert inbox.take() is None
    os.write(pipe[1], b"}")
    assert inbox.take(None) == {}
    os.close(pipe[1])
    assert isinstance(inbox.take(None), EndOfInput)
