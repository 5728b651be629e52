"""What the engine adds to the hooks that it runs, in one process."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from benchmarks.floors import C_FLOOR, STOCK, Floor, c_floor, stock
from benchmarks.measure import Effort, Samples, Subject, interleave, timed
from benchmarks.table import Row, against
from hookwright.config.workspace import NamedFiles, Snapshot, load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.host import Host
from hookwright.model.event import Order

TITLE = "Engine, in process"
_PARALLEL, _IN_FLIGHT, _HOOKS_EACH, _AT_ONCE, _MATCHERS = 10, 150, 4, 8, 1000

_Coroutine = Callable[[], Awaitable[object]]


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part."""
    samples = Samples()
    with TemporaryDirectory() as folder, c_floor() as floor, asyncio.Runner() as runner:
        bench = _Bench(samples, runner, floor, Path(folder), effort)
        bench.run("one", bench.dispatches(1), total=1, at_once=1, rounds=40)
        bench.run("parallel", bench.dispatches(_PARALLEL), total=_PARALLEL, at_once=_PARALLEL, rounds=10)
        bench.run("serial", bench.dispatches(_PARALLEL, Order.SERIAL), total=_PARALLEL, at_once=1, rounds=10)
        crowd = bench.crowd(bench.dispatches(_HOOKS_EACH))
        bench.run("crowd", crowd, total=_IN_FLIGHT * _HOOKS_EACH, at_once=_AT_ONCE, rounds=1, warm_up=0)
        bench.match()
    yield from against(samples, "one trivial hook", "one", {C_FLOOR: 1.6, STOCK: None})
    yield from against(samples, f"{_PARALLEL} trivial hooks, parallel", "parallel", {C_FLOOR: 1.3, STOCK: None})
    yield from against(samples, f"{_PARALLEL} trivial hooks, serial", "serial", {C_FLOOR: None, STOCK: None})
    yield from _throughput(samples)
    for subject in ("seen before", "never seen"):
        taken, beside = samples.median(subject, "match"), samples.median(C_FLOOR, "one")
        what = f"{_MATCHERS:,} matchers, none matching, tool {subject}"
        yield Row(what=what, measured=taken, peer=f"{C_FLOOR}, one hook", beside=beside)


class _Bench:
    """One loop and one project, in which everything is measured."""

    def __init__(
        self, samples: Samples, runner: asyncio.Runner, floor: Floor | None, project: Path, effort: Effort
    ) -> None:
        self._samples = samples
        self._runner = runner
        self._floor = floor
        self._project = project
        self._effort = effort
        self._host = Host.real()
        self._dialect = by_id("claude-code")

    def run(self, measure: str, ours: _Coroutine, *, total: int, at_once: int, rounds: int, warm_up: int = 1) -> None:
        """Measures the coroutine beside so many plain runs of the same command."""
        argv = (*self._dialect.running.shell, ":")
        subjects = {"hookwright": self._in_loop(measure, ours)}
        subjects[STOCK] = self._in_loop(measure, partial(stock, total, at_once, argv))
        if (floor := self._floor) is not None:
            subjects[C_FLOOR] = lambda: {measure: floor(total, at_once, argv)}
        interleave(self._samples, self._effort.rounds(rounds, 4 * rounds), subjects, warm_up=warm_up)

    def dispatches(self, n_hooks: int, order: Order = Order.PARALLEL) -> _Coroutine:
        """From the snapshot of a project with so many trivial hooks to the outcome as JSON."""
        snapshot = self._snapshot([_group("Bash", n_hooks)])

        async def run() -> None:
            plan = self._plan(snapshot, "Bash")
            if plan.row.running.order is not order:
                plan = replace(plan, row=replace(plan.row, running=replace(plan.row.running, order=order)))
            outcome = await dispatch(plan, self._host)
            assert len(outcome.to_json()["runs"]) == n_hooks

        return run

    @staticmethod
    def crowd(run: _Coroutine) -> _Coroutine:
        """So many of them in flight together."""

        async def gather() -> None:
            await asyncio.gather(*(run() for _ in range(_IN_FLIGHT)))

        return gather

    def match(self) -> None:
        """Plans an event that none of many matchers matches, for one tool again and again, and for ever new ones."""
        snapshot = self._snapshot([_group(f"Tool{it}|mcp__s{it}__.*", 1) for it in range(_MATCHERS)])
        names = iter(range(1 << 30))
        subjects = {
            "seen before": timed(lambda: self._plan(snapshot, "Bash"), "match"),
            "never seen": timed(lambda: self._plan(snapshot, f"mcp__new__{next(names)}"), "match"),
        }
        interleave(self._samples, self._effort.rounds(10, 40), subjects, warm_up=3)

    def _in_loop(self, measure: str, work: _Coroutine) -> Subject:
        async def clocked() -> float:
            begin = time.perf_counter()
            await work()
            return time.perf_counter() - begin

        return lambda: {measure: self._runner.run(clocked())}

    def _snapshot(self, groups: Sequence[dict[str, object]]) -> Snapshot:
        path = self._project / "settings.json"
        path.write_text(json.dumps({"hooks": {"PreToolUse": groups}}))
        snapshot = load(self._dialect, str(self._project), named=NamedFiles(config_files=[str(path)]))
        assert snapshot.hooks
        assert not snapshot.problems
        return snapshot

    def _plan(self, snapshot: Snapshot, tool: str) -> Plan:
        payload = {"tool_name": tool, "tool_input": {"command": "ls -la", "description": "x" * 800}}
        return make_plan(Request(self._dialect, "PreToolUse", payload, str(self._project)), snapshot)


def _group(matcher: str, n_hooks: int) -> dict[str, object]:
    """Hooks that differ in what is not read: of equal ones, only the first would run."""
    return {"matcher": matcher, "hooks": [{"type": "command", "command": f": {it}"} for it in range(n_hooks)]}


def _throughput(samples: Samples) -> Iterator[Row]:
    """Dispatches a second, where all else is the time that they take."""
    what = f"{_IN_FLIGHT} dispatches × {_HOOKS_EACH} hooks in flight"
    for row in against(samples, what, "crowd", {C_FLOOR: 0.75, STOCK: None}, "/s"):
        measured, beside = (_IN_FLIGHT / it if it else None for it in (row.measured, row.beside))
        yield dataclasses.replace(row, measured=measured, beside=beside, at_least=True)
