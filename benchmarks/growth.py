"""How the time of a check grows with the faults in one file, in each notation, and what sixty of them add."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from benchmarks.measure import Effort
from benchmarks.table import Row
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.reports.text import text_lines
from hookwright.analysis.rule import Subject
from hookwright.analysis.settings.file import NO_SETTINGS
from hookwright.analysis.suppression import judge
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.readers.case import Ground

TITLE = "Faults in one file"
_FEW, _MANY = 15, 60
_ADDED_SECONDS = 0.2

Text = Callable[[int], str]


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part."""
    rounds = effort.rounds(3, 10)
    for name, (dialect, path, text, times) in _SHAPES.items():
        one, few, many = (_seconds(dialect, path, text(it * times), rounds) for it in (1, _FEW, _MANY))
        # On a busy machine the least of few times is now and then no measure of the faults.
        growth = (many - one) / (few - one) if few != one else 0.0
        exponent = math.log(growth) / math.log(_MANY / _FEW) if growth > 0 else None
        what = f"{name}: growth from {_FEW * times:,} faults to {_MANY * times:,}"
        yield Row(what=what, measured=exponent, peer="exponent of the faults", beside=1.0, goal=1.3, unit="")
        what = f"{name}: {_MANY * times:,} faults more than {times}"
        yield Row(what=what, measured=many - one, peer="200 ms", beside=_ADDED_SECONDS, goal=1.0)


def _seconds(dialect: str, path: str, text: str, rounds: int) -> float:
    """The least processor time that reading, judging and reporting take."""
    disk, taken = RealDisk("/nowhere"), list[float]()
    # What is remembered of words and expressions is there after the first time.
    for _ in range(rounds + 1):
        begin = time.process_time()
        file = replace(read_hook_file(path, text, by_id(dialect), Scope.PROJECT), ground=Ground.NAMED)
        found = judge(Subject(file, "/project", disk), NO_SETTINGS).diagnostics
        list(text_lines(found, file.tree, path))
        taken.append(time.process_time() - begin)
    return min(taken[1:])


def _json_events(count: int) -> str:
    return json.dumps({"hooks": {f"Evnt{it}": [] for it in range(count)}}, indent=1)


def _json_groups(count: int) -> str:
    groups = [{"matcher": f"a{it}", "comand": "x"} for it in range(count)]
    return json.dumps({"hooks": {"PreToolUse": groups}}, indent=1)


def _toml_tables(count: int) -> str:
    return "\n".join(f"[[hooks.PreToolUse]]\nmatcher = 'a{it}'\n" for it in range(count))


def _front_matter(count: int) -> str:
    groups = "".join(f"    - matcher: a{it}\n      comand: x\n" for it in range(count))
    return f"---\nname: a\ndescription: d\nhooks:\n  PreToolUse:\n{groups}---\ntext\n"


_SETTINGS = "/project/.claude/settings.json"
# The dialect, the file, its text with so many faults, and how many for one of the others.
_SHAPES: dict[str, tuple[str, str, Text, int]] = {
    "JSON, unknown events": ("claude-code", _SETTINGS, _json_events, 20),
    "JSON, groups": ("claude-code", _SETTINGS, _json_groups, 1),
    "TOML, tables": ("codex", "/project/.codex/config.toml", _toml_tables, 1),
    "YAML, front matter": ("claude-code", "/project/.claude/agents/a.md", _front_matter, 1),
}
