"""A dispatch of the journal as a Markdown page, for when what came of it is wanted again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hookwright.workflows.firing.input_diff import pretty
from hookwright.workflows.phrases import seconds_words
from hookwright.workflows.reports.fire_report import code, fence
from hookwright.workflows.verdict import recorded_verdict, shown


def recorded_page(record: Mapping[str, Any]) -> str:
    """The page of a dispatch in the form of `hookwright/history`."""
    blocks = [f"# {record['event']}: {recorded_verdict(record)}", _opening(record)]
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
    yield f"`{hook['pointer']}` in {code(hook['source'])}"
    if run["skippedBecause"]:
        yield f"Skipped: {run['skippedBecause']}"
        return
    ended = f"killed by signal {run['signal']}" if run["signal"] is not None else f"exit {run['exitCode']}"
    ended = ended if run["exitCode"] is not None or run["signal"] is not None else run["status"]
    yield f"**{ended}** after {seconds_words(run['durationMs'] / 1000)}."
    for name in ("problem", "stdout", "stderr"):
        if run[name] and run[name].strip():
            yield f"{name}:\n\n{_block(run[name])}"


def _block(text: str) -> str:
    return fence(shown(text)[0])
