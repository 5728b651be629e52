"""How the benchmarks measure: every round visits every subject in turn, and what counts is the median."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

Subject = Callable[[], Mapping[str, float]]
"""Does the work once and answers its measures by name: seconds, or bytes."""


class Effort(Enum):
    """How much a part measures."""

    SMOKE = auto()
    """Everything once, with the peers that are here: that it runs, and not how fast."""
    QUICK = auto()
    WHOLE = auto()

    def rounds(self, quick: int, whole: int) -> int:
        """How often to measure, given the numbers for a quick and for a whole run."""
        return {Effort.SMOKE: 1, Effort.QUICK: quick, Effort.WHOLE: whole}[self]


@dataclass(frozen=True, slots=True)
class Samples:
    """What was measured, by subject and measure."""

    _kept: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, subject: str, measure: str, value: float) -> None:
        self._kept[subject, measure].append(value)

    def median(self, subject: str, measure: str) -> float | None:
        """None where nothing was measured."""
        values = self._kept.get((subject, measure))
        return statistics.median(values) if values else None


def interleave(samples: Samples, rounds: int, subjects: Mapping[str, Subject], *, warm_up: int = 1) -> None:
    """Adds that many rounds, after fewer that do not count; slow drift of the machine hits every subject alike."""
    order, shuffler = list(subjects), random.Random(1)
    # Garbage of the measuring process must not be collected on anybody's time.
    gc.collect()
    gc.disable()
    try:
        for number in range(-min(warm_up, rounds - 1), rounds):
            shuffler.shuffle(order)
            for name in order:
                for measure, value in subjects[name]().items():
                    if number >= 0:
                        samples.add(name, measure, value)
    finally:
        gc.enable()


def timed(work: Callable[[], object], measure: str = "time") -> Subject:
    """A subject that is measured from its call to its return."""

    def run() -> dict[str, float]:
        begin = time.perf_counter()
        work()
        return {measure: time.perf_counter() - begin}

    return run


def tree_bytes(process: int) -> float:
    """The resident memory of a process and of all that it started."""
    found = 0.0
    try:
        with open(f"/proc/{process}/status") as status:
            found += sum(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))
        with open(f"/proc/{process}/task/{process}/children") as children:
            found += sum(tree_bytes(int(it)) for it in children.read().split())
    except OSError:
        return found
    return found
