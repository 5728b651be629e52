"""What a hook that runs for long costs the user who goes on typing, and how soon it is gone once it is cancelled."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client
from benchmarks.document import Document, completion_slots
from benchmarks.measure import Effort, Samples
from benchmarks.servers import hookwright
from benchmarks.settings_text import settings_text
from benchmarks.table import Row

TITLE = "While a hook runs for 30 s and prints"
_IDLE, _RUNNING = "the same, idle", "hookwright"
_PATIENCE = 20.0
_CANCEL_SECONDS = 0.3
# A line every 10 ms, from a child, beside a grandchild that does nothing.
_LINES = 'sleep 30 & i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "line $i"; sleep 0.01; done'
_FLOOD = "sleep 30 & yes 'a line that comes as fast as it can'"
_DEAF = f"trap '' TERM; {_LINES}"
_WAYS = {"a line every 10 ms": _LINES, "lines as fast as it can": _FLOOD, "deaf to SIGTERM": _DEAF}


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part."""
    for title, command in _WAYS.items():
        samples = Samples()
        with TemporaryDirectory() as folder:
            _measure(samples, Path(folder), command, effort.rounds(3, 10), effort.rounds(20, 40))
        what = f"completion, {title}"
        running, idle = samples.median(_RUNNING, "completion"), samples.median(_IDLE, "completion")
        yield Row(what=what, measured=running, peer=_IDLE, beside=idle, goal=2.0)
        gone = samples.median(_RUNNING, "gone")
        yield Row(what=f"cancelled, {title}", measured=gone, peer="300 ms", beside=_CANCEL_SECONDS, goal=1.0)


def _measure(samples: Samples, project: Path, command: str, phases: int, rounds: int) -> None:
    note = project / "processes"
    text = settings_text(10 << 10)
    document_of, hooks = project / ".claude" / "settings.json", project / ".ai_agents" / "settings.json"
    hooks.parent.mkdir()
    noted = f"echo $$ > '{note}.new'; mv '{note}.new' '{note}'; {command}"
    hook = {"type": "command", "command": noted, "timeout": 60}
    hooks.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [hook]}]}}))
    client = Client(hookwright(), project, client={"runs": True})
    try:
        client.initialize()
        document = client.open(document_of, text)
        client.change(document)
        _complete(client, document, rounds)
        for _ in range(phases):
            for seconds in _complete(client, document, rounds):
                samples.add(_IDLE, "completion", seconds)
            number = client.begin("hookwright/fire", {"uri": hooks.as_uri(), "pointer": "/hooks"})
            group = int(_eventually(client, lambda: note.exists() and note.read_text()))
            for seconds in _complete(client, document, rounds):
                samples.add(_RUNNING, "completion", seconds)
            begin = time.perf_counter()
            client.notify("$/cancelRequest", {"id": number})
            while _lives(group):
                time.sleep(0.001)
            samples.add(_RUNNING, "gone", time.perf_counter() - begin)
            note.unlink()
    finally:
        client.close()


def _complete(client: Client, document: Document, rounds: int) -> list[float]:
    slot = completion_slots(document.text)[0]
    at = slot.start + slot.cursor
    found = []
    for _ in range(rounds):
        change = document.edit(at, at, "a")
        found.append(client.ask("textDocument/completion", document.at(at + 1), change))
        client.change(document, document.edit(at, at + 1, ""))
    return found


def _eventually(client: Client, look: Callable[[], str | bool]) -> str:
    """What is found; the client answers questions meanwhile."""
    deadline = time.perf_counter() + _PATIENCE
    while not (found := look()):
        if time.perf_counter() > deadline:
            raise TimeoutError("the hook never began")
        client.listen(0.01)
    return str(found)


def _lives(group: int) -> bool:
    """Whether a process of the group is there and not merely waiting to be collected."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(of) == group and state not in "ZX":
            return True
    return False
