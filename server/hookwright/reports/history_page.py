"""Pages about recorded dispatches, and about what changed when they were replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hookwright.firing.replay import Difference, Replayed
from hookwright.reports.fire_report import fire_report
from hookwright.visible import BOLD, DIM, GREEN, YELLOW, tinted, visible_line
from hookwright.wording.display import code, escaped, fence, pretty, prose, shown
from hookwright.wording.phrases import seconds_words
from hookwright.wording.verdict import recorded_verdict

_LONGEST = 300


def history_page(record: Mapping[str, Any]) -> str:
    """The page of a dispatch in the form of `hookwright/history`."""
    blocks = [f"# {escaped(record['event'])}: {recorded_verdict(record)}", _opening(record)]
    blocks += [_block(record[key]) for key in ("reason", "stopReason") if record[key]]
    for number, run in enumerate(record["runs"], 1):
        blocks += _run(number, run)
    blocks += ["## What the hook read on stdin", fence(pretty(record["payload"]), "json")]
    return "\n\n".join(blocks) + "\n"


def _opening(record: Mapping[str, Any]) -> str:
    why = "fired by hand" if record["origin"] == "fire" else "for an agent"
    ended = "cancelled after" if record["cancelled"] else "in"
    took = seconds_words(record["durationMs"] / 1000)
    return f"Recorded {record['at']}, {why}, {ended} {took}. Secrets and long texts are left out."


def _run(number: int, run: Mapping[str, Any]) -> Iterator[str]:
    hook = run["hook"]
    yield f"## {number}. {code(hook['name'] or hook['command'] or hook['type'])} {run['status']}"
    yield f"{code(hook['pointer'])} in {code(hook['source'])}"
    if run["skippedBecause"]:
        yield f"Skipped: {prose(run['skippedBecause'])}"
        return
    ended = f"killed by signal {run['signal']}" if run["signal"] is not None else f"exit {run['exitCode']}"
    ended = ended if run["exitCode"] is not None or run["signal"] is not None else run["status"]
    yield f"**{ended}** after {seconds_words(run['durationMs'] / 1000)}."
    for name in ("problem", "stdout", "stderr"):
        if run[name] and run[name].strip():
            yield f"{name}:\n\n{_block(run[name])}"


def _block(text: str) -> str:
    return fence(shown(text)[0])


def replay_page(replayed: Replayed) -> str:
    """What differs, followed by the report of the new run."""
    rows = [f"| {_title(it)} | {_cell(it.then)} | {_cell(it.now)} |" for it in replayed.differences]
    table = ["| | then | now |", "|---|---|---|", *rows] if rows else ["Nothing differs."]
    head = f"# {escaped(replayed.then['event'])} of {_moment(replayed)}, fired again: {_count(replayed)}"
    return "\n".join([head, "", *table, "", fire_report(replayed.fired)])


def plain_replay(replayed: Replayed, *, color: bool = False) -> str:
    """The verdict, the notes, and a line for each difference."""
    same = not replayed.differences
    head = tinted(BOLD, str(replayed.then["event"]), color=color)
    lines = [
        f"{head}  {tinted(GREEN if same else YELLOW, _count(replayed), color=color)}  (recorded {_moment(replayed)})"
    ]
    lines += [f"  note: {visible_line(it)}" for it in replayed.fired.notes]
    for it in replayed.differences:
        change = f"{_words(it.then)} {tinted(DIM, '→', color=color)} {_words(it.now)}"
        lines.append(f"  {_title(it).replace('`', '')}: {change}")
    lines += [f"  {it.kind.value} {visible_line(it.path)}" for it in replayed.fired.changes or ()]
    return "\n".join(lines) + "\n"


def _count(replayed: Replayed) -> str:
    count = len(replayed.differences)
    return "no differences" if not count else f"{count} difference{'s' * (count > 1)}"


def _moment(replayed: Replayed) -> str:
    return str(replayed.then["at"]).replace("T", " ")


def _title(difference: Difference) -> str:
    if difference.hook is None:
        return difference.what
    name = code(shown(str(difference.hook["name"] or difference.hook["command"]).strip().split("\n", 1)[0])[0])
    if difference.what != "hook":
        return f"{difference.what} of {name}"
    return f"{name} ran only {'now' if difference.then is None else 'in the recorded dispatch'}"


def _cell(value: Any) -> str:  # noqa: ANN401  any JSON value
    return code(_words(value)).replace("|", "\\|")


def _words(value: Any) -> str:  # noqa: ANN401
    text = "none" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = " ".join(shown(text)[0].split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
