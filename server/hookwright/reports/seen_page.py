"""What agents recorded of hooks as one page of HTML: plots, tables with the same numbers, and what cannot be known.

The page is whole in itself: it loads nothing, has no scripts, and is light or dark as its reader has it.
"""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from html import escape

from hookwright.reports.seen_plots import Row, legend, parts_of, plot_of_days, plot_of_endings, plot_of_times
from hookwright.reports.seen_words import NOTHING_KNOWN, count_words, day_of, span, unnamed_words, unread_words, verdict
from hookwright.sessions.summary import AgentSeenJson, CountsJson, DayJson, HookSeenJson, PlaceJson, SeenJson
from hookwright.visible import visible
from hookwright.wording.phrases import seconds_words

_MOST_BARS = 25
_STYLE = """
:root { color-scheme: light dark; --page: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de;
  --failed: #c2410c; --timedOut: #b7791f; --refused: #0b63b0; --cancelled: #8250df; --ok: #8c96a0; }
@media (prefers-color-scheme: dark) { :root { --page: #15191e; --text: #e6e9ec; --quiet: #a3adb8; --line: #3a424b;
  --failed: #ff8a5c; --timedOut: #f0b84a; --refused: #6cb6ff; --cancelled: #c297ff; --ok: #75808c; } }
body { background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-top: 2.5rem; } h3 { font-size: 1.05rem; margin-top: 2rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; white-space: pre-wrap; }
.quiet, figcaption, caption, summary { color: var(--quiet); } th p, th pre { margin: 0.2rem 0; }
th pre { color: var(--text); }
figure { margin: 1rem 0; overflow-x: auto; } svg { max-width: 60rem; min-width: 40rem; width: 100%; }
svg text { fill: var(--text); font: 12px system-ui, sans-serif; } svg text.number { fill: var(--quiet); }
.failed { fill: var(--failed); background: var(--failed); }
.timedOut { fill: var(--timedOut); background: var(--timedOut); }
.refused { fill: var(--refused); background: var(--refused); } .ok { fill: var(--ok); background: var(--ok); }
.cancelled { fill: var(--cancelled); background: var(--cancelled); }
.axis { stroke: var(--line); } .range { stroke: var(--quiet); stroke-width: 2; }
.half { fill: var(--refused); } .most { fill: var(--page); stroke: var(--refused); stroke-width: 2; }
ul.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; list-style: none; padding: 0; }
ul.legend span { border-radius: 2px; display: inline-block; height: 0.8em; margin-right: 0.4em; width: 0.8em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } caption { padding: 0.5rem 0; text-align: left; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; }
td.n, th.n { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
tbody th { font-weight: normal; min-width: 20rem; }
"""
_SHOWN = "Only what hooks themselves printed is shown, without what looks like a secret."
_OF_DAYS = (("Day", ""), *((it, ' class="n"') for it in ("Runs", "Failed or timed out", "Refused")))
_NUMBERS = ("Runs", "Failed", "Timed out", "Refused", "Cancelled", "Half within", "95 % within", "A session")

Short = Callable[[str], str]


def seen_page(data: SeenJson, short: Short, *, now: datetime | None = None) -> str:
    """The page; `short` makes a path readable."""
    title = f"What the hooks of {os.path.basename(data['projectDir']) or data['projectDir']} did"
    since = f" since {day_of(data['since'], now)}" if data["since"] else ""
    made = (now or datetime.now(UTC)).astimezone().strftime("%Y-%m-%d %H:%M")
    where = f"as of {made}, in {_code(data['projectDir'])}"
    unread = unread_words(data["unread"])
    agents = [line for number, it in enumerate(data["agents"]) for line in _agent(it, short, number, now)]
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_safe(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>",
            f"<h1>{_safe(title)}</h1>",
            f'<p class="quiet">From what agents recorded{since}, {where}. {_SHOWN}</p>',
            *(agents or ["<p>No agent has recorded anything of these hooks.</p>"]),
            *([f"<p>{_safe(unread)}</p>"] if unread else []),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _agent(agent: AgentSeenJson, short: Short, number: int, now: datetime | None) -> Iterator[str]:
    yield f"<section>\n<h2>{_safe(agent['title'])}</h2>"
    known = [it for it in agent["hooks"] if it["runs"]]
    worst = known[0] if known and known[0]["failed"] + known[0]["timedOut"] else None
    if worst is not None:
        yield f"<p><strong>{_place(worst['place'], short)} {_safe(verdict(worst, now=now))}</strong></p>"
    rows = [Row(f"{short(it['place']['source'])}:{it['place']['line']} {it['event']}", it) for it in known]
    rows += [Row(" ".join(filter(None, (it["event"], it["target"], "(no hook named)"))), it) for it in agent["events"]]
    yield from _plots(rows[:_MOST_BARS], agent, number)
    hooks = [(_hook(it, short), it) for it in known]
    yield from _table("Hooks of the current files", "Hook", hooks, now)
    events = [(_event(it["event"], it["target"], it["candidates"], short), it) for it in agent["events"]]
    yield from _table("Records that name no hook", "Event", events, now)
    earlier = [(_earlier(it["event"], it["command"], it["now"], short), it) for it in agent["earlier"]]
    yield from _table("Recorded for commands that are in no current file", "Command", earlier, now)
    yield from _unknown(agent, short)
    yield "</section>"


def _plots(rows: Sequence[Row], agent: AgentSeenJson, number: int) -> Iterator[str]:
    if not rows:
        return
    yield from legend()
    yield _figure(plot_of_endings(rows, number), "Recorded runs of each hook, by how they ended")
    if len(agent["days"]) > 1:
        yield _figure(plot_of_days(agent["days"], number), "Recorded runs by day (UTC)")
        yield _days(agent["days"])
    timed = [it for it in rows if it.counts["p95Ms"] is not None]
    if timed:
        said = "How long runs took: half of them up to the full circle, 95 % up to the empty one"
        yield _figure(plot_of_times(timed, number), said)


def _days(days: Sequence[DayJson]) -> str:
    heads = "".join(f'<th scope="col"{kind}>{it}</th>' for it, kind in _OF_DAYS)
    rows = "".join(
        f'<tr><th scope="row">{it["day"]}</th>'
        + "".join(f'<td class="n">{it[key]:,}</td>' for key in ("runs", "failed", "refused"))
        + "</tr>"
        for it in days
    )
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<details><summary>The days as a table</summary>{table}</details>"


def _figure(plot: str, caption: str) -> str:
    return f"<figure>{plot}<figcaption>{caption}</figcaption></figure>"


def _table(title: str, first: str, rows: Sequence[tuple[str, CountsJson]], now: datetime | None) -> Iterator[str]:
    if not rows:
        return
    yield f'<h3>{_safe(title)}</h3>\n<div class="scroll" tabindex="0" role="region" aria-label="{_safe(title)}"><table>'
    yield "<caption>The worst first, with the numbers of the plots</caption>"
    heads = "".join(f'<th scope="col" class="n">{it}</th>' for it in _NUMBERS)
    yield f'<thead><tr><th scope="col">{first}</th>{heads}</tr></thead>\n<tbody>'
    for head, it in rows:
        parts = parts_of(it)
        counts = [it["runs"], *(parts[key] for key in ("failed", "timedOut", "refused", "cancelled"))]
        times = (it["p50Ms"], it["p95Ms"], None if it["secondsPerSession"] is None else it["secondsPerSession"] * 1000)
        cells = [*(f"{count:,}" for count in counts), *map(_time, times)]
        numbers = "".join(f'<td class="n">{cell}</td>' for cell in cells)
        yield f'<tr><th scope="row">{head}{_when(it, now)}</th>{numbers}</tr>'
    yield "</tbody></table></div>"


def _when(it: CountsJson, now: datetime | None) -> str:
    printed = [("Last standard error", it["lastStderr"]), ("Last reason", it["lastReason"])]
    shown = [f"<br>{name}:</p><pre>{_safe(text)}</pre><p>" for name, text in printed if text]
    return f'<div class="quiet"><p>{_safe(span(it, now=now))}{"".join(shown)}</p></div>'.replace("<p></p>", "")


def _unknown(agent: AgentSeenJson, short: Short) -> Iterator[str]:
    meant = [place for it in agent["events"] for place in it["candidates"]]
    silent = [it for it in agent["hooks"] if not it["runs"] and it["place"] not in meant]
    yield "<h3>What cannot be known</h3>"
    yield f"<p>{_marked(agent['unknown'])}.</p>"
    if silent:
        yield f"<p>{_marked(NOTHING_KNOWN)}:</p>\n<ul>"
        for it in silent:
            yield f"<li>{_place(it['place'], short)} {it['event']} {_code(it['matcher'])} {_code(it['command'])}</li>"
        yield "</ul>"
    yield f'<p class="quiet">{count_words(agent["files"], "session file")} in {_code(short(agent["folder"]))}.</p>'


def _hook(it: HookSeenJson, short: Short) -> str:
    return f"{_place(it['place'], short)}<br>{_safe(it['event'])} {_code(it['matcher'])}<br>{_code(it['command'])}"


def _event(event: str, target: str | None, candidates: Sequence[PlaceJson], short: Short) -> str:
    could = [f"{short(it['source'])}:{it['line']}" for it in candidates]
    return f"{_safe(event)} {_code(target) if target else ''}<br>{_safe(unnamed_words(could))}"


def _earlier(event: str, command: str, now: PlaceJson | None, short: Short) -> str:
    seems = (
        f"an earlier version of {_place(now, short)}" if now else "no longer there, or an earlier version of another"
    )
    return f"{_safe(event)} {_code(command)}<br>{seems}"


def _place(place: PlaceJson, short: Short) -> str:
    return _code(f"{short(place['source'])}:{place['line']}")


def _time(milliseconds: float | None) -> str:
    return "–" if milliseconds is None else _safe(seconds_words(milliseconds / 1000))


def _code(text: str) -> str:
    return f"<code>{_safe(text)}</code>"


def _marked(text: str) -> str:
    """The text with what is between backticks as code."""
    return "".join(_code(it) if at % 2 else _safe(it) for at, it in enumerate(text.split("`")))


def _safe(text: str) -> str:
    # The log of a job on GitHub would obey a line that begins with two colons, or has such brackets.
    return escape(visible(text)).replace("::", "&#58;:").replace("##[", "&#35;#[")
