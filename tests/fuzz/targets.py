"""Every target: what it is tried on, and what has to hold."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

from hypothesis import strategies as st
from tests.fuzz import judging, reading, serving, words
from tests.fuzz.files import cases, texts
from tests.fuzz.pieces import patterns

MOST_SECONDS = 8.0
"""Of computing, for one input; a small part of it where nothing is wrong."""


class Hang(AssertionError):
    """An input took too long."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is tried: a name, the inputs, and what raises where something does not hold for one."""

    name: str
    inputs: st.SearchStrategy[Any]
    holds: Callable[[Any], None]

    def try_one(self, case: Any) -> None:
        """Raises where it does not hold for the input, or takes too long to tell."""
        with _limited(MOST_SECONDS):
            self.holds(case)


TARGETS: tuple[Target, ...] = (
    Target("tree", texts, reading.tree_holds),
    Target("cursors", texts, reading.cursors_hold),
    Target("edits", texts, reading.edits_hold),
    Target("lines", texts, reading.lines_hold),
    Target("findings", cases, judging.findings_hold),
    Target("reports", cases, judging.reports_hold),
    Target("fixes", cases, judging.fixes_hold),
    Target("answers", cases, judging.answers_hold),
    Target("readings", cases, judging.readings_hold),
    Target("matchers", words.matchers, words.matcher_holds),
    Target("globs", patterns, words.globs_hold),
    Target("commands", words.texts_of_commands, words.command_holds),
    Target("runs", words.runs, words.run_holds),
    Target("payloads", words.payloads, words.payload_holds),
    Target("frames", serving.cut_frames, serving.frames_hold),
    Target("settings", serving.settings_texts, serving.settings_hold),
    Target("documents", serving.changed_cases, serving.documents_hold),
)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raises Hang where what is within computes longer; what cannot be interrupted is told of when it is over."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Hang(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, stop)
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    if time.process_time() - began > seconds:
        raise Hang(f"more than {seconds:g} s")
