"""From the start of the process to the first answers: `initialize`, and the diagnostics of the first document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client, Server
from benchmarks.measure import Samples, interleave
from benchmarks.servers import PLAIN, VSCODE, editors, hookwright
from benchmarks.settings_text import settings_text, write_scripts
from benchmarks.table import Row, against

TITLE = "Start, with 3 KB of settings"
_GOALS = {PLAIN: 1.15, VSCODE: None}
_BARE = "hookwright, no settings"
"""A client that sends no settings does not wait for the library that reads them."""


def measure(*, quick: bool) -> Iterator[Row]:
    """The rows of this part."""
    samples, text = Samples(), settings_text(3 << 10)
    with TemporaryDirectory() as folder:
        project = Path(folder)
        write_scripts(project)
        subjects = {name: partial(_start, it, project, text) for name, it in editors().items()}
        subjects[_BARE] = partial(_start, replace(hookwright(), options={}), project, text)
        interleave(samples, 5 if quick else 20, subjects)
    for what, name in (("initialize answered", "initialize"), ("first diagnostics", "diagnostics")):
        yield from against(samples, what, name, _GOALS)
        bare, plain = (samples.median(it, name) for it in (_BARE, PLAIN))
        yield Row(what=f"{what}, no settings", measured=bare, peer=PLAIN, beside=plain, goal=_GOALS[PLAIN])


def _start(server: Server, project: Path, text: str) -> dict[str, float]:
    client = Client(server, project)
    try:
        initialized = client.initialize()
        document = client.open(project / ".claude" / "settings.json", text)
        client.change(document)
        return {"initialize": initialized, "diagnostics": client.age}
    finally:
        client.close()
