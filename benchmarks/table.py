"""The one table: what was measured, beside which peer, and whether it is within its goal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from benchmarks.measure import Samples

_UNITS = {"ms": 1e3, "µs": 1e6, "MB": 1 / (1 << 20), "/s": 1.0, "": 1.0}
_WIDTHS = (46, 11, 34, 11, 7, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line: `measured` and `beside` in seconds, bytes or pieces a second; `goal` bounds their ratio."""

    what: str
    measured: float | None
    peer: str
    beside: float | None
    goal: float | None = None
    unit: str = "ms"
    at_least: bool = False

    @property
    def ratio(self) -> float | None:
        return self.measured / self.beside if self.measured is not None and self.beside else None

    @property
    def verdict(self) -> str:
        """`within` or `over` the goal, or why neither can be said."""
        if self.ratio is None:
            return "not measured"
        if self.goal is None:
            return ""
        kept = self.ratio >= self.goal if self.at_least else self.ratio <= self.goal
        return "within" if kept else "over"


def against(samples: Samples, what: str, measure: str, goals: dict[str, float | None], unit: str = "ms") -> list[Row]:
    """One row a peer: the medians of hookwright and of the peer in one measure."""
    measured = samples.median("hookwright", measure)
    return [
        Row(what=what, measured=measured, peer=peer, beside=samples.median(peer, measure), goal=goal, unit=unit)
        for peer, goal in goals.items()
    ]


def print_head() -> None:
    """Prints the names of the columns."""
    print(_line("", "measured", "beside", "", "ratio", "goal", "verdict"))


def print_part(title: str, rows: Iterable[Row], *, judged: bool) -> None:
    """Prints one part of the table, and its goals where it is to be judged."""
    print(f"\n{title}")
    for row in rows:
        print(_row(row if judged else replace(row, goal=None)), flush=True)


def _row(row: Row) -> str:
    ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
    goal = "" if row.goal is None else f"{'≥' if row.at_least else '≤'} {row.goal:g}"
    cells = (_value(row.measured, row.unit), row.peer, _value(row.beside, row.unit), ratio, goal)
    return _line(f"  {row.what}", *cells, row.verdict)


def _value(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    scaled = value * _UNITS[unit]
    return f"{scaled:.{0 if scaled >= 100 else 1 if scaled >= 10 else 2}f} {unit}".rstrip()


def _line(what: str, measured: str, peer: str, beside: str, ratio: str, goal: str, verdict: str) -> str:
    first, second, third, fourth, fifth, sixth = _WIDTHS
    numbers = f"{ratio:>{fifth}}  {goal:>{sixth}}"
    return f"{what:<{first}}{measured:>{second}}   {peer:<{third}}{beside:>{fourth}}{numbers}  {verdict}".rstrip()
