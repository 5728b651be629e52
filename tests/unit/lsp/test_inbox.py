"""Messages arrive in order, however their frames are cut, and nothing is waited for longer than is wanted."""

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


def test_half_a_frame_is_no_message_yet(pipe: tuple[int, int]) -> None:
    inbox = Inbox(pipe[0], FrameParser())
    os.write(pipe[1], b"Content-Length: 2\r\n\r\n{")
    assert inbox.take(0.001) is None
    assert inbox.empty()
    os.write(pipe[1], b"}")
    assert inbox.take() == {}
    os.close(pipe[1])
    assert isinstance(inbox.take(None), EndOfInput)


def test_who_waits_gets_what_comes_meanwhile(pipe: tuple[int, int]) -> None:
    inbox = Inbox(pipe[0], FrameParser())
    frame = encode({"id": 1})
    os.write(pipe[1], frame[:9])
    writer = threading.Timer(0.01, os.write, (pipe[1], frame[9:]))
    writer.start()
    assert inbox.take(60) == {"id": 1}
    writer.join()
