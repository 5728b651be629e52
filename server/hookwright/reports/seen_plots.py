"""The plots of the page about what hooks did: pieces of SVG, each with a title and a text for who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from html import escape

from msgspec import Struct

from hookwright.sessions.summary import CountsJson, DayJson
from hookwright.visible import visible_line
from hookwright.wording.phrases import seconds_words

_WIDTH, _LABELS, _NUMBERS, _ROW, _BAR = 760, 300, 60, 26, 16
_MOST_LABEL = 42
_HEIGHT, _BASE = 120, 24

PARTS = (
    ("failed", "failed"),
    ("timedOut", "timed out"),
    ("refused", "refused"),
    ("cancelled", "cancelled"),
    ("ok", "none of these"),
)
"""How runs end, worst first: the key of each, which is its class in the styles, and its name in the legend."""


class Row(Struct, frozen=True):
    """A bar of a plot: what it is about, and its numbers."""

    label: str
    counts: CountsJson


def parts_of(it: CountsJson) -> dict[str, int]:
    """The runs by how they ended; those of which nothing is recorded but that they ran are `ok`."""
    known = {
        "failed": it["failed"],
        "timedOut": it["timedOut"],
        "refused": it["refused"],
        "cancelled": it["cancelled"],
    }
    return {**known, "ok": it["runs"] - sum(known.values())}


def plot_of_endings(rows: Sequence[Row], number: int) -> str:
    """A bar for each row, as long as it has runs, in pieces for how they ended."""
    most = max(it.counts["runs"] for it in rows)
    told = "; ".join(f"{_label(it.label)}: {_said(it.counts)}" for it in rows)
    body = "".join(_bar(it, at, most) for at, it in enumerate(rows))
    return _svg("Recorded runs of each hook, by how they ended", told, body, len(rows) * _ROW + 6, f"ends{number}")


def _bar(row: Row, at: int, most: int) -> str:
    y, x = at * _ROW + 4, float(_LABELS)
    room = _WIDTH - _LABELS - _NUMBERS
    drawn = [_text(row.label, y)]
    for key, count in parts_of(row.counts).items():
        width = count * room / most
        if count:
            drawn.append(f'<rect class="{key}" x="{x:.1f}" y="{y}" width="{max(1.0, width):.1f}" height="{_BAR}"/>')
        x += width
    drawn.append(f'<text class="number" x="{x + 6:.1f}" y="{y + 12}">{row.counts["runs"]:,}</text>')
    return "".join(drawn)


def plot_of_times(rows: Sequence[Row], number: int) -> str:
    """For each row a line from the median to the 95th percentile of its times."""
    longest = max(it.counts["p95Ms"] or 0.0 for it in rows) or 1.0
    told = "; ".join(f"{_label(it.label)}: {_half(it.counts)}" for it in rows)
    body = "".join(_range(it, at, longest) for at, it in enumerate(rows))
    title = "How long runs took: from what half of them took at most to what 95 % did"
    return _svg(title, told, body, len(rows) * _ROW + 6, f"times{number}")


def _range(row: Row, at: int, longest: float) -> str:
    y = at * _ROW + 12
    room = _WIDTH - _LABELS - 2 * _NUMBERS
    half, most = ((row.counts[key] or 0.0) * room / longest + _LABELS for key in ("p50Ms", "p95Ms"))
    return (
        f'{_text(row.label, y - 8)}<line class="range" x1="{half:.1f}" y1="{y}" x2="{most:.1f}" y2="{y}"/>'
        f'<circle class="half" cx="{half:.1f}" cy="{y}" r="4"/><circle class="most" cx="{most:.1f}" cy="{y}" r="4"/>'
        f'<text class="number" x="{most + 10:.1f}" y="{y + 4}">{escape(_short_half(row.counts))}</text>'
    )


def plot_of_days(days: Sequence[DayJson], number: int) -> str:
    """A column for each day, from the first to the last, with what failed and was refused in it."""
    first, last = (date.fromisoformat(days[at]["day"]) for at in (0, -1))
    count = (last - first).days + 1
    most = max(it["runs"] for it in days)
    step = (_WIDTH - 2 * _NUMBERS) / count
    columns = "".join(_column(it, (date.fromisoformat(it["day"]) - first).days * step, step, most) for it in days)
    axis = (
        f'<line class="axis" x1="{_NUMBERS}" y1="{_HEIGHT}" x2="{_WIDTH - _NUMBERS}" y2="{_HEIGHT}"/>'
        f'<text class="number" x="{_NUMBERS}" y="{_HEIGHT + 16}">{first}</text>'
        f'<text class="number" x="{_WIDTH - _NUMBERS}" y="{_HEIGHT + 16}" text-anchor="end">{last}</text>'
        f'<text class="number" x="{_NUMBERS - 8}" y="12" text-anchor="end">{most:,}</text>'
    )
    told = "; ".join(f"{it['day']}: {it['runs']}, {it['failed']} failed, {it['refused']} refused" for it in days)
    return _svg("Recorded runs by day", told, columns + axis, _HEIGHT + _BASE, f"days{number}")


def _column(it: DayJson, x: float, step: float, most: int) -> str:
    parts = (("failed", it["failed"]), ("refused", it["refused"]), ("ok", it["runs"] - it["failed"] - it["refused"]))
    width, y = min(24.0, max(1.0, step - 1)), float(_HEIGHT)
    drawn = []
    for key, count in parts:
        height = count * (_HEIGHT - 8) / most
        y -= height
        if count:
            place = f'x="{x + _NUMBERS:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
            drawn.append(f'<rect class="{key}" {place}/>')
    return "".join(drawn)


def legend() -> Iterator[str]:
    """What the colors stand for."""
    yield '<ul class="legend" aria-label="What the colors stand for">'
    yield from (f'<li><span class="{key}" aria-hidden="true"></span>{name}</li>' for key, name in PARTS)
    yield "</ul>"


def _svg(title: str, told: str, body: str, height: int, number: str) -> str:
    names = f'role="img" aria-labelledby="{number}-title {number}-told"'
    texts = f'<title id="{number}-title">{escape(title)}</title><desc id="{number}-told">{escape(told)}</desc>'
    return f'<svg viewBox="0 0 {_WIDTH} {height}" {names}>{texts}{body}</svg>'


def _text(label: str, y: int) -> str:
    return f'<text x="{_LABELS - 10}" y="{y + 12}" text-anchor="end">{escape(_label(label))}</text>'


def _label(text: str) -> str:
    line = " ".join(visible_line(text).split())
    return line if len(line) <= _MOST_LABEL else f"…{line[1 - _MOST_LABEL :]}"


def _said(it: CountsJson) -> str:
    names = dict(PARTS)
    return ", ".join(f"{count} {names[key]}" for key, count in parts_of(it).items() if count)


def _half(it: CountsJson) -> str:
    return (
        f"half up to {seconds_words((it['p50Ms'] or 0) / 1000)}, 95 % up to {seconds_words((it['p95Ms'] or 0) / 1000)}"
    )


def _short_half(it: CountsJson) -> str:
    return f"{seconds_words((it['p50Ms'] or 0) / 1000)} – {seconds_words((it['p95Ms'] or 0) / 1000)}"
