"""What `hookwright serve` does for four clients with fifty sessions: throughput, and how long an answer takes."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from benchmarks.load import Load, load, serving
from benchmarks.measure import Effort
from benchmarks.table import Row

TITLE = "Agents, over a socket"
_CLIENTS, _SESSIONS = 4, 50
_RAW = "raw `sh -c :`"


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part: one request of each client at a time, then fifty."""
    dispatches = 10 * _SESSIONS * effort.rounds(2, 40)
    with serving(":") as (project, path, _):
        found: dict[int, Load] = {}
        for at_once, count in ((1, dispatches // 10), (50, dispatches)):
            work = load(project, path, clients=_CLIENTS, sessions=_SESSIONS, dispatches=count, at_once=at_once)
            found[at_once] = asyncio.run(work)
    alone, many = _raw(1, dispatches // 10), _raw(os.cpu_count() or 1, dispatches // 4)
    calm, busy = found[1], found[50]
    for name, part, beside in (("p50", 0.5, 0.5), ("p99", 0.99, 0.99)):
        measured, peer = _at(calm.seconds, part), _at(alone, beside)
        yield Row(what=f"dispatch, 4 clients in turn, {name}", measured=measured, peer=f"{_RAW}, {name}", beside=peer)
    for name, part in (("p50", 0.5), ("p99", 0.99)):
        measured = _at(busy.seconds, part)
        what = f"dispatch, 200 in flight, {name}"
        yield Row(what=what, measured=measured, peer=f"{_RAW}, one a core, {name}", beside=_at(many, part))
    rate = sum(busy.answers.values()) / busy.took
    raw = f"{_RAW}, one a core"
    yield Row(what="dispatches", measured=rate, peer=raw, beside=_rate(many), goal=0.35, unit="/s", at_least=True)


def _raw(at_once: int, count: int) -> list[float]:
    """The seconds of each start, so many at a time."""

    def start(_: int) -> float:
        begin = time.perf_counter()
        os.waitpid(os.posix_spawn("/bin/sh", ["/bin/sh", "-c", ":"], os.environ), 0)
        return time.perf_counter() - begin

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(start, range(count)))


def _rate(seconds: list[float]) -> float:
    """How many a second, as many at a time as there are cores."""
    return len(seconds) / sum(seconds) * (os.cpu_count() or 1)


def _at(seconds: list[float], part: float) -> float:
    return sorted(seconds)[int(part * (len(seconds) - 1))]
