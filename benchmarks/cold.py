"""From the start of the process to the first answers: `initialize`, and the diagnostics of the first document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client, Server
from benchmarks.measure import Effort, Samples, interleave
from benchmarks.servers import PLAIN, VSCODE, editors, hookwright
from benchmarks.settings_text import settings_text, write_scripts
from benchmarks.table import Row, against

TITLE = "Start, with 3 KB of settings"
_MEASURES = (("initialize answered", "initialize", 1.15), ("first diagnostics", "diagnostics", 1.3))
"""What each is called, its measure, and the goal beside a bare pygls server."""
_BARE = "hookwright, no settings"
"""A client that sends no settings does not wait for the library that reads them."""


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part."""
    samples, text = Samples(), settings_text(3 << 10)
    with TemporaryDirectory() as folder:
        project = Path(folder)
        write_scripts(project)
        subjects = {name: partial(_start, it, project, text) for name, it in editors(effort).items()}
        subjects[_BARE] = partial(_start, replace(hookwright(), options={}), project, text)
        interleave(samples, effort.rounds(5, 20), subjects)
    for what, name, goal in _MEASURES:
        yield from against(samples, what, name, {PLAIN: goal, VSCODE: None})
        bare, plain = (samples.median(it, name) for it in (_BARE, PLAIN))
        yield Row(what=f"{what}, no settings", measured=bare, peer=PLAIN, beside=plain, goal=goal)


def _start(server: Server, project: Path, text: str) -> dict[str, float]:
    client = Client(server, project)
    try:
        initialized = client.initialize()
        document = client.open(project / ".claude" / "settings.json", text)
        client.change(document)
        return {"initialize": initialized, "diagnostics": client.age}
    finally:
        client.close()
