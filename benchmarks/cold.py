"""From the start of the process to the first answers: `initialize`, and the diagnostics of the first document."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client, Server
from benchmarks.documents import settings_text, write_scripts
from benchmarks.measure import Samples, interleave
from benchmarks.servers import FLOOR, PLAIN, VSCODE, editors, floor
from benchmarks.table import Row, against

TITLE = "Cold start, 10 KB of settings"


def measure(*, quick: bool) -> Iterator[Row]:
    """The rows of this part."""
    samples, text = Samples(), settings_text(10 << 10)
    with TemporaryDirectory() as folder:
        project = Path(folder)
        write_scripts(project)
        subjects = {name: partial(_start, it, project, text) for name, it in editors().items()}
        subjects[FLOOR] = partial(_start, floor(), project, None)
        interleave(samples, 5 if quick else 20, subjects)
    yield from against(samples, "initialize answered", "initialize", {FLOOR: 1.6, VSCODE: 0.15, PLAIN: None})
    yield from against(samples, "first diagnostics", "diagnostics", {VSCODE: 0.9, PLAIN: None})


def _start(server: Server, project: Path, text: str | None) -> dict[str, float]:
    client = Client(server, project)
    try:
        found = {"initialize": client.initialize()}
        if text is not None:
            document = client.open(project / ".claude" / "settings.json", text)
            client.change(document)
            found["diagnostics"] = client.age
        return found
    finally:
        client.close()
