"""What a file of 1 MB costs: whether the time grows faster than the file, and how long a small file waits beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client
from benchmarks.document import Document, completion_slots, typing_place
from benchmarks.measure import Effort, Samples
from benchmarks.servers import hookwright
from benchmarks.settings_text import settings_text, write_scripts
from benchmarks.table import Row

TITLE = "A file of 1 MB"
_SMALL, _LARGE = 1 << 10, 1 << 20
_ANSWER_SECONDS = 0.1


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part."""
    samples = Samples()
    with TemporaryDirectory() as folder:
        _measure(samples, Path(folder), effort.rounds(5, 20))
    small, large, beside = (samples.median("hookwright", it) for it in ("small", "large", "beside"))
    exponent = math.log(large / small) / math.log(_LARGE / _SMALL) if small and large else None
    what = "growth of keystroke → diagnostics, 1 KB to 1 MB"
    yield Row(what=what, measured=exponent, peer="exponent of the size", beside=1.0, goal=1.1, unit="")
    what = "completion in 1 KB while 1 MB is judged"
    yield Row(what=what, measured=beside, peer="100 ms", beside=_ANSWER_SECONDS, goal=1.0)


def _measure(samples: Samples, project: Path, rounds: int) -> None:
    client = Client(hookwright(), project)
    try:
        client.initialize()
        small = _opened(client, project / "small", _SMALL)
        for _ in range(rounds):
            samples.add("hookwright", "small", _type(client, small))
        large = _opened(client, project / "large", _LARGE)
        for _ in range(rounds):
            samples.add("hookwright", "large", _type(client, large))
            samples.add("hookwright", "beside", _complete(client, small, large))
    finally:
        client.close()


def _opened(client: Client, project: Path, size: int) -> Document:
    write_scripts(project)
    document = client.open(project / ".claude" / "settings.json", settings_text(size))
    _type(client, document)
    return document


def _type(client: Client, document: Document) -> float:
    place = typing_place(document.text)
    return client.change(document, document.edit(place, place, "x"))


def _complete(client: Client, small: Document, large: Document) -> float:
    slot = completion_slots(small.text)[0]
    place = typing_place(large.text)
    change = large.edit(place, place, "x")
    return client.ask("textDocument/completion", small.at(slot.start + slot.cursor), change)
