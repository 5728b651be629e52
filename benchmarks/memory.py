"""How much memory a server holds, with one document open and with two hundred."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client, Server
from benchmarks.measure import Effort, Samples, interleave, tree_bytes
from benchmarks.servers import PLAIN, VSCODE, editors
from benchmarks.settings_text import settings_text, write_scripts
from benchmarks.table import Row, against

TITLE = "Resident memory, documents of 10 KB"
_DOCUMENTS = 200


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part."""
    samples, text, documents = Samples(), settings_text(10 << 10), effort.rounds(_DOCUMENTS, _DOCUMENTS)
    with TemporaryDirectory() as folder:
        project = Path(folder)
        subjects = {name: partial(_hold, it, project, text, documents) for name, it in editors(effort).items()}
        interleave(samples, effort.rounds(1, 3), subjects, warm_up=0)
    yield from against(samples, "one document", "one", {VSCODE: 1.0, PLAIN: None}, "MB")
    yield from against(samples, f"{_DOCUMENTS} documents", "many", {VSCODE: 0.9, PLAIN: None}, "MB")


def _hold(server: Server, project: Path, text: str, documents: int) -> dict[str, float]:
    client = Client(server, project)
    try:
        client.initialize()
        _open(client, project, 0, text)
        one = _settled_bytes(client.process.pid)
        for number in range(1, documents):
            _open(client, project, number, text)
        return {"one": one, "many": _settled_bytes(client.process.pid)}
    finally:
        client.close()


def _open(client: Client, project: Path, number: int, text: str) -> None:
    folder = project / str(number)
    write_scripts(folder)
    document = client.open(folder / ".claude" / "settings.json", text)
    client.change(document)


def _settled_bytes(process: int) -> float:
    """The memory once it stays the same for a second: what a server puts off until nobody waits counts, too."""
    before, now = 0.0, tree_bytes(process)
    while abs(now - before) > now / 100:
        time.sleep(1.0)
        before, now = now, tree_bytes(process)
    return now
