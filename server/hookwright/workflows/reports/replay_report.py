"""What a replay showed, as a Markdown page and as plain text."""

from __future__ import annotations

import json
from typing import Any

from hookwright.workflows.display import BOLD, DIM, GREEN, YELLOW, tinted
from hookwright.workflows.firing.differences import Difference
from hookwright.workflows.firing.replay import Replayed
from hookwright.workflows.reports.fire_report import code, report
from hookwright.workflows.verdict import shown

_LONGEST = 300


def replay_page(replayed: Replayed) -> str:
    """What differs, and below it the report on what came of it now."""
    rows = [f"| {_title(it)} | {_cell(it.then)} | {_cell(it.now)} |" for it in replayed.differences]
    table = ["| | then | now |", "|---|---|---|", *rows] if rows else ["Nothing differs."]
    head = f"# {replayed.then['event']} of {_moment(replayed)}, fired again: {_count(replayed)}"
    return "\n".join([head, "", *table, "", report(replayed.fired)])


def plain_replay(replayed: Replayed, *, color: bool = False) -> str:
    """A head line, the notes, and a line for each difference."""
    same = not replayed.differences
    head = tinted(BOLD, str(replayed.then["event"]), color=color)
    lines = [f"{head}  {tinted(GREEN if same else YELLOW, _count(replayed), color=color)}  (then: {_moment(replayed)})"]
    lines += [f"  note: {it}" for it in replayed.fired.notes]
    for it in replayed.differences:
        change = f"{_words(it.then)} {tinted(DIM, '→', color=color)} {_words(it.now)}"
        lines.append(f"  {_title(it).replace('`', '')}: {change}")
    lines += [f"  {it.kind.value} {it.path}" for it in replayed.fired.changes or ()]
    return "\n".join(lines) + "\n"


def _count(replayed: Replayed) -> str:
    count = len(replayed.differences)
    return "the same as then" if not count else f"{count} difference{'s' * (count > 1)}"


def _moment(replayed: Replayed) -> str:
    return str(replayed.then["at"]).replace("T", " ")


def _title(difference: Difference) -> str:
    if difference.hook is None:
        return difference.what
    name = code(shown(str(difference.hook["name"] or difference.hook["command"]).strip().split("\n", 1)[0])[0])
    if difference.what != "hook":
        return f"{difference.what} of {name}"
    return f"{name} ran only {'now' if difference.then is None else 'then'}"


def _cell(value: Any) -> str:  # noqa: ANN401  any JSON value
    return code(_words(value)).replace("|", "\\|")


def _words(value: Any) -> str:  # noqa: ANN401
    text = "none" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = " ".join(shown(text)[0].split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
