"""What a Python agent waits for when it imports the service, beside the language server's library."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Effort, Samples, interleave, timed
from benchmarks.table import Row

TITLE = "Python library"
_SERVICE = "from hookwright import HookService"
_PYGLS = "import pygls.lsp.server"


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part; the start of the interpreter is taken off on both sides."""
    samples = Samples()
    subjects = {name: timed(partial(_run, name)) for name in ("pass", _SERVICE, _PYGLS)}
    interleave(samples, effort.rounds(4, 15), subjects)
    start = samples.median("pass", "time") or 0.0
    service, pygls = ((samples.median(name, "time") or start) - start for name in (_SERVICE, _PYGLS))
    yield Row(what=f"`{_SERVICE}`", measured=service, peer=f"`{_PYGLS}`", beside=pygls, goal=0.4)


def _run(statement: str) -> None:
    subprocess.run([sys.executable, "-c", statement], check=True)
